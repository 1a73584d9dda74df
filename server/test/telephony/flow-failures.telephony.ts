// Asterisk or a node dies in the middle of calls with a flow: they go on or end with a cause, no step is heard twice, and no
// call stays up.

import { expect, it } from 'vitest'
import type { Flow } from '../../src/conversations/flows/flow.ts'
import { startService } from '../support/carillon-process.ts'
import { shareAnsweringNetwork } from './answering-network.ts'
import { countBy, openService, publish, read, recordsOf, untilCompleted, untilExplained } from './campaign.ts'
import { PATIENCE } from './controlled-call.ts'
import { findSound } from './hear.ts'
import { RATE } from './wav.ts'

const shared = shareAnsweringNetwork()
const WITHIN_MS = 200_000

const notes = async (what: string) => (await shared().ledger()).filter((line) => line.split(' ')[1] === what)

async function untilAnswered(count: number): Promise<void> {
  await expect.poll(async () => (await notes('answers')).length, PATIENCE).toBeGreaterThanOrEqual(count)
}

async function expectNothingLeft(): Promise<void> {
  await expect.poll(() => shared().callsUp(), PATIENCE).toEqual([])
  await expect.poll(async () => (await shared().ari('GET', '/bridges')).body, PATIENCE).toEqual([])
}

const INTRO = 'This is a reminder of your appointment tomorrow at nine.'
const THANKS = 'Thank you, goodbye.'
const PATIENT: Flow = {
  steps: [
    { id: 'intro', type: 'say', text: INTRO },
    {
      id: 'ask',
      type: 'gather',
      text: 'Press one.',
      retryText: 'Please press one.',
      keys: '1',
      timeout: 8,
      tries: 10,
    },
    { id: 'thanks', type: 'say', text: THANKS },
  ],
}

it('another node continues the calls of a node that was killed', async () => {
  const { service, env } = await openService(shared())
  // These people press a key almost a minute after the answer: starting another node takes time.
  const numbers = Array.from({ length: 6 }, (_, index) => `49320${index}43`)
  const settings = { maxDialCount: 3, callInterval: 0, flow: PATIENT, successWhen: 'digits.ask == "1"' }
  const campaign = await publish(service, numbers, settings)
  await untilAnswered(numbers.length)
  const heir = await startService({ env })
  expect((await service.end('SIGKILL')).signal).toBe('SIGKILL')
  await untilCompleted(heir, campaign, WITHIN_MS)

  const records = await recordsOf(heir, campaign)
  expect(records.map(({ phoneNumber }) => phoneNumber).sort()).toEqual(numbers)
  expect(countBy(records, ({ cause, attempt }) => `${cause} ${attempt}`)).toEqual({
    'answered 1': numbers.length,
  })
  for (const { result } of records) {
    expect(result?.digits).toEqual({ ask: '1' })
    expect(result?.said?.filter(({ step }) => step !== 'ask').map(({ text }) => text)).toEqual([
      INTRO,
      THANKS,
    ])
  }
  const intro = await shared().say(INTRO)
  const thanks = await shared().say(THANKS)
  for (const number of numbers) {
    const tape = await shared().tape(number)
    const heard = findSound(tape, intro)
    expect(heard.share, `${number} heard the first sentence`).toBeGreaterThan(0.6)
    const after = tape.subarray(Math.round(heard.atSeconds * RATE) + intro.length)
    expect(findSound(after, intro).share, `${number} heard it again`).toBeLessThan(0.5)
    expect(findSound(after, thanks).share, `${number} heard the last sentence`).toBeGreaterThan(0.6)
  }
  expect((await notes('rings')).sort()).toEqual(numbers.map((number) => `${number} rings 4930555001`))
  await expectNothingLeft()
}, 400_000)

const CONFIRM: Flow = {
  steps: [
    { id: 'confirm', type: 'gather', text: 'Please press one to confirm.', timeout: 5 },
    { id: 'thanks', type: 'say', text: THANKS },
  ],
}

it('Asterisk is killed in the middle of a survey, and started again', async () => {
  const before = (await notes('answers')).length
  const { service } = await openService(shared(), { LINES: '8' })
  const numbers = Array.from({ length: 24 }, (_, index) => `4933${String(index).padStart(2, '0')}40`)
  const settings = { maxDialCount: 5, callInterval: 0, flow: CONFIRM, successWhen: 'digits.confirm == "1"' }
  const campaign = await publish(service, numbers, settings)
  await untilAnswered(before + 10)
  await shared().killAsterisk()
  await untilExplained(service, campaign, /Asterisk at http\S+ cannot be reached/)
  await shared().startAsterisk()
  await untilCompleted(service, campaign, WITHIN_MS)

  const records = await recordsOf(service, campaign)
  const confirmed = records.filter(({ result }) => result?.digits?.['confirm'] === '1')
  expect(confirmed.map(({ phoneNumber }) => phoneNumber).sort()).toEqual(numbers)
  expect(new Set(confirmed.map(({ cause }) => cause))).toEqual(new Set(['answered']))
  // Of every phone that was picked up there is a record, and none without a ring except of calls that were lost.
  const answers = countBy(await notes('answers'), (line) => line.split(' ')[0] ?? '')
  const rings = countBy(await notes('rings'), (line) => line.split(' ')[0] ?? '')
  const recorded = countBy(records, ({ phoneNumber }) => phoneNumber)
  const lost = countBy(
    records.filter(({ cause }) => cause === 'lost'),
    ({ phoneNumber }) => phoneNumber,
  )
  for (const number of numbers) {
    expect(recorded[number], number).toBeGreaterThanOrEqual(answers[number] ?? 0)
    expect((recorded[number] ?? 0) - (lost[number] ?? 0), number).toBeLessThanOrEqual(rings[number] ?? 0)
  }
  await expectNothingLeft()
}, 400_000)

const LONG: Flow = {
  steps: [
    { id: 'confirm', type: 'gather', text: 'Please press one to confirm.', timeout: 10, tries: 3 },
    { id: 'long', type: 'say', text: 'This is a long story. '.repeat(40) },
  ],
}

it.each([
  { whoDies: 'its switch dies', hasHeir: false, digit: 4 },
  { whoDies: 'its switch and its node die', hasHeir: true, digit: 5 },
])(
  'an answered call whose flow is broken off because $whoDies is no success, unless successWhen says so',
  async ({ hasHeir, digit }) => {
    const { service, env, database } = await openService(shared())
    const settings = { maxDialCount: 1, callInterval: 0, flow: LONG }
    const plain = await publish(service, [`493${digit}0040`], settings)
    const judged = await publish(service, [`493${digit}0140`], {
      ...settings,
      successWhen: 'digits.confirm == "1"',
    })
    const confirmed = async () => {
      const { rows } = await database.db.query<{ phone_number: string }>({
        text: `select phone_number from live_call where flow_state -> 'result' -> 'digits' ->> 'confirm' = '1'`,
      })
      return rows.length
    }
    await expect.poll(confirmed, PATIENCE).toBe(2)
    const heir = hasHeir ? await startService({ env }) : service
    await shared().killAsterisk()
    if (hasHeir) await service.end('SIGKILL')
    await shared().startAsterisk()
    await untilCompleted(heir, plain, WITHIN_MS)
    await untilCompleted(heir, judged, WITHIN_MS)

    const path = [{ exit: 'keys:1' }, { step: 'long', exit: 'interrupted' }]
    const interrupted = { digits: { confirm: '1' }, ending: 'interrupted', path }
    expect(await recordsOf(heir, plain)).toMatchObject([{ cause: 'unverified', result: interrupted }])
    expect(await recordsOf(heir, judged)).toMatchObject([{ cause: 'answered', result: interrupted }])
    const successes = async ({ taskId }: { taskId: string }) =>
      (await read<{ successCount: number }>(heir, `/api/task/${taskId}/stat`)).successCount
    expect([await successes(plain), await successes(judged)]).toEqual([0, 1])
    await expectNothingLeft()
  },
  400_000,
)
