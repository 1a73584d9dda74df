// Every way in which a call can end, from the list of contacts to the phone and back to the figures.

import { expect, it } from 'vitest'
import {
  countBy,
  disagreements,
  lastDigit,
  openWorld,
  publish,
  read,
  recordsOf,
  untilCompleted,
} from './campaign.ts'

/** What the phone does by the last digit, what its call is recorded as, and whether it is dialed again. */
const phones: Record<number, { cause: string; outcome: number; isFinal: boolean }> = {
  0: { cause: 'answered', outcome: 1, isFinal: true },
  1: { cause: 'busy', outcome: 2, isFinal: false },
  2: { cause: 'invalid_number', outcome: 2, isFinal: true },
  3: { cause: 'no_answer', outcome: 3, isFinal: false },
  4: { cause: 'congestion', outcome: 2, isFinal: false },
  5: { cause: 'answered', outcome: 1, isFinal: true },
  6: { cause: 'rejected', outcome: 2, isFinal: true },
  7: { cause: 'unreachable', outcome: 3, isFinal: false },
  8: { cause: 'unreachable', outcome: 3, isFinal: false },
}
const DIGITS = Object.keys(phones)
const PHONES_A_DIGIT = 3
const MAX_DIAL_COUNT = 2

const phoneOf = (number: string) => phones[lastDigit(number)]

it('dials phones of every kind, and records of each what it did', async () => {
  const { network, service } = await openWorld()
  const numbers = DIGITS.flatMap((digit) =>
    Array.from({ length: PHONES_A_DIGIT }, (_, index) => `4930${index}00${digit}`),
  )
  const settings = { maxDialCount: MAX_DIAL_COUNT, callInterval: 1 }
  const campaign = await publish(service, numbers, settings)
  await untilCompleted(service, campaign)

  const records = await recordsOf(service, campaign)
  const rings = await network.rings()
  expect(disagreements(rings, records)).toEqual([])
  const causes = countBy(records, ({ phoneNumber, cause }) => `${lastDigit(phoneNumber)} ${cause}`)
  const expected = Object.entries(phones).map(([digit, { cause, isFinal }]) => [
    `${digit} ${cause}`,
    PHONES_A_DIGIT * (isFinal ? 1 : MAX_DIAL_COUNT),
  ])
  expect(causes).toEqual(Object.fromEntries(expected))
  expect(records.filter(({ phoneNumber, outcome }) => outcome !== phoneOf(phoneNumber)?.outcome)).toEqual([])

  // The phones that answered are those with talk time: a second, or the sound that was played.
  const answered = records.filter(({ talkSeconds }) => talkSeconds > 0)
  expect(answered.map(({ phoneNumber }) => phoneNumber).sort()).toEqual(
    rings
      .filter(({ wasAnswered }) => wasAnswered)
      .map(({ number }) => number)
      .sort(),
  )
  for (const { phoneNumber, talkSeconds } of answered) {
    const expectedSeconds = lastDigit(phoneNumber) === 0 ? 1 : 1.4
    expect(Math.abs(talkSeconds - expectedSeconds), `talk time of ${phoneNumber}`).toBeLessThan(0.4)
  }

  const count = (outcome: number) => records.filter((record) => record.outcome === outcome).length
  expect(await read(service, `/api/task/${campaign.taskId}/stat`)).toMatchObject({
    callCount: rings.length,
    successCount: count(1),
    failCount: count(2),
    noAnswerCount: count(3),
  })
  const path = `/api/dataSource/${campaign.dataSourceId}/contacts?pageSize=100`
  const contacts = await read<{ rows: { phoneNumber: string; status: number }[] }>(service, path)
  const statuses = contacts.rows.map(({ phoneNumber, status }) => [phoneNumber, status])
  expect(statuses.sort()).toEqual(
    numbers.map((number) => [number, phoneOf(number)?.outcome === 1 ? 1 : 2]).sort(),
  )

  // The caller ids are taken in turn.
  const shown = countBy(rings, ({ callerId }) => callerId)
  expect(Object.keys(shown).sort()).toEqual(['4930555001', '4930555002'])
  expect(Math.abs((shown['4930555001'] ?? 0) - (shown['4930555002'] ?? 0))).toBeLessThanOrEqual(1)
})

it('plays a sound to who answers, and then hangs up', async () => {
  const { network, service } = await openWorld({ ASTERISK_ON_ANSWER: 'sound:hello-world' })
  const campaign = await publish(service, ['4930005', '4930001'], { maxDialCount: 1 })
  await untilCompleted(service, campaign)
  const records = await recordsOf(service, campaign)
  expect(countBy(records, ({ phoneNumber, cause }) => `${phoneNumber} ${cause}`)).toEqual({
    '4930005 answered': 1,
    '4930001 busy': 1,
  })
  // As long as the sound is.
  expect(records.find(({ cause }) => cause === 'answered')?.talkSeconds).toBeGreaterThan(1.2)
  expect((await network.rings()).length).toBe(2)
})

it('hands the fields of task and contact to the dialplan as they are', async () => {
  const { network, service } = await openWorld()
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what Asterisk would take for a function
  const trap = '${SHELL(touch /tmp/carillon-trap)}'
  const campaign = await publish(
    service,
    [`4930005,王芳,"${trap}, \\""a\\"";b"`],
    { maxDialCount: 1, taskName: 'Überfällig' },
    'phoneNumber,姓名,order id',
  )
  const variables = [
    'CARILLON_TASK_NAME',
    'CARILLON_PHONE_NUMBER',
    'CARILLON_FIELD_姓名',
    'CARILLON_FIELD_ORDER_ID',
  ]
  const found = async () => {
    const { body: channels } = await network.ari<{ id: string; state: string }[]>('GET', '/channels')
    const up = channels.find(({ state }) => state === 'Up')
    if (!up) return undefined
    const answers = variables.map((name) =>
      network.ari<{ value: string }>(
        'GET',
        `/channels/${up.id}/variable?variable=${encodeURIComponent(name)}`,
      ),
    )
    return (await Promise.all(answers)).map(({ body }) => body.value)
  }
  await expect
    .poll(found, { timeout: 20_000, interval: 50 })
    .toEqual(['Überfällig', '4930005', '王芳', `${trap}, \\"a\\";b`])
  await untilCompleted(service, campaign)
  const [record] = await recordsOf(service, campaign)
  expect(record?.cause).toBe('answered')
})
