// With the statements of docs/security.md, the service has a role of its own that cannot change what is sealed.

import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { eraseAudit } from '../src/access/audit/erase-audit.ts'
import { forgetAudit } from '../src/access/audit/forget-audit.ts'
import { verifyAudit } from '../src/access/audit/verify-audit.ts'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import { type Connection, toClientConfig } from '../src/platform/storage/connection.ts'
import { createDatabase, type Database } from '../src/platform/storage/database.ts'
import { migrate } from '../src/platform/storage/migrate.ts'
import { recordRefusedSignIn } from '../src/platform/trail/record.ts'
import { expectSuccess } from './support/expectations.ts'
import { sealAudit } from './support/seal-audit.ts'
import { silentLog } from './support/silent-log.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'

const role = `carillon_${randomBytes(6).toString('hex')}`

let database: TestDatabase
let connection: Connection
/** As the service sees it. */
let db: Database
let app: TestApp

async function asOwner(text: string): Promise<void> {
  const client = new pg.Client(toClientConfig(database.connection))
  await client.connect()
  await client.query(text).finally(() => client.end())
}

beforeAll(async () => {
  database = await createTestDatabase()
  const docs = await readFile('docs/security.md', 'utf8')
  const [, statements = ''] = /```sql\n([\s\S]*?)```/.exec(docs) ?? []
  expect(statements).toContain('revoke')
  await asOwner(statements.replaceAll('carillon_service', role))
  // The test server lets nobody else sign in, so its own user takes the role.
  connection = { ...toClientConfig(database.connection), options: `-c role=${role}` }
  db = createDatabase({ connection, maxConnections: 3, log: silentLog })
  app = await createTestApp({ database: { ...database, connection } })
})
afterAll(async () => {
  await app.close()
  await db.close()
  await asOwner(`drop owned by ${role}`)
  await database.drop()
  const admin = new pg.Client(toClientConfig(inject('testServer').connection))
  await admin.connect()
  await admin.query(`drop role ${role}`).finally(() => admin.end())
})

const refused = (text: string) => expect(db.query({ text })).rejects
const add = async (name: string) => expectSuccess(await app.post('/api/calendar/add', { name }))
const verify = () => verifyAudit({ db, clock: systemClock })

it('starts, works, and seals what it does', async () => {
  expect(await migrate({ connection, log: silentLog })).toMatchObject({ applied: [] })
  await add('spring')
  const refusal = { at: systemClock.now(), account: undefined, network: '192.0.2.7' }
  await recordRefusedSignIn(db, refusal)
  await recordRefusedSignIn(db, refusal)
  await sealAudit(db)
  expect(await verify()).toMatchObject({ findings: [], seals: 1, rows: 2 })
})

it('is refused every change of what is sealed, and goes on to add to it', async () => {
  await refused(`update audit set operation = 'x'`).toThrow('permission denied')
  await refused(`update audit set at = now()`).toThrow('permission denied')
  await refused(`update audit set actor = 'x'`).toThrow('is sealed')
  await refused(`delete from audit`).toThrow('permission denied')
  await refused('truncate audit').toThrow('permission denied')
  await refused(`update audit_seal set hash = ''`).toThrow('permission denied')
  await refused('delete from audit_seal').toThrow('permission denied')
  await refused(`update sealed_audit set hash = ''`).toThrow('permission denied')
  await refused('delete from sealed_audit').toThrow('permission denied')
  await refused('alter table audit disable trigger audit_is_kept').toThrow('must be owner')
  await add('summer')
  await sealAudit(db)
  expect(await verify()).toMatchObject({ findings: [], seals: 2 })
})

it('may erase a person from the trail, which is on record', async () => {
  const erasureId = newId()
  await db.query({
    text: 'insert into erasure (id, create_time, end_time) values ($1, now(), now())',
    values: [erasureId],
  })
  const erased = await db.transaction((tx) =>
    eraseAudit(tx, erasureId, { pattern: 'summer', from: 0, before: 1000 }),
  )
  expect(erased).toBe(1)
  expect(await verify()).toMatchObject({ findings: [], erasedRows: 1 })
})

it('keeps the trail, however old it becomes', async () => {
  const now = new Date(Date.now() + 10 * 86_400_000)
  const forgotten = await db.transaction((tx) => forgetAudit(tx, { before: now, now, maxRows: 1000 }))
  expect(forgotten).toEqual({ rows: 0, bytes: 0, isDone: true })
})
