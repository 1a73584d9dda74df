// Requests with an Idempotency-Key while the node that has them is killed: a retry at another node never carries them out a second time.

import { expect, it, onTestFinished } from 'vitest'
import { startService } from './support/carillon-process.ts'
import { databaseUrl } from './support/database-url.ts'
import { eventually } from './support/eventually.ts'
import { createTestDatabase } from './support/test-database.ts'

const TOKEN = 'token-of-the-nodes-of-this-test-only'

it('a POST whose node is killed in the middle is in progress, then of unknown state, and never done twice', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const env = {
    ...{ PORT: '0', DATABASE_URL: databaseUrl(database.connection), TIME_ZONE: 'UTC', LOG_LEVEL: 'warn' },
    ACCESS_TOKEN: TOKEN,
  }
  const start = () => startService({ env, args: ['--role', 'api'] })
  const [killed, other] = [await start(), await start()]

  async function add(node: { address: string }, name: string) {
    const response = await fetch(`${node.address}/api/dataSource/add`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${TOKEN}`,
        'content-type': 'application/json',
        'idempotency-key': `adds-${name}`,
      },
      body: JSON.stringify({ dataSourceName: name }),
    })
    const { errors } = (await response.json()) as { errors?: { code: string; params: { reason?: string } }[] }
    const error = errors?.[0]
    const { status, headers } = response
    return {
      status,
      code: error?.params.reason ?? error?.code,
      isReplayed: headers.has('idempotent-replayed'),
      headers,
    }
  }
  const count = async (name: string) =>
    (await database.db.query({ text: 'select from data_source where name = $1', values: [name] })).rowCount
  const isClaimed = async (name: string) => {
    const { rowCount } = await database.db.query({
      ...{ text: 'select from keyed_request where key = $1', values: [`adds-${name}`] },
    })
    expect(rowCount).toBe(1)
  }

  expect((await add(killed, 'done')).status).toBe(200)
  await database.db.transaction(async (tx) => {
    // The request waits where it would write.
    await tx.query({ text: 'lock table data_source in share mode' })
    const lost = add(killed, 'cut-off').then(
      () => 'answered',
      () => 'cut-off',
    )
    await eventually(() => isClaimed('cut-off'))
    await killed.end('SIGKILL')
    expect(await lost).toBe('cut-off')
    const retried = await add(other, 'cut-off')
    expect([retried.status, retried.code]).toEqual([409, 'request_in_progress'])
    expect(Number(retried.headers.get('retry-after'))).toBeGreaterThan(0)
  })
  await eventually(async () => expect((await add(other, 'cut-off')).code).toBe('state_unknown'))
  const made = await count('cut-off')
  expect(made).toBeLessThanOrEqual(1)
  expect((await add(other, 'cut-off')).status).toBe(409)
  expect(await count('cut-off')).toBe(made)

  expect(await add(other, 'done')).toMatchObject({ status: 200, isReplayed: true })
  expect(await count('done')).toBe(1)
})
