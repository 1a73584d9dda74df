// A database with two hosts: two ways to the same server, of which the test says which one accepts writes.
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createDatabase } from '../src/platform/storage/database.ts'
import { isConnectionError, isReadOnly } from '../src/platform/storage/database-errors.ts'
import { createDatabaseHosts, type DatabaseHosts } from '../src/platform/storage/hosts/database-hosts.ts'
import { whyUnavailable } from '../src/platform/storage/unavailable.ts'
import { createDatabaseProxy, type DatabaseProxy } from './support/database-proxy.ts'
import { databaseUrl } from './support/database-url.ts'
import { eventually } from './support/eventually.ts'
import { listen } from './support/listen.ts'
import { silentLog } from './support/silent-log.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'

let test: TestDatabase
let ways: [DatabaseProxy, DatabaseProxy]
beforeAll(async () => {
  test = await createTestDatabase({ isEmpty: true })
  ways = [await createDatabaseProxy(test.connection), await createDatabaseProxy(test.connection)]
})
afterAll(async () => {
  for (const way of ways) await way.close()
  await test.drop()
})

/** Beginning with the first as the one that accepts writes. */
function openHosts() {
  const urls = ways.map(({ connection }) => databaseUrl(connection))
  let primary = urls[0]
  const look = async (url: string) => ({ isReadOnly: url !== primary, isStandby: url !== primary })
  const hosts = createDatabaseHosts({ urls, attribute: 'read-write', look })
  return {
    hosts,
    failOver() {
      primary = urls[1]
    },
  }
}

function openDatabase(connection: DatabaseHosts) {
  const db = createDatabase({ connection, maxConnections: 2, log: silentLog })
  onTestFinished(() => db.close())
  return db
}

const sessionOf = async (db: Pick<TestDatabase['db'], 'query'>) =>
  (await db.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' })).rows[0]?.pid

describe('a database with several hosts', () => {
  it('is used through the one that accepts writes', async () => {
    const { hosts, failOver } = openHosts()
    failOver()
    await ways[0].cut()
    try {
      expect(await sessionOf(openDatabase(hosts))).toBeGreaterThan(0)
    } finally {
      await ways[0].mend()
    }
  })

  it('closes the connections to a server that another one has replaced, also those in use', async () => {
    const { hosts, failOver } = openHosts()
    const db = openDatabase(hosts)
    const waiting = db.query({ text: 'select pg_sleep(600)' }).catch((error: unknown) => error)
    const before = await sessionOf(db)
    failOver()
    await hosts.find()
    expect(isConnectionError(await waiting)).toBe(true)
    expect(await sessionOf(db)).not.toBe(before)
  })

  it('listens on the new server, and tells of the gap', async () => {
    const { hosts, failOver } = openHosts()
    const [onNotify, onGap] = [vi.fn(), vi.fn()]
    const listener = listen({
      connection: hosts,
      channels: ['task_changed'],
      onNotify,
      onGap,
      log: silentLog,
    })
    onTestFinished(() => listener.close())
    await listener.ready
    failOver()
    await hosts.find()
    await eventually(() => expect(onGap).toHaveBeenCalledTimes(1))
    await test.db.query({ text: `select pg_notify('task_changed', '42')` })
    await eventually(() => expect(onNotify.mock.calls).toEqual([['task_changed', '42']]))
  })

  it('gives up connections to a server that has vanished without closing them', async () => {
    const { hosts, failOver } = openHosts()
    const db = openDatabase(hosts)
    const listener = listen({
      ...{ connection: hosts, channels: [], onNotify: vi.fn(), onGap: vi.fn(), log: silentLog },
      ...{ heartbeatMs: 600, answerMs: 500 },
    })
    onTestFinished(() => listener.close())
    await listener.ready
    const waiting = db.query({ text: 'select pg_sleep(600)' }).catch((error: unknown) => error)
    await sessionOf(db)
    failOver()
    ways[0].freeze()
    expect(isConnectionError(await waiting)).toBe(true)
    expect(await sessionOf(db)).toBeGreaterThan(0)
  })

  it('looks for another server when a write is refused', async () => {
    const { hosts, failOver } = openHosts()
    const db = openDatabase(hosts)
    const idle = await sessionOf(db)
    failOver()
    const refused = db.transaction(async (tx) => {
      await tx.query({ text: 'set transaction read only' })
      await tx.query({ text: 'create table refused ()' })
    })
    expect(isReadOnly(await refused.catch((error: unknown) => error))).toBe(true)
    await eventually(async () => expect(await sessionOf(db)).not.toBe(idle))
  })
})

it('a connection on which a write was refused is not used again, with one host too', async () => {
  const db = createDatabase({ connection: test.connection, maxConnections: 1, log: silentLog })
  onTestFinished(() => db.close())
  const before = await sessionOf(db)
  await db
    .transaction(async (tx) => {
      await tx.query({ text: 'set transaction read only' })
      await tx.query({ text: 'create table refused ()' })
    })
    .catch(() => undefined)
  expect(await sessionOf(db)).not.toBe(before)
})

it.each(['begin isolation level', 'commit'])(
  'a server that crashes at "%s" is away, and no fault of the service',
  async (text) => {
    const way = await createDatabaseProxy(test.connection)
    const db = createDatabase({ connection: way.connection, maxConnections: 1, log: silentLog })
    onTestFinished(async () => {
      await db.close()
      await way.close()
    })
    await sessionOf(db)
    way.resetAt(text)
    const error = await db.transaction((tx) => sessionOf(tx)).catch((failure: unknown) => failure)
    expect(whyUnavailable(error)).toMatchObject({ code: 'database_unreachable' })
  },
)
