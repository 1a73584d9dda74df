// Contacts one by one. Every change to a data source's contacts happens under its row lock, in one transaction
// with what is derived from them: the count, the gaps, the search index, the lists of running tasks.
import {
  recordAddedContacts,
  recordFieldNames,
  recordRemovedContact,
} from '../data-sources/data-sources.queries.ts'
import { findDataSource, lockDataSource } from '../data-sources/data-sources.service.ts'
import type { Clock } from '../kernel/clock.ts'
import { Conflict, InvalidInput, NotFound, quote } from '../kernel/errors.ts'
import { isId, newId } from '../kernel/ids.ts'
import { offsetOf, type Page, type Paged } from '../kernel/paging.ts'
import {
  type PhoneNumber,
  type PhoneNumberReader,
  phoneDigits,
  phoneNumberProblem,
} from '../kernel/phone-number.ts'
import type { Database, Queryable } from '../storage/database.ts'
import {
  type ContactFields,
  fieldNameProblem,
  fieldText,
  fieldValueProblem,
  hasLostDigits,
  MAX_FIELD_NAMES_PER_DATA_SOURCE,
  MAX_FIELDS,
} from './contact-fields.ts'
import * as lists from './contact-list.queries.ts'
import type { ContactRow } from './contacts.queries.ts'
import * as queries from './contacts.queries.ts'
import { collectPhoneIndexChanges, type PhoneIndexChanges } from './phone-index.ts'
import { searchPhoneNumbers } from './phone-search.ts'

/** Told, inside the same transaction, when a contact leaves a data source. Additions concern nobody: lists read on. */
export interface ListObserver {
  /** Before a contact is removed: whoever reads the list must let go of it. */
  beforeRemoval(tx: Queryable, dataSourceId: string): Promise<void>
  contactRemoved(tx: Queryable, contact: ContactRow, now: Date): Promise<void>
}

export interface ContactsDependencies {
  db: Database
  clock: Clock
  readPhoneNumber: PhoneNumberReader
  listObserver: ListObserver
}

type GivenFields = Record<string, unknown>

export interface Contacts {
  add(dataSourceId: string, given: GivenFields): Promise<ContactRow>
  update(dataSourceId: string, contactId: string, given: GivenFields): Promise<ContactRow>
  remove(dataSourceId: string, contactId: string): Promise<void>
  list(dataSourceId: string, filter: Page & { phoneNumber: string }): Promise<Paged<ContactRow>>
}

export function createContacts({ db, clock, readPhoneNumber, listObserver }: ContactsDependencies): Contacts {
  return {
    async add(dataSourceId, { phoneNumber, ...given }) {
      const phone = requirePhone(readPhoneNumber, phoneNumber)
      const fields = mergeFields({}, given)
      const id = newId()
      const now = clock.now()
      return db.transaction(async (tx) => {
        const source = await lockDataSource(tx, dataSourceId)
        await refuseTakenNumber(tx, dataSourceId, phone)
        const newNames = newFieldNames(source.field_names, fields)
        const texts = [[id], [phone.text], [phone.key]]
        await queries.insertContacts(tx, [
          dataSourceId,
          source.last_position,
          now,
          ...texts,
          JSON.stringify([fields]),
        ])
        await recordAddedContacts(tx, [dataSourceId, 1, newNames])
        await changePhoneIndex(tx, dataSourceId, (index) =>
          index.append(source.last_position + 1, phoneDigits(phone.text)),
        )
        return findContact(tx, dataSourceId, id)
      })
    },

    async update(dataSourceId, contactId, { phoneNumber, ...given }) {
      const newPhone = phoneNumber === undefined ? undefined : requirePhone(readPhoneNumber, phoneNumber)
      return db.transaction(async (tx) => {
        const source = await lockDataSource(tx, dataSourceId)
        const contact = await findContact(tx, dataSourceId, contactId)
        const fields = mergeFields(contact.fields, given)
        const newNames = newFieldNames(source.field_names, fields)
        if (newNames.length > 0) await recordFieldNames(tx, [dataSourceId, newNames])
        const phone = newPhone ?? { text: contact.phone_number, key: contact.phone_key }
        if (phone.key !== contact.phone_key) await refuseTakenNumber(tx, dataSourceId, phone)
        if (phone.text !== contact.phone_number) {
          await changePhoneIndex(tx, dataSourceId, (index) =>
            index.replace(contact.position, phoneDigits(contact.phone_number), phoneDigits(phone.text)),
          )
        }
        const values = [contactId, phone.text, phone.key, JSON.stringify(fields), clock.now()]
        return (await queries.updateContact.first(tx, values)) as ContactRow
      })
    },

    async remove(dataSourceId, contactId) {
      const work = async (tx: Queryable) => {
        await lockDataSource(tx, dataSourceId)
        if (!isId(contactId)) throw new NotFound('contact', contactId)
        await listObserver.beforeRemoval(tx, dataSourceId)
        const contact = await queries.deleteContact.first(tx, [contactId, dataSourceId])
        if (!contact) throw new NotFound('contact', contactId)
        await recordRemovedContact(tx, [dataSourceId])
        await changePhoneIndex(tx, dataSourceId, (index) =>
          index.replace(contact.position, phoneDigits(contact.phone_number), ''),
        )
        await listObserver.contactRemoved(tx, contact, clock.now())
      }
      // It locks tasks, the contact and what they know of it, and so do the calls that end meanwhile.
      await db.transaction(work, { retry: true })
    },

    list: (dataSourceId, filter) => listContacts(db, dataSourceId, filter),
  }
}

async function listContacts(
  db: Queryable,
  dataSourceId: string,
  filter: Page & { phoneNumber: string },
): Promise<Paged<ContactRow>> {
  const values = [dataSourceId, offsetOf(filter), filter.pageSize]
  if (filter.phoneNumber === '') {
    const rows = isId(dataSourceId) ? await lists.listContacts(db, values) : []
    if (rows.length === 0) throw new NotFound('data source', dataSourceId)
    return paged(rows)
  }
  await findDataSource(db, dataSourceId)
  const needle = phoneDigits(filter.phoneNumber)
  // Nothing but separators is looked for as it stands; anything else occurs in no phone number.
  if (needle === '') return paged(await lists.searchForText(db, [...values, filter.phoneNumber]))
  return /^[\d+]+$/.test(needle)
    ? searchPhoneNumbers(db, dataSourceId, needle, filter)
    : { total: 0, rows: [] }
}

function paged(rows: lists.ListedRow[]): Paged<ContactRow> {
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.filter((row): row is ContactRow & { total: number } => row.id !== null),
  }
}

async function findContact(db: Queryable, dataSourceId: string, contactId: string): Promise<ContactRow> {
  const contact = isId(contactId) ? await queries.findContact.first(db, [contactId, dataSourceId]) : undefined
  if (!contact) throw new NotFound('contact', contactId)
  return contact
}

function requirePhone(read: PhoneNumberReader, given: unknown): PhoneNumber {
  if (given === undefined) throw new InvalidInput('phoneNumber is required')
  if (typeof given !== 'string') throw new InvalidInput('phoneNumber must be a string')
  const phone = read(given)
  if (!phone) throw new InvalidInput(phoneNumberProblem(given))
  return phone
}

async function refuseTakenNumber(tx: Queryable, dataSourceId: string, phone: PhoneNumber): Promise<void> {
  const other = await queries.findContactsByKey.first(tx, [dataSourceId, [phone.key]])
  if (other) throw new Conflict(`phoneNumber ${quote(phone.text)} already belongs to contact ${other.id}`)
}

/** What is given replaces; null takes a field away. */
function mergeFields(current: ContactFields, given: GivenFields): ContactFields {
  const fields = new Map(Object.entries(current))
  for (const [name, value] of Object.entries(given)) {
    const problem = fieldNameProblem(name)
    if (problem) throw new InvalidInput(problem)
    if (value === null) {
      fields.delete(name)
      continue
    }
    const text = fieldText(value)
    if (text === undefined) throw new InvalidInput(`${name} must be a string, a number, true, false or null`)
    if (hasLostDigits(value))
      throw new InvalidInput(`${name} has too many digits for a number: send it as a string`)
    const valueProblem = fieldValueProblem(name, text)
    if (valueProblem) throw new InvalidInput(valueProblem)
    fields.set(name, text)
  }
  if (fields.size > MAX_FIELDS) throw new InvalidInput(`a contact has at most ${MAX_FIELDS} custom fields`)
  return Object.fromEntries(fields)
}

function newFieldNames(known: string[], fields: ContactFields): string[] {
  const names = Object.keys(fields).filter((name) => !known.includes(name))
  if (known.length + names.length > MAX_FIELD_NAMES_PER_DATA_SOURCE) {
    throw new InvalidInput(
      `the contacts of a data source have at most ${MAX_FIELD_NAMES_PER_DATA_SOURCE} different custom fields`,
    )
  }
  return names
}

async function changePhoneIndex(
  tx: Queryable,
  dataSourceId: string,
  change: (index: PhoneIndexChanges) => void,
): Promise<void> {
  const changes = collectPhoneIndexChanges()
  change(changes)
  await changes.store(tx, dataSourceId)
}
