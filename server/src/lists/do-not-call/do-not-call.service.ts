// Do-not-call lists: numbers that may not be called, by all tasks or by those that name the list. A change is committed before it
// is answered, and a claim reads the entries themselves, so a number is not called from the next claim on.

import type { Clock } from '../../platform/kernel/clock.ts'
import { Conflict, InvalidInput, NotFound } from '../../platform/kernel/errors.ts'
import { isId, newId } from '../../platform/kernel/ids.ts'
import { inUse } from '../../platform/kernel/in-use.ts'
import { type Page, type Paged, readPage } from '../../platform/kernel/paging.ts'
import { numberDigits, sameNumber } from '../../platform/kernel/phone/phone-key.ts'
import type {
  PhoneNumber,
  PhoneNumberReader,
  PhonePrefixReader,
} from '../../platform/kernel/phone/phone-number.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import type { PageByName } from '../../platform/storage/list-by-name.ts'
import { refuseTakenName } from '../../platform/storage/taken-names.ts'
import { currentActor } from '../../platform/trail/actor.ts'
import { recordChange } from '../../platform/trail/record.ts'
import { withdrawConsents } from '../consents/write-consents.ts'
import { requirePhone } from '../contacts/contacts.service.ts'
import type { EntryRow, ListRow } from './do-not-call.queries.ts'
import * as queries from './do-not-call.queries.ts'
import { asStored, lockList, otherSpellings, putEntries, removeEntries } from './write-entries.ts'

export interface DoNotCallDependencies {
  db: Database
  clock: Clock
  readPhoneNumber: PhoneNumberReader
  readPhonePrefix: PhonePrefixReader
  /** Behind the lock of a list: numbers are read by the country that the service has now. */
  followCountry?(tx: Queryable): Promise<void>
  /** The number of a call, live or ended. */
  numberOfCall(callId: string): Promise<PhoneNumber | undefined>
  /** Throws if something other than a task names the list. */
  beforeDelete?(tx: Queryable, list: { id: string; name: string }): Promise<void>
  /** The names of tasks that can still dial and name the list. */
  tasksNaming(tx: Queryable, listId: string): Promise<string[]>
}

export interface NewEntries {
  phoneNumbers: string[] | undefined
  /** Instead of numbers: the call whose number is added. */
  callId: string | undefined
  note: string
  expireTime: Date | null
}

/** `isOtherSpelling`: it does not begin as the number that was searched for, but is the same number. */
export type FoundEntry = EntryRow & { isOtherSpelling?: boolean }

interface NewList {
  name: string
  description: string
  isGlobal: boolean
}

interface ListChange {
  name: string | undefined
  description: string | undefined
  isGlobal: boolean | undefined
}

const uniqueName = (name: string) => ({ constraint: 'do_not_call_list_name_unique', field: 'name', name })

export type DoNotCall = ReturnType<typeof createDoNotCall>

export function createDoNotCall(dependencies: DoNotCallDependencies) {
  const { db, clock, readPhoneNumber, readPhonePrefix, followCountry } = dependencies
  const readNumbers = (phoneNumbers: string[]) =>
    phoneNumbers.map((given, index) => requirePhone(readPhoneNumber, given, `phoneNumbers[${index}]`))

  return {
    detail: (id: string): Promise<ListRow> => findList(db, id),

    async add({ name, description, isGlobal }: NewList): Promise<ListRow> {
      const now = clock.now()
      return refuseTakenName(uniqueName(name), () =>
        db.transaction(async (tx) => {
          const values = [newId(), name, description, isGlobal, now]
          const list = (await queries.insertList.first(tx, values)) as ListRow
          const after = facetsOf(list)
          await recordChange(tx, { at: now, operation: 'doNotCall.add', subject: list, after })
          return list
        }),
      )
    },

    async update(id: string, { name, description, isGlobal }: ListChange): Promise<ListRow> {
      const now = clock.now()
      const values = [id, name ?? null, description ?? null, isGlobal ?? null, now]
      return refuseTakenName(uniqueName(name ?? ''), () =>
        db.transaction(async (tx) => {
          const before = facetsOf(await lockList(tx, id))
          const list = (await queries.updateList.first(tx, values)) as ListRow
          const change = { subject: list, before, after: facetsOf(list) }
          await recordChange(tx, { at: now, operation: 'doNotCall.update', ...change })
          return list
        }),
      )
    },

    async remove(id: string): Promise<void> {
      await db.transaction(async (tx) => {
        const list = isId(id) ? await queries.lockListToDelete.first(tx, [id]) : undefined
        if (!list) throw notFound(id)
        if (list.entry_count > 0) throw notEmpty(list)
        await dependencies.beforeDelete?.(tx, list)
        const tasks = await dependencies.tasksNaming(tx, id)
        if (tasks.length > 0) throw inUse('do-not-call list', list.name, tasks)
        await queries.deleteList(tx, [id])
        const subject = { id, name: list.name }
        await recordChange(tx, { at: clock.now(), operation: 'doNotCall.delete', subject })
      })
    },

    list: (page: PageByName) => queries.listLists(db, page),

    async addEntries(id: string, { phoneNumbers, callId, note, expireTime }: NewEntries) {
      if ((phoneNumbers === undefined) === (callId === undefined)) throw notExactlyOne(callId)
      readNumbers(phoneNumbers ?? [])
      if (expireTime && expireTime <= clock.now()) throw expired()
      await findList(db, id)
      const called = callId === undefined ? undefined : await phoneOfCall(callId)
      return db.transaction(async (tx) => {
        const list = await lockList(tx, id)
        await followCountry?.(tx)
        const phones = called ? [asStored(called, readPhoneNumber)] : readNumbers(phoneNumbers ?? [])
        const entries = phones.map((phone) => ({ phone, note, expireTime }))
        const now = clock.now()
        const put = await putEntries(tx, list, entries, { actor: currentActor().name, now })
        const keys = phones.map(({ key }) => key)
        const { added, updated } = put
        const change = { operation: 'doNotCall.addEntries', subject: list, after: { callId, added, updated } }
        await recordChange(tx, { at: now, ...change })
        // Said in the call: the callee no longer agrees to anything.
        if (called) await withdrawConsents(tx, { keys, note: note || `asked for in call ${callId}` }, now)
        return { ...put, otherSpellings: await otherSpellings(tx, list, keys, now) }
      })
    },

    async removeEntries(id: string, phoneNumbers: string[]) {
      readNumbers(phoneNumbers)
      return db.transaction(async (tx) => {
        const list = await lockList(tx, id)
        await followCountry?.(tx)
        const keys = readNumbers(phoneNumbers).map(({ key }) => key)
        const now = clock.now()
        const removed = await removeEntries(tx, list, keys, { actor: currentActor().name, now })
        const change = { operation: 'doNotCall.removeEntries', subject: list, after: { removed } }
        await recordChange(tx, { at: now, ...change })
        return { removed, otherSpellings: await otherSpellings(tx, list, keys, now) }
      })
    },

    /** `phoneNumber`: how the number begins, in either spelling; empty for all. */
    async entries(
      id: string,
      { phoneNumber, ...page }: Page & { phoneNumber: string },
    ): Promise<Paged<FoundEntry>> {
      const list = await findList(db, id)
      // A position is known also after its entry was removed.
      const find = async (afterId: string) => Number(afterId) <= list.last_position
      if (phoneNumber === '')
        return readPage<EntryRow>(page, {
          find,
          count: async () => ({ total: list.entry_count }),
          readAt: (offset, limit) => queries.listEntries(db, [id, offset, limit]),
          readAfter: (afterId, limit) => queries.listEntriesAfter(db, [id, afterId, limit]),
        })
      const given = readPhonePrefix(phoneNumber)
      const beginnings = inEitherSpelling(given)
      const found = await readPage<EntryRow>(page, {
        find,
        count: () => queries.countFoundEntries.first(db, [id, beginnings]),
        readAt: (offset, limit) => queries.listFoundEntries(db, [id, beginnings, offset, limit]),
        readAfter: (afterId, limit) => queries.listFoundEntriesAfter(db, [id, beginnings, afterId, limit]),
      })
      const isOther = ({ phone_key: key }: EntryRow) => !given.some((beginning) => key.startsWith(beginning))
      return { ...found, rows: found.rows.map((row) => ({ ...row, isOtherSpelling: isOther(row) })) }
    },
  }

  async function phoneOfCall(callId: string): Promise<PhoneNumber> {
    const phone = isId(callId) ? await dependencies.numberOfCall(callId) : undefined
    if (!phone) throw new NotFound('call', callId)
    return phone
  }
}

/** Otherwise a number would seem protected that can be called. */
function expired(): InvalidInput {
  return new InvalidInput(
    'expireTime has passed: the entry would not hold; give a time in the future, or none',
    {
      fault: 'time_passed',
      field: 'expireTime',
    },
  )
}

/** With a plus and without one; each entry begins with at most one of them. */
function inEitherSpelling(beginnings: string[]): string[] {
  const digits = beginnings.filter((each) => numberDigits(each) !== '')
  const all = [...new Set([...beginnings, ...digits.map((each) => sameNumber(each)[1])])]
  return all.filter((each) => !all.some((other) => other !== each && each.startsWith(other)))
}

function facetsOf({ name, description, is_global }: ListRow): object {
  return { name, description, isGlobal: is_global }
}

/** Which of these ids are ids of lists. */
export async function existingLists(db: Queryable, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  return (await queries.findExistingLists(db, [ids])).map(({ id }) => id)
}

export async function findList(db: Queryable, id: string): Promise<ListRow> {
  const list = isId(id) ? await queries.findList.first(db, [id]) : undefined
  if (!list) throw notFound(id)
  return list
}

function notFound(id: string): NotFound {
  return new NotFound('do-not-call list', id)
}

/** Of the numbers and the call. */
function notExactlyOne(callId: string | undefined): InvalidInput {
  if (callId === undefined)
    return new InvalidInput('phoneNumbers is required, unless callId is given', {
      fault: 'required',
      field: 'phoneNumbers',
    })
  return new InvalidInput({
    fault: 'excluded',
    field: 'phoneNumbers',
    params: { other: 'callId' },
  })
}

function notEmpty({ entry_count: count }: ListRow): Conflict {
  return new Conflict({
    fault: 'not_empty',
    params: { count },
  })
}
