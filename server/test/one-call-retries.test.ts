// A client whose requests for a call time out, and that sends each again with the same key, at any node: no phone rings twice, and none is
// left out. The ledger is that of the voice platform.

import { expect, it } from 'vitest'
import { eventually } from './support/eventually.ts'
import { expectSuccess } from './support/expectations.ts'
import { createHttpGatewayApp } from './support/http-gateway-app.ts'
import { inLength } from './support/long-run.ts'
import { CHAOS_SEED, createSeededRandom } from './support/seeded-random.ts'
import { TEST_TOKEN } from './support/test-app.ts'
import { startVoicePlatform } from './support/voice-platform.ts'

const CALLS = inLength(150, 1000)
const AT_ONCE = 20
/** From too short for any answer to long enough on most machines. */
const PATIENCE_MS = [1, 5, 20, 80]

it(`carries out each call once (seed ${CHAOS_SEED})`, async () => {
  const platform = await startVoicePlatform()
  const first = await createHttpGatewayApp({ platform })
  const second = await createHttpGatewayApp({ platform, database: first.database, reportTo: first.address })
  expectSuccess(await first.post('/api/dialer/limits', { lines: 2000 }))
  for (const node of [first, second]) node.startDialing()
  const random = createSeededRandom(CHAOS_SEED)
  let timeouts = 0

  async function post(key: string, phoneNumber: string, tries: number): Promise<string | undefined> {
    const patienceMs = PATIENCE_MS[tries]
    const { address } = random.pick([first, second])
    const answer = await fetch(`${address}/api/call`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${TEST_TOKEN}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ phoneNumber }),
      ...(patienceMs !== undefined && { signal: AbortSignal.timeout(patienceMs) }),
    }).catch(() => undefined)
    if (!answer) {
      timeouts += 1
      return undefined
    }
    const body = (await answer.json()) as { data: { id: string } | null; errors?: { params: object }[] }
    // Its first request is still being carried out.
    if (answer.status === 409)
      expect(body.errors?.[0]?.params).toMatchObject({ reason: 'request_in_progress' })
    else expect(answer.status).toBe(200)
    return body.data?.id
  }

  async function call(index: number): Promise<string> {
    let tries = 0
    return eventually(async () => {
      const id = await post(`call-${index}`, `+4930${1_000_000 + index}`, tries++)
      if (id === undefined) throw new Error('no answer yet')
      return id
    })
  }

  const ids: string[] = []
  let next = 0
  const work = async () => {
    for (let index = next++; index < CALLS; index = next++) ids[index] = await call(index)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  expect(timeouts).toBeGreaterThan(CALLS / 2)
  expect(new Set(ids).size).toBe(CALLS)
  await eventually(async () => {
    await platform.pass(10_000)
    const [open] = await first.rows<{ calls: number }>(
      'select count(*)::int as calls from single_call where end_time is null',
    )
    expect(open?.calls).toBe(0)
  })
  const numbers = platform.posts.map(({ phoneNumber }) => phoneNumber)
  expect(numbers.sort()).toEqual(Array.from({ length: CALLS }, (_, index) => `+4930${1_000_000 + index}`))
  // An attempt that waited too long to be placed was given back and made anew, with an id of its own.
  expect(new Set(platform.posts.map(({ attemptId }) => attemptId)).size).toBe(CALLS)
})
