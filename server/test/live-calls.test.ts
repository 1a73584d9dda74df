// A live call that somebody looks at, and transfers.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ControlledPhones, createControlledPhones } from './support/controlled-gateway.ts'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const flow = {
  steps: [
    { id: 'confirm', type: 'gather', text: 'Hello, press 1.', keys: '12', tries: 2 },
    { id: 'thanks', type: 'say', text: 'Thank you.' },
  ],
}

let app: TestApp
let phones: ControlledPhones
beforeAll(async () => {
  phones = createControlledPhones()
  app = await createTestApp({ role: 'all', gateway: phones.gateway() })
  app.startDialing()
})
afterAll(() => app.close())

let lists = 0
/** A call that rings. */
async function ring(): Promise<string> {
  lists += 1
  const number = `138001390${10 + lists}`
  const dataSourceId = await app.addDataSource(`list ${lists}`, [number])
  const settings = { flow, maxDialCount: 1, callInterval: 0 }
  const id = await app.addTask(`task ${lists}`, dataSourceId, settings)
  expectSuccess(await app.post('/api/task/publish', { id }))
  return phones.callTo(number)
}

async function answer(): Promise<string> {
  const id = await ring()
  phones.answer(id)
  await phones.until(id, 'play 1')
  return id
}

interface Now {
  isLive: boolean
  phase: string | null
  canTransfer: boolean
  talkSeconds: number | null
  result: { said?: object[]; pressed?: object[]; verdict?: object; transfer?: object } | null
}
const now = async (id: string) => expectSuccess(await app.get<Now>(`/api/call/${id}/now`))
const transfer = (id: string, to: string) => app.post(`/api/call/${id}/transfer`, { to })

it('is shown as it is now, and what happens in it while somebody looks is in the next answer', async () => {
  const id = await ring()
  expect(await now(id)).toMatchObject({ isLive: true, phase: null, canTransfer: false, result: null })
  phones.answer(id)
  await phones.until(id, 'play 1')
  expect(await now(id)).toMatchObject({
    ...{ isLive: true, phase: 'playing', canTransfer: true, talkSeconds: null },
    result: { said: [{ step: 'confirm', text: 'Hello, press 1.', offsetMs: expect.any(Number) }] },
  })
  // It waits for keys: nothing of that would be stored otherwise.
  phones.played(id)
  await eventually(async () => expect((await now(id)).phase).toBe('listening'))
  phones.press(id, '1')
  await eventually(async () =>
    expect((await now(id)).result).toMatchObject({ pressed: [{ step: 'confirm', keys: '1' }] }),
  )
  await phones.until(id, 'play 2')
  phones.finish(id, { cause: 'answered', talkMs: 4200 })
  await eventually(async () =>
    expect(await now(id)).toMatchObject({ isLive: false, phase: null, talkSeconds: 4.2, cause: 'answered' }),
  )
  expectError(await app.get('/api/call/00000000-0000-7000-8000-000000000000/now'), 404)
})

it('is transferred where the rules allow it, and that is on record', async () => {
  const id = await answer()
  expectSuccess(await app.post('/api/permission/settings', { transferHosts: ['pbx.example'] }))
  for (const [to, code] of [
    ['desk', 'invalid'],
    ['tel:112', 'transfer_denied'],
    ['sip:desk@elsewhere.example', 'transfer_denied'],
  ] as const) {
    const answered = await transfer(id, to)
    expectError(answered, 400)
    expect(answered.body).toMatchObject({ errors: [{ code, field: 'to' }] })
  }
  expectSuccess(await transfer(id, 'sip:desk@pbx.example'))
  await phones.until(id, 'transfer sip:desk@pbx.example')
  expect(phones.calls.get(id)?.did).toEqual(['play 1', 'stop 1', 'transfer sip:desk@pbx.example'])
  expect(await now(id)).toMatchObject({ phase: 'transferring', canTransfer: false })
  expectError(await transfer(id, 'sip:desk@pbx.example'), 405)
  const { rows } = expectSuccess(await app.get<{ rows: object[] }>('/api/audit/list'))
  expect(rows[0]).toMatchObject({
    operation: 'call.transfer',
    subjectId: id,
    subjectName: 'sip:desk@pbx.example',
  })

  phones.tell({ type: 'transferred', attemptId: id, result: 'answered' })
  await eventually(async () => expect((await now(id)).phase).toBe('talking'))
  phones.finish(id, { cause: 'answered', talkMs: 9000 })
  await eventually(async () =>
    expect(await now(id)).toMatchObject({
      isLive: false,
      result: { transfer: { to: 'sip:desk@pbx.example', result: 'answered' } },
    }),
  )
})

it('goes on with its question if nobody takes it', async () => {
  const id = await answer()
  expectSuccess(await transfer(id, 'queue:sales'))
  await phones.until(id, 'transfer queue:sales')
  phones.tell({ type: 'transferred', attemptId: id, result: 'no_answer' })
  await eventually(async () => expect(await now(id)).toMatchObject({ phase: 'listening', canTransfer: true }))
  phones.press(id, '1')
  await phones.until(id, 'play 2')
})

it('that rings, or is over, is not transferred', async () => {
  const id = await ring()
  expectError(await transfer(id, 'queue:sales'), 405)
  phones.finish(id, { cause: 'no_answer', talkMs: 0 })
  await eventually(async () => expectError(await transfer(id, 'queue:sales'), 404))
})
