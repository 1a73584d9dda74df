// What breaks in the middle of a task, and comes back: no phone rings without a record, no contact pays for it, and the
// task goes on by itself.

import { expect, it, onTestFinished } from 'vitest'
import {
  type CallRecord,
  countBy,
  disagreements,
  lastDigit,
  openNetwork,
  openWorld,
  publish,
  read,
  recordsOf,
  untilCompleted,
  untilExplained,
  untilRung,
} from './campaign.ts'
import { createEventCutter } from './event-cutter.ts'

const LINES = 8
const PHONES = 48
const BEFORE_THE_FAILURE = 20

/** Phones that answer, phones that answer and let us hang up, and busy ones. */
const numbers = Array.from({ length: PHONES }, (_, index) => {
  const digit = [0, 5, 1][index % 3]
  return `4930${100 + index}${digit}`
})
const settings = { maxDialCount: 3, callInterval: 0 }

const isBusyPhone = ({ phoneNumber }: CallRecord) => lastDigit(phoneNumber) === 1
const answeredNumbers = (records: CallRecord[]) =>
  records.filter(({ cause }) => cause === 'answered').map(({ phoneNumber }) => phoneNumber)
const answering = numbers.filter((number) => lastDigit(number) !== 1).sort()

it('the trunk is cut in the middle of a task, and comes back', async () => {
  const { network, service } = await openWorld({ LINES: String(LINES) })
  const campaign = await publish(service, numbers, settings)
  await untilRung(network, BEFORE_THE_FAILURE)
  await network.cutTrunk()
  await untilExplained(service, campaign, /the trunk PJSIP\/trunk is offline/)
  await network.mendTrunk()
  await untilCompleted(service, campaign)

  const records = await recordsOf(service, campaign)
  expect(disagreements(await network.rings(), records)).toEqual([])
  // Whoever can be reached was reached once. Besides, only what rang into the cut: nothing failed for the trunk's sake.
  expect(answeredNumbers(records).sort()).toEqual(answering)
  const others = records.filter((record) => record.cause !== 'answered' && !isBusyPhone(record))
  expect(others.map(({ cause }) => cause).filter((cause) => cause !== 'no_answer')).toEqual([])
  expect(others.length).toBeLessThanOrEqual(LINES)
  const busy = countBy(records.filter(isBusyPhone), ({ cause }) => cause)
  expect(busy).toEqual({ busy: (PHONES / 3) * settings.maxDialCount })
})

it('the trunk is cut, and Asterisk does not ask it whether it is there', async () => {
  const network = await openNetwork({ qualifySeconds: 0 })
  const { service } = await openWorld({ LINES: String(LINES) }, network)
  await network.cutTrunk()
  const campaign = await publish(service, ['4930000', '4930011'], { maxDialCount: 1 })
  await untilExplained(service, campaign, /the trunk PJSIP\/trunk is silent/)
  await network.mendTrunk()
  await untilCompleted(service, campaign)
  const records = await recordsOf(service, campaign)
  expect(disagreements(await network.rings(), records)).toEqual([])
  expect(records.map(({ cause }) => cause).sort()).toEqual(['answered', 'busy'])
})

it('the trunk refuses every call: that costs no contact an attempt, and is said', async () => {
  const { service } = await openWorld({ LINES: String(LINES) })
  const refused = Array.from({ length: 30 }, (_, index) => `4930${100 + index}9`)
  const campaign = await publish(service, refused, { maxDialCount: 1, callInterval: 0 })
  await untilExplained(service, campaign, /the trunk refuses calls with SIP 403: .*check the caller ID/)
  // Nothing rang, so there is nothing to record.
  expect(await recordsOf(service, campaign)).toEqual([])
  expect(await read(service, `/api/task/${campaign.taskId}/stat`)).toMatchObject({
    ...{ successCount: 0, failCount: 0, noAnswerCount: 0 },
  })
  const { rows } = await read<{ rows: { attempts: number }[] }>(
    service,
    `/api/task/${campaign.taskId}/contacts?pageSize=100`,
  )
  expect(new Set(rows.map(({ attempts }) => attempts))).toEqual(new Set([0]))
})

it('Asterisk is killed in the middle of a task, and started again', async () => {
  const { network, service } = await openWorld({ LINES: String(LINES) })
  const campaign = await publish(service, numbers, settings)
  await untilRung(network, BEFORE_THE_FAILURE)
  await network.killAsterisk()
  await untilExplained(service, campaign, /Asterisk at http\S+ cannot be reached \(ECONNREFUSED\)/)
  await network.startAsterisk()
  await untilCompleted(service, campaign)

  const records = await recordsOf(service, campaign)
  expect(disagreements(await network.rings(), records)).toEqual([])
  expect(answeredNumbers(records).sort()).toEqual(answering)
  // What was in the air when it died is lost, and nothing else is.
  const causes = countBy(records, ({ phoneNumber, cause }) => `${lastDigit(phoneNumber)} ${cause}`)
  const lost = records.filter(({ cause }) => cause === 'lost')
  expect(lost.length).toBeLessThanOrEqual(LINES)
  expect(Object.keys(causes).filter((key) => !key.endsWith(' lost'))).toEqual(
    expect.arrayContaining(['0 answered', '5 answered', '1 busy']),
  )
  expect(records.length - lost.length).toBe(
    answering.length + records.filter(({ cause }) => cause === 'busy').length,
  )
})

it('the event socket is gone for a while, with calls up', async () => {
  const network = await openNetwork()
  const cutter = await createEventCutter(network.ariPort)
  onTestFinished(() => cutter.close())
  const { service } = await openWorld({ LINES: String(LINES), ARI_URL: cutter.url }, network)
  const campaign = await publish(service, numbers, settings)
  await untilRung(network, BEFORE_THE_FAILURE)
  cutter.cut()
  await untilExplained(service, campaign, /Asterisk at http/)
  const rungBlind = (await network.rings()).length
  // Long enough for every call that was up to be over.
  await expect
    .poll(async () => (await network.ari<unknown[]>('GET', '/channels')).body, { timeout: 30_000 })
    .toEqual([])
  expect((await network.rings()).length).toBe(rungBlind)
  cutter.mend()
  await untilCompleted(service, campaign)

  const records = await recordsOf(service, campaign)
  expect(disagreements(await network.rings(), records)).toEqual([])
  // Calls that were answered unseen are lost, so their phones ring once more; nothing else is.
  const lost = records.filter(({ cause }) => cause === 'lost')
  expect(lost.length).toBeLessThanOrEqual(LINES)
  expect([...new Set(answeredNumbers(records))].sort()).toEqual(answering)
})

it('Asterisk hangs, and goes on', async () => {
  const { network, service } = await openWorld({ LINES: String(LINES) })
  const campaign = await publish(service, numbers, settings)
  await untilRung(network, BEFORE_THE_FAILURE)
  network.holdAsterisk(true)
  onTestFinished(() => network.holdAsterisk(false))
  await untilExplained(service, campaign, /has fallen silent|does not answer in time|cannot be reached/)
  network.holdAsterisk(false)
  await untilCompleted(service, campaign)
  const records = await recordsOf(service, campaign)
  expect(disagreements(await network.rings(), records)).toEqual([])
  expect([...new Set(answeredNumbers(records))].sort()).toEqual(answering)
})
