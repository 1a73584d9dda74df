// Calls that a system asks for, while a dialing process is killed and the service is started again: each is placed once. The ledger is
// that of the voice platform.

import { expect, it, onTestFinished } from 'vitest'
import { jsonBody, runCarillon, startService } from './support/carillon-process.ts'
import { databaseUrl } from './support/database-url.ts'
import { eventually } from './support/eventually.ts'
import { createTestDatabase } from './support/test-database.ts'
import { PLATFORM_SECRET, startVoicePlatform } from './support/voice-platform.ts'

const NOW = 30
const LATER = 10
const LATER_MS = 8000

const timestamp = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')

it('survive the death of a node and a restart, and ring once', async () => {
  const platform = await startVoicePlatform()
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const common = {
    ...{ PORT: '0', DATABASE_URL: databaseUrl(database.connection), TIME_ZONE: 'UTC', LOG_LEVEL: 'warn' },
    ...{ ACCESS_TOKEN: 'token-of-the-nodes-of-this-test-only', GATEWAY: 'http' },
    ...{
      HTTP_GATEWAY_URL: platform.url,
      HTTP_GATEWAY_SECRET: PLATFORM_SECRET,
      PUBLIC_URL: 'http://127.0.0.1:1',
    },
  }
  let api = await startService({ env: common, args: ['--role', 'api'] })
  const env = { ...common, PUBLIC_URL: api.address, PORT: new URL(api.address).port }
  const startDialer = () => runCarillon(['serve', '--role', 'dialer'], { env: { ...env, PORT: '0' } })
  const ask = async (body: object) =>
    (await api.call<{ id: string }>('/api/call', jsonBody(body)))?.data.id ?? ''

  const first = startDialer()
  const second = startDialer()
  const numbers = Array.from({ length: NOW + LATER }, (_, index) => `+493010${index + 10}0`)
  const laterMs = Date.now() + LATER_MS
  const ids: string[] = []
  for (const phoneNumber of numbers.slice(NOW))
    ids.push(await ask({ phoneNumber, callTime: timestamp(laterMs) }))
  for (const phoneNumber of numbers.slice(0, NOW)) ids.push(await ask({ phoneNumber }))
  await eventually(() => expect(platform.posts.length).toBeGreaterThan(NOW / 2))
  await first.end('SIGKILL')
  await api.end('SIGKILL')
  api = await startService({ env, args: ['--role', 'api'] })

  await eventually(async () => {
    await platform.pass(5000)
    for (const id of ids)
      expect((await api.call<{ status: string }>(`/api/call/${id}`))?.data).toMatchObject({
        ...{ status: 'ended', attempts: 1, reason: null },
      })
  })
  const rung = platform.posts.map(({ phoneNumber }) => phoneNumber)
  expect(new Set(rung).size).toBe(rung.length)
  // Of a call that the killed node was about to place nobody knows whether it was placed: it is not placed again.
  const { rows: lost } = await database.db.query<{ phone_number: string }>({
    text: "select phone_number from call where cause = 'lost'",
  })
  expect(
    numbers.filter((number) => !rung.includes(number) && !lost.some((call) => call.phone_number === number)),
  ).toEqual([])
  const { rows } = await database.db.query<{ early: number }>({
    text: `select count(*)::int as early from call c join single_call s on s.id = c.contact_id where c.start_time < s.call_time`,
  })
  expect(rows).toEqual([{ early: 0 }])
  expect((await second.end('SIGTERM')).code).toBe(0)
})
