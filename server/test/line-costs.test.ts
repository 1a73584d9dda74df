// What the lines of calls cost: by the prices, the currency and the billing of their trunks, when they are read.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { endCall } from './support/call-fixtures.ts'
import { expectSuccess } from './support/expectations.ts'
import { createManualClock } from './support/manual-clock.ts'
import { contactIdsOf, moveTo } from './support/task-fixtures.ts'
import { createTestApp, TEST_TOKEN, type TestApp } from './support/test-app.ts'

const END = '2026-03-02T05:00:00Z'
const PERIOD = 'from=2026-03-02%2000:00:00&to=2026-03-03%2000:00:00'
const clock = createManualClock('2026-03-02T06:00:00Z')
let app: TestApp
let dataSourceId: string
let contactId: string
let spring: string
let summer: string
let byMinute: string
let bySecond: string
let unpriced: string

beforeAll(async () => {
  app = await createTestApp({ clock })
  dataSourceId = await app.addDataSource('customers', ['13800138000'])
  contactId = (await contactIdsOf(app, dataSourceId))[0] ?? ''
  spring = await app.addTask('spring', dataSourceId)
  summer = await app.addTask('summer', dataSourceId)
  await moveTo(app, spring, 'RUNNING')
  const prices = [
    { prefix: '+49', price: 0.02 },
    { prefix: '+4917', price: 0.3 },
    { prefix: '+4917', price: 9 },
  ]
  byMinute = await addTrunk('minute', {
    ...{ prices, currency: 'EUR', billing: { firstSeconds: 60, stepSeconds: 60 } },
  })
  bySecond = await addTrunk('second', { prices: [{ prefix: '', price: 0.6 }], currency: 'USD' })
  unpriced = await addTrunk('unpriced', { prices })
  await ended(spring, '+4930100', { trunkId: byMinute, talkMs: 61_000 })
  await ended(spring, '+49171000', { trunkId: byMinute, talkMs: 100 })
  await ended(spring, '+4930200', { trunkId: byMinute, outcome: 2 as const, answer: null })
  await ended(spring, '+33100', { trunkId: byMinute, talkMs: 5000 })
  await ended(spring, '+4930300', { trunkId: unpriced, talkMs: 5000 })
  await ended(summer, '+33200', { trunkId: bySecond, talkMs: 9001 })
  await ended(summer, '+4930400', { talkMs: 9001 })
})
afterAll(() => app.close())

const ended = (taskId: string, phoneNumber: string, call: object) =>
  endCall(app, { taskId, contactId, dataSourceId, phoneNumber, start: END, end: END, ...call })

async function addTrunk(name: string, settings: object): Promise<string> {
  const added = await app.post<{ id: string }>('/api/trunk/add', {
    name,
    host: 'sip.example.com',
    ...settings,
  })
  return expectSuccess(added).id
}

const download = async (url: string) =>
  (await app.http.inject({ url, headers: { authorization: `Bearer ${TEST_TOKEN}` } })).body

interface Costs {
  lineCosts: { currency: string; amount: number; perCall: number; perSuccess: number | null }[]
}

const readReport = async (query = PERIOD) =>
  expectSuccess(await app.get<Costs & { tasks: (Costs & { taskName: string })[] }>(`/api/report?${query}`))

it('a call has its cost by the longest prefix and the first of equal ones, for each begun step of the billing', async () => {
  const list = await app.get<{ rows: { phoneNumber: string; lineCost: unknown }[] }>(
    `/api/task/${spring}/calls`,
  )
  const costs = new Map(expectSuccess(list).rows.map(({ phoneNumber, lineCost }) => [phoneNumber, lineCost]))
  expect(Object.fromEntries(costs)).toEqual({
    '+4930100': { amount: 0.04, currency: 'EUR' },
    '+49171000': { amount: 0.3, currency: 'EUR' },
    // Not answered, no price for the number, no currency.
    ...{ '+4930200': null, '+33100': null, '+4930300': null },
  })
})

it('an export of calls has it', async () => {
  const body = await download(`/api/task/${summer}/calls/export?format=csv`)
  expect(body.split('\n')[0]).toContain('lineCost')
  expect(body).toContain('0.1 USD')
})

it('a report has the sums by currency, per call and per success, of all and of each task', async () => {
  const { lineCosts, tasks } = await readReport()
  const euros = { currency: 'EUR', amount: 0.34, perCall: 0.17 }
  const dollars = { currency: 'USD', amount: 0.1, perCall: 0.1 }
  expect(lineCosts).toEqual([
    { ...euros, perSuccess: 0.056667 },
    { ...dollars, perSuccess: 0.016667 },
  ])
  expect(tasks.map(({ taskName, lineCosts: ofTask }) => [taskName, ofTask])).toEqual([
    ['spring', [{ ...euros, perSuccess: 0.085 }]],
    ['summer', [{ ...dollars, perSuccess: 0.05 }]],
  ])
  expect((await readReport(`${PERIOD}&taskIds=${summer}`)).lineCosts).toEqual([
    { ...dollars, perSuccess: 0.05 },
  ])
  expect((await readReport('from=2026-03-01%2000:00:00&to=2026-03-02%2000:00:00')).lineCosts).toEqual([])
})

it('an exported report has them', async () => {
  const body = await download(`/api/report/export?format=csv&labels=en&${PERIOD}`)
  expect(body).toContain('Cost of lines,EUR,')
  expect(body).toContain(',0.34,0.17,0.056667')
})

it('a currency is three letters, and a step at least a second', async () => {
  const change = (given: object) => app.post('/api/trunk/update', { id: byMinute, ...given })
  const faults = await Promise.all([
    change({ currency: 'euro' }),
    change({ billing: { firstSeconds: 0, stepSeconds: 60 } }),
  ])
  expect(faults.map(({ status, body }) => [status, JSON.stringify(body).includes('currency')])).toEqual([
    [400, true],
    [400, false],
  ])
})
