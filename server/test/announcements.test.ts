// What a flow announces, where calls are real: publishing warns and refuses, and single calls are refused.

import { expect, it } from 'vitest'
import { eventually } from './support/eventually.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { addTrunk, gatewayOf, openService } from './support/stand-in-carriers.ts'

const agent = { id: 'agent', type: 'stream', url: 'wss://agent.example.com/calls' }
const record = { id: 'record', type: 'record', what: 'call' }
const says = (...announces: string[]) => ({ id: 'hello', type: 'say', text: 'Hello.', announces })
const unannounced = { steps: [says(), agent] }
const announced = { steps: [says('artificialVoice'), agent] }
const warning = { code: 'undisclosed_agent', message: expect.stringContaining('voice is artificial') }

it('refuses real calls to the European Union by a voice agent that is not announced', async () => {
  const { app } = await openService()
  const german = await app.addDataSource('german', ['+12025550100', '+4930100'])
  const american = await app.addDataSource('american', ['+12025550100'])
  const publish = (id: string) => app.post('/api/task/publish', { id })

  // Nobody is called yet.
  const rehearsal = await app.addTask('rehearsal', german, { flow: unannounced })
  expect(expectSuccess(await publish(rehearsal))).toMatchObject({ warnings: [warning] })
  expectSuccess(await app.post('/api/call', { phoneNumber: '+4930200', flow: unannounced }))

  await addTrunk(app, 'Berlin')
  await eventually(async () => expect(await gatewayOf(app)).toMatchObject({ kind: 'trunks' }))
  const refused = await app.addTask('refused', german, { flow: unannounced })
  const preview = expectSuccess(await app.get<object>(`/api/task/${refused}/preview`))
  expect(preview).toMatchObject({ warnings: expect.arrayContaining([warning]) })
  expect(preview).toMatchObject({ skipped: [{ reason: 'undisclosed_agent', contacts: 1 }] })
  const answer = await publish(refused)
  expectError(answer, 400, /^flow\.steps\[1\]\.announces/)
  expect(answer.body).toMatchObject({
    errors: [
      {
        code: 'flow_invalid',
        field: 'flow.steps[1].announces',
        params: { reason: 'undisclosed_agent', step: 'agent' },
      },
    ],
  })
  expectSuccess(await app.post('/api/task/update', { id: refused, flow: announced }))
  expect(expectSuccess(await publish(refused))).not.toMatchObject({
    warnings: expect.arrayContaining([warning]),
  })
  expectError(
    await app.post('/api/task/changeFlow', { id: refused, flow: unannounced }),
    400,
    /^flow\.steps\[1\]\.announces/,
  )

  const warned = await app.addTask('warned', american, { flow: unannounced })
  expect(expectSuccess(await publish(warned))).toMatchObject({
    warnings: expect.arrayContaining([warning]),
  })

  const call = (phoneNumber: string, flow: object) => app.post('/api/call', { phoneNumber, flow })
  expectError(await call('+4930200', unannounced), 400, 'phoneNumber')
  expectSuccess(await call('+4930200', announced))
  expectSuccess(await call('+12025550101', unannounced))
  expectError(await app.post('/api/call', { phoneNumber: '+4930300', taskId: warned }), 400, 'phoneNumber')
})

it('refuses a task that needs a notice of the recording, and whose flow has none', async () => {
  const { app } = await openService()
  const list = await app.addDataSource('list', ['+12025550100'])
  const settings = { needsRecordingNotice: true, flow: { steps: [says(), record] } }
  const id = await app.addTask('recorded', list, settings)
  expectError(await app.post('/api/task/publish', { id }), 400, /^flow\.steps\[1\] records/)
  expectSuccess(await app.post('/api/task/update', { id, flow: { steps: [says('recording'), record] } }))
  expectSuccess(await app.post('/api/task/publish', { id }))
})
