// Several nodes on one Asterisk: what one has begun another can end.

import { expect, it } from 'vitest'
import { startService } from '../support/carillon-process.ts'
import { openNetwork, openWorld, publish, recordsOf, untilCompleted, untilRung } from './campaign.ts'

/** Well beyond the time in which another node starts, notices that the first is gone, and asks Asterisk. */
const CALL_SECONDS = 30

it('a call outlives the node that placed it, and another one hears its end', async () => {
  const network = await openNetwork({
    extensions: `[patient]\nexten = s,1,Wait(${CALL_SECONDS})\n same = n,Hangup()\n`,
  })
  const { service, env } = await openWorld({ ASTERISK_ON_ANSWER: 'patient,s' }, network)
  const campaign = await publish(service, ['4930005'], { maxDialCount: 3, callInterval: 0 })
  await untilRung(network, 1)
  await expect.poll(async () => (await network.rings())[0]?.wasAnswered, { timeout: 10_000 }).toBe(true)
  const heir = await startService({ env })
  expect((await service.end('SIGKILL')).signal).toBe('SIGKILL')
  await untilCompleted(heir, campaign)

  const records = await recordsOf(heir, campaign)
  expect(records).toMatchObject([{ cause: 'answered', attempt: 1 }])
  // Counted from when the other node found it.
  expect(records[0]?.talkSeconds).toBeGreaterThan(1)
  expect(records[0]?.talkSeconds).toBeLessThanOrEqual(CALL_SECONDS + 0.5)
  expect(await network.rings()).toMatchObject([{ number: '4930005', wasAnswered: true }])
})

it('nodes that dial at the same time do not take each other’s events away', async () => {
  const { network, service, env } = await openWorld()
  const other = await startService({ env })
  const numbers = Array.from({ length: 40 }, (_, index) => `4930${100 + index}0`)
  const campaign = await publish(service, numbers, { maxDialCount: 1 })
  await untilCompleted(other, campaign)
  const records = await recordsOf(other, campaign)
  expect(new Set(records.map(({ cause }) => cause))).toEqual(new Set(['answered']))
  expect(records).toHaveLength(numbers.length)
  expect(await network.rings()).toHaveLength(numbers.length)
})
