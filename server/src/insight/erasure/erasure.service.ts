// Erases a person by number. The order to do so is a row; a maintenance job carries it out in steps of short transactions, by any dialing node, and goes
// on after a crash. What is done twice changes nothing. The row becomes the certificate, and the last thing that goes is the number in it.
//
// A live call is waited for, and so are files that are being imported, because they may have the number. At the end it looks once more: what
// came meanwhile goes as well.

import { eraseAudit } from '../../access/audit/erase-audit.ts'
import { requirePhone } from '../../lists/contacts/contacts.service.ts'
import { replaceNames } from '../../lists/contacts/name-blocks.queries.ts'
import { type ListObserver, lockForRemoval, removeContacts } from '../../lists/contacts/remove-contacts.ts'
import { lockDataSource } from '../../lists/data-sources/data-sources.service.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import { Conflict, NotFound } from '../../platform/kernel/errors.ts'
import { isId, newId } from '../../platform/kernel/ids.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import type { PhoneNumberReader } from '../../platform/kernel/phone/phone-number.ts'
import { keyIdOf } from '../../platform/kernel/secrets/key-file.ts'
import { erasedKey } from '../../platform/kernel/secrets/number-key.ts'
import { DAY_MS } from '../../platform/kernel/timestamps.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import { recordChange } from '../../platform/trail/record.ts'
import type { Job } from '../../platform/work/jobs.ts'
import type { ErasureRow } from './erasure.queries.ts'
import * as queries from './erasure.queries.ts'
import { numberPattern } from './number-pattern.ts'

interface ErasureDependencies {
  db: Database
  clock: Clock
  log: Log
  readPhoneNumber: PhoneNumberReader
  listObserver: ListObserver
  /** The key for numbers that stay on do-not-call lists; undefined: this node has none. */
  numberKey: Buffer | undefined
  /** How many nights a backup is kept; undefined: this node makes none. */
  backupDays: number | undefined
}

interface Work extends ErasureRow {
  phone_key: string
}

interface Outcome {
  rows: number
  isDone: boolean
  /** What is counted; absent: rows of the phase. */
  counts?: Record<string, number>
  place?: ErasureRow['place']
  waitsFor?: ErasureRow['waits_for']
  /** Something came meanwhile. */
  again?: boolean
}

const MAX_ROWS = 500
/** About 500 kB of a table. */
const BLOCKS = 64
const DONE: Outcome = { rows: 0, isDone: true }

export type Erasures = ReturnType<typeof createErasures>

export function createErasures(dependencies: ErasureDependencies) {
  const { db, clock, log, readPhoneNumber, listObserver, numberKey, backupDays } = dependencies

  /** The key of this node, if it is that of the service: the first node that tells its own decides. */
  async function usableKey(tx: Queryable): Promise<Buffer | undefined> {
    if (!numberKey) return undefined
    const id = keyIdOf(numberKey)
    const told = await queries.tellKeyId.first(tx, [id])
    return told?.number_key_id === id ? numberKey : undefined
  }

  async function waitForCalls(tx: Queryable, { phone_key }: Work): Promise<Outcome> {
    if (await queries.findLive.first(tx, [phone_key])) return { ...DONE, isDone: false, waitsFor: 'calls' }
    if (await queries.findFiles.first(tx, [])) return { ...DONE, isDone: false, waitsFor: 'imports' }
    return DONE
  }

  async function contacts(tx: Queryable, { phone_key }: Work): Promise<Outcome> {
    const found = await queries.findContacts(tx, [phone_key, MAX_ROWS])
    const [first] = found
    if (!first) return DONE
    const source = first.data_source_id
    const ids = found.filter((contact) => contact.data_source_id === source).map(({ id }) => id)
    await lockForRemoval(tx, listObserver, source)
    const rows = await removeContacts(tx, { clock, listObserver }, source, ids)
    await queries.eraseDials(tx, [source, ids])
    return { rows, isDone: false }
  }

  const byNumber =
    (statement: typeof queries.eraseCalls) =>
    async (tx: Queryable, { phone_key }: Work): Promise<Outcome> => {
      const rows = await statement.run(tx, [phone_key, MAX_ROWS])
      return { rows, isDone: rows < MAX_ROWS }
    }

  async function entries(tx: Queryable, { phone_key }: Work): Promise<Outcome> {
    await queries.lockListsOf(tx, [phone_key])
    const key = await usableKey(tx)
    const hash = key ? erasedKey(key, phone_key) : null
    const done = await queries.eraseEntries.first(tx, [phone_key, hash, clock.now()])
    const { kept = 0, gone = 0 } = done ?? {}
    return { rows: 0, isDone: true, counts: { doNotCallKept: kept, doNotCall: gone } }
  }

  /** Tables that only have a number, such as what people have agreed to. */
  async function otherRecords(tx: Queryable, { phone_key }: Work): Promise<Outcome> {
    const counts: Record<string, number> = {}
    for (const { name } of await queries.listNumberTables(tx, [])) {
      const rows = await queries.deleteOfNumber(tx, name, phone_key)
      if (rows > 0) counts[name] = rows
    }
    return { rows: 0, isDone: true, counts }
  }

  async function recordings(tx: Queryable, { phone_key }: Work): Promise<Outcome> {
    return { rows: await queries.eraseRecordings.run(tx, [phone_key, clock.now()]), isDone: true }
  }

  /** Every text of every table, part by part. */
  async function texts(tx: Queryable, { id, phone_key, place }: Work): Promise<Outcome> {
    const pattern = numberPattern(phone_key)
    if (pattern === undefined) return DONE
    const tables = await queries.listTables(tx, [])
    const { table: at = '', block = 0 } = place
    const table = tables.find(({ name }) => name >= at)
    if (!table) return { ...DONE, place: {} }
    const from = table.name === at ? block : 0
    const before = from + BLOCKS
    const rows = await scrubTable(tx, id, table, [pattern, from, before])
    // Behind the last name in the order of names comes nothing that ends with a space.
    const next = before < table.blocks ? { table: table.name, block: before } : { table: `${table.name} ` }
    return { rows, isDone: false, place: next }
  }

  function scrubTable(
    tx: Queryable,
    erasureId: string,
    table: queries.SearchedTable,
    part: [pattern: string, from: number, before: number],
  ): Promise<number> {
    const [pattern, from, before] = part
    if (table.name === 'contact') return contactFields(tx, part)
    if (table.name === 'audit') return eraseAudit(tx, erasureId, { pattern, from, before })
    return queries.scrub(tx, table, part)
  }

  async function contactFields(
    tx: Queryable,
    [pattern, from, before]: [string, number, number],
  ): Promise<number> {
    const changed = await queries.scrubContacts(tx, [pattern, `(${from},0)`, `(${before},0)`])
    for (const source of new Set(changed.map((row) => row.data_source_id))) {
      await lockDataSource(tx, source)
      const rows = changed.filter((row) => row.data_source_id === source)
      const positions = rows.map(({ position }) => position)
      await replaceNames(tx, [source, positions, rows.map(({ name }) => name)])
    }
    return changed.length
  }

  async function lookAgain(tx: Queryable, work: Work): Promise<Outcome> {
    const { phone_key } = work
    if (await queries.findLive.first(tx, [phone_key])) return { ...DONE, again: true }
    if (await queries.findContacts.first(tx, [phone_key, 1])) return { ...DONE, again: true }
    if (await queries.findRecording.first(tx, [phone_key]))
      return { ...DONE, isDone: false, waitsFor: 'recordings' }
    return DONE
  }

  /** In their order. What a phase has removed is counted under its name. */
  const phases: [name: string, run: (tx: Queryable, work: Work) => Promise<Outcome>][] = [
    ['waits', waitForCalls],
    ['contacts', contacts],
    ['calls', byNumber(queries.eraseCalls)],
    ['denials', byNumber(queries.eraseDenials)],
    ['singleCalls', byNumber(queries.eraseSingleCalls)],
    ['doNotCall', entries],
    ['records', otherRecords],
    ['recordings', recordings],
    ['texts', texts],
    ['waits', lookAgain],
  ]

  async function advance(tx: Queryable): Promise<'unfinished' | 'done'> {
    const row = await queries.lockNext.first(tx, [])
    if (!row || row.phone_key === null) return 'done'
    const work: Work = { ...row, phone_key: row.phone_key }
    const [name, run] = phases[row.phase] ?? ['waits', lookAgain]
    const done = await run(tx, work)
    const counts = { ...row.counts }
    const more = done.counts ?? (done.rows > 0 ? { [name]: done.rows } : {})
    for (const [kind, n] of Object.entries(more)) counts[kind] = (counts[kind] ?? 0) + n
    const phase = done.again ? 0 : done.isDone ? row.phase + 1 : row.phase
    await queries.noteProgress(tx, [row.id, phase, done.place ?? {}, done.waitsFor ?? null, counts])
    if (phase < phases.length) return done.waitsFor ? 'done' : 'unfinished'
    const now = clock.now()
    const until = backupDays === undefined ? null : new Date(now.getTime() + backupDays * DAY_MS)
    await queries.endErasure(tx, [row.id, now, until])
    await recordChange(tx, {
      at: now,
      operation: 'erasure.end',
      subject: { id: row.id, name: row.id },
      after: counts,
    })
    log.info({ erasureId: row.id, ...counts }, 'a person is erased')
    return 'unfinished'
  }

  return {
    /** Asking again while it goes on changes nothing. */
    async add(phoneNumber: string): Promise<ErasureRow> {
      const { key: phoneKey } = requirePhone(readPhoneNumber, phoneNumber)
      return db.transaction(async (tx) => {
        const key = await usableKey(tx)
        if (!key) throw new Conflict({ fault: 'number_key_missing' })
        const open = await queries.findOpen.first(tx, [phoneKey])
        if (open) return open
        const id = newId()
        const now = clock.now()
        const row = await queries.insertErasure.first(tx, [id, phoneKey, erasedKey(key, phoneKey), now])
        await recordChange(tx, { at: now, operation: 'erasure.add', subject: { id, name: id } })
        return row as ErasureRow
      })
    },

    async find(id: string): Promise<ErasureRow> {
      const row = isId(id) ? await queries.findErasure.first(db, [id]) : undefined
      if (!row) throw new NotFound('erasure', id)
      return row
    },

    list: (): Promise<ErasureRow[]> => queries.listErasures(db, [1000]),

    /** Numbers stay on lists as hashes that this node cannot compare. */
    async lacksKey(): Promise<boolean> {
      const erased = await queries.countErasedEntries.first(db, [])
      return (erased?.entries ?? 0) > 0 && (await usableKey(db)) === undefined
    },

    job: {
      name: 'erase_people',
      why: 'a person who is erased by number goes in steps, while calls go on',
      reports: 'the certificate, the audit trail and a line in the log with what is gone',
      everyMs: 2000,
      run: () => db.transaction(advance, { retry: true }),
    } satisfies Job,
  }
}
