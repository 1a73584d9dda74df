// A survey on the default installation, over the API alone: the simulator's ledger says what its callees did, and the service must
// tell the same.

import { afterAll, expect, it } from 'vitest'
import type { CallResult } from '../src/conversations/flows/call-result.ts'
import type { Flow } from '../src/conversations/flows/flow.ts'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { createSimulator } from '../src/telephony/switches/simulator/simulator.ts'
import type { LedgerEntry } from '../src/telephony/switches/simulator/simulator-ledger.ts'
import { parseSimulatorSettings } from '../src/telephony/switches/simulator/simulator-settings.ts'
import { addList, numbersOn } from './support/do-not-call.ts'
import { eventually } from './support/eventually.ts'
import { expectSuccess } from './support/expectations.ts'
import { createTestApp, TEST_TOKEN, type TestApp } from './support/test-app.ts'

const CONTACTS = 40
/** The simulated network is that much faster than a real one. */
const SPEED = 40
const COMPLETED = 4
const SUCCESS = 1

let app: TestApp
afterAll(() => app.close())

interface ListedCall {
  id: string
  phoneNumber: string
  cause: string
  result: CallResult | null
}

interface Results {
  optOuts: number
  digits: { values: { value: string; contacts: number }[] }[]
}

it('is dialed, answered, counted and exported as its callees behaved', async () => {
  const ledger: LedgerEntry[] = []
  const words = `seed=3, answered=80, busy=20, machine=20, press.1=50, press.2=25, press.7=15, press.none=10,
    transfer.answered=60, transfer.busy=40, leave=0, patience=4000-4000, stay=4000`
  const gateway = createSimulator({
    settings: parseSimulatorSettings(words),
    clock: systemClock,
    schedule: (delayMs, run) => void setTimeout(run, delayMs / SPEED),
    onLedger: (entry) => ledger.push(entry),
  })
  app = await createTestApp({ role: 'all', gateway })
  const listId = await addList(app)
  const flow: Flow = {
    onMachine: { do: 'hangup' },
    steps: [
      {
        id: 'confirm',
        type: 'gather',
        text: 'Press 1 to confirm, 2 to get no more calls.',
        keys: '12',
        timeout: 2,
      },
      {
        id: 'answer',
        type: 'branch',
        cases: [
          { when: 'digits.confirm == "1"', next: 'sales' },
          { when: 'digits.confirm == "2"', next: 'stop' },
        ],
        next: 'end',
      },
      { id: 'sales', type: 'transfer', to: 'sip:sales@127.0.0.1', next: 'note' },
      { id: 'stop', type: 'optOut', listId },
      { id: 'removed', type: 'say', text: 'You will not be called again.', next: 'end' },
      { id: 'note', type: 'set', field: 'colleague', value: 'busy' },
      { id: 'end', type: 'hangup' },
    ],
  }
  const numbers = Array.from({ length: CONTACTS }, (_, index) => `138001380${String(index).padStart(2, '0')}`)
  const dataSourceId = await app.addDataSource('customers', numbers)
  const successWhen = 'digits.confirm == "1"'
  const taskId = await app.addTask('survey', dataSourceId, { flow, successWhen, maxDialCount: 1 })
  expectSuccess(await app.post('/api/permission/settings', { transferHosts: ['127.0.0.1'] }))
  expectSuccess(await app.post('/api/task/publish', { id: taskId }))
  app.startDialing()
  await eventually(async () => {
    expect(await statistics(taskId)).toMatchObject({ status: COMPLETED })
  })

  const { rows: calls } = expectSuccess(
    await app.get<{ rows: ListedCall[] }>(`/api/task/${taskId}/calls?pageSize=100`),
  )
  expect(calls).toHaveLength(CONTACTS)
  for (const { id, cause, result } of calls) {
    const own = ledger.filter(({ attemptId }) => attemptId === id)
    const answered = own.find((entry) => entry.event === 'answered')
    if (!answered) {
      expect({ cause, result }).toEqual({ cause: 'busy', result: null })
      continue
    }
    const pressed = own.find((entry) => entry.event === 'pressed')
    const key = pressed && '12'.includes(pressed.key) ? pressed.key : ''
    const transferred = own.find((entry) => entry.event === 'transferred')
    const isMachine = answered.by === 'machine'
    if (isMachine) expect(result?.verdict?.is).toBe('machine')
    else expect(result?.digits).toEqual({ confirm: key })
    expect(result?.transfer?.result).toBe(transferred?.result)
    expect(result?.optOut).toBe(key === '2' ? listId : undefined)
    expect(cause).toBe(isMachine ? 'machine' : key === '1' ? 'answered' : 'not_confirmed')
  }

  const confirmed = calls.filter(({ result }) => result?.digits?.confirm === '1')
  expect(confirmed.length).toBeGreaterThan(3)
  const { callCount, successCount = 0, failCount = 0, noAnswerCount = 0 } = await statistics(taskId)
  expect({ callCount, successCount }).toEqual({ callCount: CONTACTS, successCount: confirmed.length })
  expect(successCount + failCount + noAnswerCount).toBe(CONTACTS)

  const optedOut = calls.filter(({ result }) => result?.optOut !== undefined)
  const results = expectSuccess(await app.get<Results>(`/api/task/${taskId}/results`))
  expect(optedOut.length).toBeGreaterThan(0)
  expect(results.optOuts).toBe(optedOut.length)
  expect(results.digits[0]?.values.find(({ value }) => value === '1')?.contacts).toBe(confirmed.length)
  expect((await numbersOn(app, listId, '?pageSize=100')).sort()).toEqual(
    optedOut.map(({ phoneNumber }) => phoneNumber).sort(),
  )

  const exported = await app.http.inject({
    url: `/api/task/${taskId}/export?format=csv&status=${SUCCESS}`,
    headers: { authorization: `Bearer ${TEST_TOKEN}` },
  })
  const [titles, ...lines] = exported.body.trim().split('\n')
  expect(titles).toContain('digits.confirm')
  expect(lines).toHaveLength(confirmed.length)
}, 120_000)

async function statistics(taskId: string): Promise<Record<string, number>> {
  return expectSuccess(await app.get<Record<string, number>>(`/api/task/${taskId}/stat`))
}
