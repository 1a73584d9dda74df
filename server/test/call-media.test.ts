// How the sound of calls arrived, from the gateway to the record.
import { expect, it, onTestFinished } from 'vitest'
import type { GatewayEvent } from '../src/telephony/gateway.ts'
import { eventually } from './support/eventually.ts'
import { expectSuccess } from './support/expectations.ts'
import { createInstantGateway } from './support/instant-gateway.ts'
import { contactIdsOf } from './support/task-fixtures.ts'
import { createTestApp } from './support/test-app.ts'

const media = { loss: 0.01, jitterMs: 4.2, mes: 92 }

it('is on record of answered calls, also after the contact was deleted', async () => {
  let emit: (event: GatewayEvent) => void = () => undefined
  const app = await createTestApp({
    role: 'all',
    gateway: createInstantGateway(undefined, {
      async originate({ attemptId, phoneNumber }) {
        const cause = phoneNumber.endsWith('1') ? 'busy' : 'answered'
        emit({ type: 'ended', attemptId, end: { cause, talkMs: 5000, media } })
      },
      listen(onEvent) {
        emit = onEvent
      },
    }),
  })
  onTestFinished(() => app.close())
  app.startDialing()
  const list = await app.addDataSource('list', ['+4930110', '+4930111'])
  const id = await app.addTask('task', list, { maxDialCount: 1 })
  expectSuccess(await app.post('/api/task/publish', { id }))
  const calls = async () => {
    const { rows } = expectSuccess(
      await app.get<{ rows: { cause: string; result: object | null }[] }>(`/api/task/${id}/calls`),
    )
    return Object.fromEntries(rows.map(({ cause, result }) => [cause, result]))
  }
  await eventually(async () => expect(await calls()).toEqual({ answered: { media }, busy: null }))
  const ids = await contactIdsOf(app, list)
  for (const contactId of ids)
    expectSuccess(await app.post(`/api/dataSource/${list}/contact/delete`, { contactId }))
  await eventually(async () => expect(await calls()).toEqual({ answered: { media }, busy: null }))
})
