// Adds, changes and deletes single contacts. Every change locks the data source's row and updates what is derived from its
// contacts in the same transaction: the count, the blocks, the lists of running tasks.

import type { Clock } from '../../platform/kernel/clock.ts'
import { Conflict, InvalidInput, NotFound } from '../../platform/kernel/errors.ts'
import { isId, newId } from '../../platform/kernel/ids.ts'
import {
  type PhoneNumber,
  type PhoneNumberReader,
  phoneDigits,
  phoneNumberProblem,
} from '../../platform/kernel/phone/phone-number.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import { refuseOtherCountry } from '../../platform/trail/allowed-countries.ts'
import { recordChange } from '../../platform/trail/record.ts'
import {
  type DataSourceRow,
  recordAddedContacts,
  recordFieldNames,
} from '../data-sources/data-sources.queries.ts'
import { lockDataSource } from '../data-sources/data-sources.service.ts'
import { firstNameField } from '../data-sources/name-field.ts'
import {
  ANY_TIME,
  areSameTimes,
  type GivenCallTimes,
  mergeCallTimes,
  refuseEmptyPeriod,
} from './call-times.ts'
import { appendToBlocks, replaceInBlock } from './contact-blocks.queries.ts'
import {
  type ContactFields,
  MAX_FIELD_NAMES_PER_DATA_SOURCE,
  refuseLongValue,
  refuseTooManyFields,
  tooManyFieldNames,
} from './contact-fields.ts'
import { type ContactFilter, type ContactPage, listContacts } from './contact-list.ts'
import type { ContactRow } from './contacts.queries.ts'
import * as queries from './contacts.queries.ts'
import { replaceNames } from './name-blocks.queries.ts'
import { writeAddedNames } from './name-blocks.ts'
import { type ListObserver, lockForRemoval, removeContacts } from './remove-contacts.ts'

export interface ContactsDependencies {
  db: Database
  clock: Clock
  readPhoneNumber: PhoneNumberReader
  /** Behind the lock of a data source: numbers are read by the country that the service has now. */
  followCountry?(tx: Queryable): Promise<void>
  listObserver: ListObserver
}

/** Custom fields by name; null removes the field. */
export type GivenFields = Record<string, string | null>

/** If the calls of whoever adds contacts are limited: throws if the limit leaves no room for as many. */
export type CountCalls = (tx: Queryable, calls: number) => Promise<void>

/** Of one of the two. */
export interface ContactName {
  contactId?: string | undefined
  phoneNumber?: string | undefined
}

export interface Contacts {
  add(
    dataSourceId: string,
    given: GivenFields & { phoneNumber: string },
    times?: GivenCallTimes,
    countCalls?: CountCalls,
  ): Promise<ContactRow>
  update(
    dataSourceId: string,
    contactId: string,
    given: GivenFields & { phoneNumber?: string },
    times?: GivenCallTimes,
  ): Promise<ContactRow>
  /** No task calls it from the next claim on; a live call goes on. */
  withdraw(dataSourceId: string, contact: ContactName): Promise<ContactRow>
  /** Tasks that have not come to it may call it again. */
  restore(dataSourceId: string, contact: ContactName): Promise<ContactRow>
  remove(dataSourceId: string, contactId: string): Promise<void>
  list(dataSourceId: string, filter: ContactFilter): Promise<ContactPage>
}

export function createContacts(dependencies: ContactsDependencies): Contacts {
  const { db, clock, readPhoneNumber, followCountry, listObserver } = dependencies

  async function findNamed(tx: Queryable, source: DataSourceRow, { contactId, phoneNumber }: ContactName) {
    if (phoneNumber === undefined) return findContact(tx, source.id, contactId ?? '')
    const phone = requirePhone(readPhoneNumber, phoneNumber, 'phoneNumber', source.country)
    const found = await queries.findContactsByKey.first(tx, [source.id, [phone.key]])
    if (!found) throw new NotFound('contact', phone.text)
    return found
  }

  function setWithdrawn(dataSourceId: string, name: ContactName, isWithdrawn: boolean): Promise<ContactRow> {
    requireOneName(name)
    const work = async (tx: Queryable) => {
      const source = await lockDataSource(tx, dataSourceId)
      const { id, position } = await findNamed(tx, source, name)
      // A claim comes before the withdrawal or after it.
      await listObserver.beforeRemoval(tx, dataSourceId)
      const now = clock.now()
      const row = (await queries.setWithdrawn.first(tx, [id, isWithdrawn ? now : null, now])) as ContactRow
      if (isWithdrawn) await listObserver.contactsWithdrawn(tx, dataSourceId, [position], now)
      const operation = isWithdrawn ? 'contact.withdraw' : 'contact.restore'
      const subject = { id, name: row.phone_number }
      await recordChange(tx, { at: now, operation, subject, after: { dataSourceId } })
      return row
    }
    return db.transaction(work, { retry: true })
  }

  return {
    async add(dataSourceId, { phoneNumber, ...given }, givenTimes = {}, countCalls) {
      // A text that is no number is refused before the data source is looked up.
      requirePhone(readPhoneNumber, phoneNumber)
      const fields = mergeFields({}, given)
      const times = mergeCallTimes(ANY_TIME, givenTimes)
      refuseEmptyPeriod(times)
      const id = newId()
      const now = clock.now()
      return db.transaction(async (tx) => {
        const source = await lockDataSource(tx, dataSourceId)
        await followCountry?.(tx)
        const phone = requirePhone(readPhoneNumber, phoneNumber, 'phoneNumber', source.country)
        refuseOtherCountry(phone.key)
        await refuseTakenNumber(tx, dataSourceId, phone)
        const newNames = newFieldNames(source.field_names, fields)
        const texts = [[id], [phone.text], [phone.key]]
        await queries.insertContacts(tx, [
          dataSourceId,
          source.last_position,
          now,
          ...texts,
          JSON.stringify([fields]),
          [times.callTime],
          [times.callUntil],
        ])
        await recordAddedContacts(tx, [dataSourceId, 1, newNames, firstNameField(source, newNames)])
        await appendToBlocks(tx, [dataSourceId, source.last_position, [phoneDigits(phone.text)]])
        await writeAddedNames(tx, dataSourceId, source.last_position, source.last_position + 1)
        const added = await findContact(tx, dataSourceId, id)
        const subject = { id, name: phone.text }
        const after = { dataSourceId, ...recorded(added) }
        await recordChange(tx, { at: now, operation: 'contact.add', subject, after })
        if (countCalls) await countAdded(tx, listObserver, { dataSourceId, contacts: 1, countCalls })
        return added
      })
    },

    async update(dataSourceId, contactId, { phoneNumber, ...given }, givenTimes = {}) {
      if (phoneNumber !== undefined) requirePhone(readPhoneNumber, phoneNumber)
      // Fields that no contact can have are refused before the contact is looked up.
      mergeFields({}, given)
      const work = async (tx: Queryable) => {
        const source = await lockDataSource(tx, dataSourceId)
        if (phoneNumber !== undefined) await followCountry?.(tx)
        const contact = await findContact(tx, dataSourceId, contactId)
        const fields = mergeFields(contact.fields, given)
        const newNames = newFieldNames(source.field_names, fields)
        if (newNames.length > 0) await recordFieldNames(tx, [dataSourceId, newNames])
        const phone =
          phoneNumber === undefined
            ? { text: contact.phone_number, key: contact.phone_key }
            : requirePhone(readPhoneNumber, phoneNumber, 'phoneNumber', source.country)
        if (phone.key !== contact.phone_key) refuseOtherCountry(phone.key)
        if (phone.key !== contact.phone_key) await refuseTakenNumber(tx, dataSourceId, phone)
        if (phone.text !== contact.phone_number)
          await replaceInBlock(tx, [dataSourceId, contact.position, phoneDigits(phone.text)])
        const name = fields[source.name_field ?? ''] ?? ''
        if (name !== (contact.fields[source.name_field ?? ''] ?? ''))
          await replaceNames(tx, [dataSourceId, [contact.position], [name]])
        const before = { callTime: contact.call_time, callUntil: contact.call_until }
        const times = mergeCallTimes(before, givenTimes)
        refuseEmptyPeriod(times)
        const areNew = !areSameTimes(before, times)
        if (areNew) await listObserver.beforeRemoval(tx, dataSourceId)
        const now = clock.now()
        const texts = [phone.text, phone.key, JSON.stringify(fields)]
        const values = [contactId, ...texts, now, times.callTime, times.callUntil]
        const row = (await queries.updateContact.first(tx, values)) as ContactRow
        if (areNew) await listObserver.timesChanged(tx, dataSourceId, [contact.position], now)
        const subject = { id: contactId, name: contact.phone_number }
        const change = { before: recorded(contact), after: recorded(row) }
        await recordChange(tx, { at: now, operation: 'contact.update', subject, ...change })
        return row
      }
      return db.transaction(work, { retry: true })
    },

    withdraw: (dataSourceId, name) => setWithdrawn(dataSourceId, name, true),
    restore: (dataSourceId, name) => setWithdrawn(dataSourceId, name, false),

    async remove(dataSourceId, contactId) {
      const work = async (tx: Queryable) => {
        await lockForRemoval(tx, listObserver, dataSourceId)
        const contact = await findContact(tx, dataSourceId, contactId)
        await removeContacts(tx, { clock, listObserver }, dataSourceId, [contactId])
        const subject = { id: contactId, name: contact.phone_number }
        const change = { operation: 'contact.delete', subject, after: { dataSourceId } }
        await recordChange(tx, { at: clock.now(), ...change })
      }
      // Locks tasks and the contact, as calls that end at the same time do: a deadlock is possible.
      await db.transaction(work, { retry: true })
    },

    list: (dataSourceId, filter) => listContacts(db, dataSourceId, filter),
  }
}

/** Each contact is a call of every task that reads on in its list. */
export async function countAdded(
  tx: Queryable,
  listObserver: ListObserver,
  added: { dataSourceId: string; contacts: number; countCalls: CountCalls },
): Promise<void> {
  const calls = added.contacts * (await listObserver.countReadingOn(tx, added.dataSourceId))
  if (calls > 0) await added.countCalls(tx, calls)
}

function requireOneName({ contactId, phoneNumber }: ContactName): void {
  if (contactId === undefined && phoneNumber === undefined)
    throw new InvalidInput('contactId or phoneNumber is required', { fault: 'required', field: 'contactId' })
  if (contactId !== undefined && phoneNumber !== undefined)
    throw new InvalidInput({ fault: 'excluded', field: 'phoneNumber', params: { other: 'contactId' } })
}

async function findContact(db: Queryable, dataSourceId: string, contactId: string): Promise<ContactRow> {
  const contact = isId(contactId) ? await queries.findContact.first(db, [contactId, dataSourceId]) : undefined
  if (!contact) throw new NotFound('contact', contactId)
  return contact
}

export function requirePhone(
  read: PhoneNumberReader,
  given: string,
  field = 'phoneNumber',
  country?: string | null,
): PhoneNumber {
  const phone = read(given, country)
  if (!phone) {
    const { code, message } = phoneNumberProblem(given, field)
    throw new InvalidInput(message, { fault: code, field })
  }
  return phone
}

async function refuseTakenNumber(tx: Queryable, dataSourceId: string, phone: PhoneNumber): Promise<void> {
  const other = await queries.findContactsByKey.first(tx, [dataSourceId, [phone.key]])
  if (!other) return
  throw new Conflict({
    fault: 'duplicate',
    field: 'phoneNumber',
    params: { number: phone.text, contactId: other.id },
  })
}

/** As the audit trail has it. */
const recorded = ({
  phone_number: phoneNumber,
  call_time: callTime,
  call_until: callUntil,
  fields,
}: ContactRow) => ({
  ...{ phoneNumber, callTime, callUntil },
  ...fields,
})

/** Given values replace the current ones; null removes a field. */
function mergeFields(current: ContactFields, given: GivenFields): ContactFields {
  const merged = new Map(Object.entries(current))
  for (const [name, text] of Object.entries(given)) {
    if (text === null) {
      merged.delete(name)
    } else {
      refuseLongValue(name, text)
      merged.set(name, text)
    }
  }
  const fields = Object.fromEntries(merged)
  refuseTooManyFields(fields)
  return fields
}

function newFieldNames(known: string[], fields: ContactFields): string[] {
  const names = Object.keys(fields).filter((name) => !known.includes(name))
  if (known.length + names.length > MAX_FIELD_NAMES_PER_DATA_SOURCE) throw tooManyFieldNames()
  return names
}
