// The audit trail is sealed in the background, and a change of what is sealed is found.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { forgetAudit } from '../src/access/audit/forget-audit.ts'
import { createAuditSeals, readHeadName } from '../src/access/audit/seal-audit.ts'
import { type AuditVerification, verifyAudit } from '../src/access/audit/verify-audit.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import { recordChange, recordRefusedSignIn } from '../src/platform/trail/record.ts'
import { captureLog } from './support/log-capture.ts'
import { createManualClock, type ManualClock } from './support/manual-clock.ts'
import { sealAudit } from './support/seal-audit.ts'
import { silentLog } from './support/silent-log.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

let database: TestDatabase
let clock: ManualClock

beforeEach(async () => {
  database = await createTestDatabase()
  clock = createManualClock('2026-03-02T10:00:00Z')
})
afterEach(() => database.drop())

const rows = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await database.db.query<Row>({ text, values })).rows

async function record(name: string, at = clock.now()): Promise<number> {
  await recordChange(database.db, {
    ...{ at, operation: 'calendar.update', subject: { id: newId(), name } },
    ...{ before: { note: 'old' }, after: { note: `about ${name}` } },
  })
  const [row] = await rows<{ id: number }>('select max(id) as id from audit')
  return row?.id ?? 0
}

const createSeals = () => createAuditSeals({ db: database.db, clock, log: silentLog }).jobs()[0]

const seal = (job = createSeals()) => sealAudit(database.db, clock, job ? [job] : [])

const verify = (head?: string): Promise<AuditVerification> => {
  const [id = '', hash = ''] = head?.split(':') ?? []
  return verifyAudit({
    db: database.db,
    clock,
    head: head === undefined ? undefined : { id: Number(id), hash },
  })
}

const found = async (head?: string) => (await verify(head)).findings

/** As somebody does it who owns the database. */
async function tamper(text: string, values: unknown[] = []): Promise<void> {
  await rows('alter table audit disable trigger audit_is_kept')
  await rows(text, values)
  await rows('alter table audit enable trigger audit_is_kept')
}

/** Three seals with two rows each. Resolves with the ids of the rows. */
async function threeSeals(): Promise<number[]> {
  const ids: number[] = []
  for (const name of ['spring', 'summer', 'autumn']) {
    ids.push(await record(`${name} one`), await record(`${name} two`))
    await seal()
  }
  return ids
}

describe('seals', () => {
  it('cover all rows, and hold', async () => {
    await threeSeals()
    const [last] = await rows<{ id: number; hash: Buffer }>(
      'select id, hash from audit_seal order by id desc limit 1',
    )
    expect(await verify()).toEqual({
      ...{ seals: 3, rows: 6, erasedRows: 0, forgottenBefore: null, unsealed: null, isHeadForgotten: false },
      ...{ findings: [], head: `3:${last?.hash.toString('hex')}` },
    })
  })

  it('are made of batches, and none of nothing', async () => {
    await rows(
      `insert into audit (at, actor, operation, event_seq, change_xact) select now(), 'x', 'y', null, null from generate_series(1, 1200)`,
    )
    const job = createSeals()
    await seal(job)
    await seal(job)
    expect(await rows('select rows from audit_seal order by id')).toEqual([
      { rows: 500 },
      { rows: 500 },
      { rows: 200 },
    ])
    expect(await found()).toEqual([])
  })

  it('leave young rows alone, and say if there are old ones without', async () => {
    const id = await record('spring')
    const job = createSeals()
    await job?.run()
    clock.advance(2 * MINUTE_MS - 1)
    expect(await job?.run()).toBe('done')
    expect(await rows('select id from audit_seal')).toEqual([])
    expect((await verify()).unsealed).toBeNull()
    clock.advance(14 * MINUTE_MS)
    expect(await verify()).toMatchObject({ unsealed: { rows: 1, firstId: id }, findings: [], head: null })
  })

  it('wait for a transaction that got its id earlier and commits later', async () => {
    const client = await database.db.withClient(async (late) => {
      await late.query('begin')
      await late.query(
        `insert into audit (at, actor, operation, event_seq, change_xact) values (now(), 'late', 'x', null, null)`,
      )
      await record('spring')
      const job = createSeals()
      await seal(job)
      expect(await rows('select id from audit_seal')).toEqual([])
      await late.query('commit')
      await seal(job)
    })
    expect(client).toBeUndefined()
    expect(await rows('select rows, last_id from audit_seal')).toEqual([{ rows: 2, last_id: 2 }])
    expect(await found()).toEqual([])
  })

  it('do not wait for those that began to write later', async () => {
    await record('spring')
    const job = createSeals()
    await job?.run()
    await database.db.transaction(async (tx) => {
      await recordChange(tx, { at: clock.now(), operation: 'later' })
      clock.advance(2 * MINUTE_MS)
      await job?.run()
      expect(await rows('select rows, last_id from audit_seal')).toEqual([{ rows: 1, last_id: 1 }])
    })
    await seal(job)
    expect(await verify()).toMatchObject({ seals: 2, rows: 2, findings: [] })
  })

  it('are made once by several nodes', async () => {
    await threeSeals()
    await Promise.all(Array.from({ length: 20 }, (_, n) => record(`day ${n}`)))
    const nodes = [createSeals(), createSeals(), createSeals()]
    await Promise.all(nodes.map((node) => node?.run()))
    clock.advance(2 * MINUTE_MS)
    await Promise.all(nodes.map((node) => node?.run()))
    expect(await verify()).toMatchObject({ seals: 4, rows: 26, findings: [] })
  })

  it('end the counting of failed sign-ins in a row', async () => {
    const refuse = () =>
      recordRefusedSignIn(database.db, { at: clock.now(), account: undefined, network: '192.0.2.7' })
    await refuse()
    await refuse()
    await seal()
    clock.set('2026-03-02T10:00:30Z')
    await refuse()
    await seal()
    const counts = await rows(`select changes #>> '{0,after}' as count from audit order by id`)
    expect(counts).toEqual([{ count: '2' }, { count: '1' }])
    expect(await found()).toEqual([])
  })

  it('are told to the log by their head', async () => {
    await threeSeals()
    const { log, lines } = captureLog()
    const [, tell] = createAuditSeals({ db: database.db, clock, log }).jobs()
    await tell?.run()
    expect(lines).toMatchObject([{ head: await readHeadName(database.db) }])
  })
})

describe('what somebody changes by SQL', () => {
  it.each([
    ['who acted', "actor_id = 'somebody-else'"],
    ['the name of who acted', "actor = 'somebody else'"],
    ['when', "at = at + interval '1 microsecond'"],
    ['from where', "address = '203.0.113.1'"],
    ['what was done', "operation = 'calendar.add'"],
    ['to what', 'subject_id = gen_random_uuid()'],
    ['its name', "subject_name = 'winter'"],
    ['the changes', "changes = '[]'"],
    ['the reason', "reason = 'because'"],
  ])('is refused, and found where it was forced: %s', async (_, change) => {
    const ids = await threeSeals()
    const statement = `update audit set ${change} where id = $1`
    await expect(rows(statement, [ids[3]])).rejects.toThrow(`row ${ids[3]} of the audit trail is sealed`)
    expect(await found()).toEqual([])
    await tamper(statement, [ids[3]])
    expect(await found()).toEqual([{ kind: 'rowChanged', id: ids[3] }])
  })

  it('is found where a row is deleted', async () => {
    const ids = await threeSeals()
    await expect(rows('delete from audit where id = $1', [ids[1]])).rejects.toThrow('is sealed')
    await tamper('delete from audit where id = any($1)', [[ids[1], ids[5]]])
    expect(await found()).toEqual([ids[1], ids[5]].map((id) => ({ kind: 'rowDeleted', id })))
    await rows('delete from sealed_audit where id = $1', [ids[1]])
    expect(await found()).toEqual([
      { kind: 'sealChanged', seal: 1, afterId: 0, lastId: ids[1] },
      { kind: 'rowDeleted', id: ids[5] },
    ])
  })

  it('is found where a row is inserted, also below all others', async () => {
    const ids = await threeSeals()
    for (const id of [-5, 0])
      await rows(
        `insert into audit (id, at, actor, operation, event_seq, change_xact) overriding system value values ($1, now(), 'x', 'y', null, null)`,
        [id],
      )
    expect(await found()).toEqual([-5, 0].map((id) => ({ kind: 'rowInserted', id })))
    await tamper('delete from audit where id = $1', [ids[2]])
    await rows('delete from sealed_audit where id = $1', [ids[2]])
    await rows(
      `insert into audit (id, at, actor, operation, event_seq, change_xact) overriding system value values ($1, now(), 'x', 'y', null, null)`,
      [ids[2]],
    )
    expect((await found()).slice(2)).toEqual([
      { kind: 'rowInserted', id: ids[2] },
      { kind: 'sealChanged', seal: 2, afterId: ids[1], lastId: ids[3] },
    ])
  })

  it('is found where a row and its digests are made anew', async () => {
    const ids = await threeSeals()
    await tamper("update audit set subject_name = 'winter' where id = $1", [ids[2]])
    await rows(
      'update sealed_audit set (key, contents, hash) = (select key, contents, hash from sealed_audit where id = $2) where id = $1',
      [ids[2], ids[3]],
    )
    expect(await found()).toEqual([
      { kind: 'rowChanged', id: ids[2] },
      { kind: 'sealChanged', seal: 2, afterId: ids[1], lastId: ids[3] },
    ])
  })

  it.each([
    [1, 1],
    [1, 2],
    [2, 2],
  ])('is found where seals are deleted: %i to %i', async (from, to) => {
    await threeSeals()
    await rows('delete from audit_seal where id between $1 and $2', [from, to])
    expect(await found()).toContainEqual({ kind: 'sealsMissing', from, to })
  })

  it('is found by the head where the last seals are deleted with their rows, or made again', async () => {
    await threeSeals()
    const head = (await readHeadName(database.db)) ?? ''
    expect(await found(head)).toEqual([])
    await record('winter')
    await seal()
    expect(await found(head)).toEqual([])

    await tamper('delete from audit where id > (select last_id from audit_seal where id = 2)')
    await rows('delete from sealed_audit where id > (select last_id from audit_seal where id = 2)')
    await rows('delete from audit_seal where id > 2')
    expect(await found()).toEqual([])
    expect(await found(head)).toEqual([{ kind: 'headUnknown' }])
    await record('another')
    await seal()
    expect(await found()).toEqual([])
    expect(await found(head)).toEqual([{ kind: 'headUnknown' }])
  })

  it('is found where contents are erased without an erasure', async () => {
    const ids = await threeSeals()
    await rows('update sealed_audit set key = null, erasure_id = $2 where id = $1', [ids[0], newId()])
    await rows("update audit set subject_name = '' where id = $1", [ids[0]])
    expect(await found()).toEqual([{ kind: 'rowErased', id: ids[0] }])
  })
})

describe('contents that were erased with a person', () => {
  it('are no finding, but the rest of the row still is sealed', async () => {
    const ids = await threeSeals()
    const erasureId = newId()
    await rows('insert into erasure (id, create_time, end_time) values ($1, now(), now())', [erasureId])
    await rows('update sealed_audit set key = null, erasure_id = $2 where id = $1', [ids[2], erasureId])
    await rows("update audit set subject_name = '', actor = '', changes = '[]' where id = $1", [ids[2]])
    expect(await verify()).toMatchObject({ findings: [], rows: 6, erasedRows: 1 })
    const other = "update audit set operation = 'calendar.add' where id = $1"
    await expect(rows(other, [ids[2]])).rejects.toThrow('is sealed')
    await tamper(other, [ids[2]])
    expect(await found()).toEqual([{ kind: 'rowChanged', id: ids[2] }])
  })
})

describe('rows past their age', () => {
  const forget = (before: Date, maxRows = 1000) =>
    database.db.transaction((tx) => forgetAudit(tx, { before, now: clock.now(), maxRows }))

  it('go seal by seal, and leave a checkpoint with a record', async () => {
    const ids = await threeSeals()
    const head = await readHeadName(database.db)
    clock.advance(3 * DAY_MS)
    await record('winter')
    await seal()
    const before = new Date(clock.now().getTime() - DAY_MS)
    expect(await forget(before, 3)).toMatchObject({ rows: 4, isDone: false })
    expect(await found()).toEqual([])
    expect(await forget(before, 3)).toMatchObject({ rows: 2, isDone: true })
    expect(await forget(before)).toMatchObject({ rows: 0, isDone: true })
    await seal()
    expect(await verify(`1:${'0'.repeat(64)}`)).toMatchObject({
      ...{ findings: [], seals: 2, rows: 2, isHeadForgotten: true },
      forgottenBefore: new Date('2026-03-04T00:00:00Z'),
    })
    expect(await verify(head ?? '')).toMatchObject({ findings: [], isHeadForgotten: false })
    expect(await rows('select operation from audit order by id')).toEqual([
      { operation: 'calendar.update' },
      { operation: 'audit.forget' },
    ])
    expect(await rows('select id from sealed_audit where id <= $1', [ids[5]])).toEqual([])
  })

  it('stay until they are sealed', async () => {
    await record('spring')
    clock.advance(3 * DAY_MS)
    expect(await forget(clock.now())).toEqual({ rows: 0, bytes: 0, isDone: true })
  })

  it('leave no checkpoint that anybody could make', async () => {
    const ids = await threeSeals()
    await rows("update audit_seal set forgotten_before = '2026-03-04' where id = 2")
    await rows('delete from audit_seal where id < 2')
    await rows('delete from audit where id < (select last_id from audit_seal where id = 2)')
    expect(await found()).toEqual([
      { kind: 'rowInserted', id: ids[3] },
      { kind: 'checkpointUnrecorded', seal: 2 },
    ])
  })
})
