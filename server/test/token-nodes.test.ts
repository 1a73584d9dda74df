// Several nodes on one database: what one is told of a token holds on all of them.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTokens } from '../src/access/tokens/tokens.service.ts'
import { createSilentLog } from '../src/platform/kernel/log/log.ts'
import type { Database } from '../src/platform/storage/database.ts'
import { createDatabaseProxy, type DatabaseProxy } from './support/database-proxy.ts'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createManualClock } from './support/manual-clock.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const clock = createManualClock('2026-03-02T01:30:00Z')
let database: TestDatabase
/** The second node reaches the database by a way that can be cut. */
let proxy: DatabaseProxy
let one: TestApp
let other: TestApp
let token: string
let id: string

beforeAll(async () => {
  database = await createTestDatabase()
  proxy = await createDatabaseProxy(database.connection)
  one = await createTestApp({ database, clock })
  other = await createTestApp({ database, clock, connection: proxy.connection })
})
afterAll(async () => {
  await Promise.all([one.close(), other.close()])
  await proxy.close()
  await database.drop()
})
beforeEach(async () => {
  const made = await one.tokens.create({ name: `crm ${Math.random()}`, scope: 'read', expiresInDays: 1 })
  token = made.token
  id = made.details.id
})

const use = (node: TestApp) =>
  node.send({ method: 'GET', url: '/api/task/list', headers: { authorization: `Bearer ${token}` } })

/** Used often enough that whatever is remembered is remembered. */
async function useOften(node: TestApp): Promise<void> {
  for (let request = 0; request < 5; request += 1) expectSuccess(await use(node))
}

describe('a token made on one node', () => {
  it('is good on the other', async () => {
    await useOften(other)
    expect((await use(other)).status).toBe(200)
  })

  it('is good there even if it was tried before it was made', async () => {
    const tried = await other.tokens.authenticate(token)
    expect(tried).toMatchObject({ id, scope: 'read' })
  })

  it('expires on both', async () => {
    await useOften(one)
    await useOften(other)
    clock.advance(DAY_MS)
    expectError(await use(one), 401)
    expectError(await use(other), 401)
  })

  it('is revoked on the other at once', async () => {
    await useOften(one)
    await useOften(other)
    expectSuccess(await one.post('/api/token/revoke', { id }))
    expectError(await use(one), 401)
    await eventually(async () => expectError(await use(other), 401))
  })

  it('is revoked on a node that could not hear it', async () => {
    await useOften(other)
    await proxy.cut()
    expectSuccess(await one.post('/api/token/revoke', { id }))
    await proxy.mend()
    const statuses = new Set<number>()
    await eventually(async () => {
      const { status } = await use(other)
      statuses.add(status)
      expect(status).toBe(401)
    })
    expect(statuses).not.toContain(200)
  })
})

describe('what a node remembers of a token', () => {
  it('is nothing that it read before it could hear of changes', async () => {
    let hearsChanges = false
    // The token is revoked and the node begins to listen while the answer is on its way to it.
    const slow: Database = {
      ...database.db,
      async query(statement) {
        const answer = await database.db.query<never>(statement)
        await one.tokens.revoke(id)
        hearsChanges = true
        return answer
      },
    }
    const dependencies = {
      clock,
      log: createSilentLog(),
      presetToken: undefined,
      unknownDataSource: async () => undefined,
      hearsChanges: () => hearsChanges,
    }
    const tokens = createTokens({ db: slow, ...dependencies })
    expect(await tokens.authenticate(token)).toMatchObject({ id })
    expect(await tokens.authenticate(token)).toBeUndefined()
  })
})
