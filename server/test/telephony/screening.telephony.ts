// Assistants that ask who is calling are told, and machines get their message after the tone, on real calls.

import { expect, it, onTestFinished } from 'vitest'
import { type Service, startService } from '../support/carillon-process.ts'
import { databaseUrl } from '../support/database-url.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { secondsOf, shareAnsweringNetwork } from './answering-network.ts'
import { publish, read, untilCompleted } from './campaign.ts'
import { findSound } from './hear.ts'
import { RATE } from './wav.ts'

const shared = shareAnsweringNetwork()
const INTRODUCTION = 'This is the practice of Doctor Miller, about your appointment.'
const QUESTION = 'Good morning, is tomorrow at nine still fine? Press 1 for yes.'
const MESSAGE = 'This is the practice of Doctor Miller. Please call us back.'

async function openService(): Promise<Service> {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  return startService({
    env: {
      ...shared().settings,
      DATABASE_URL: databaseUrl(database.connection),
      ACCESS_TOKEN: 'token-of-the-telephony-tests-and-of-nothing-else',
      CALLS_PER_SECOND: '0',
      STOP_WAIT: '0',
    },
  })
}

interface Row {
  phoneNumber: string
  result: { verdict?: { is: string; how: string }; digits?: object; said?: { text: string }[] }
}

async function callAll(service: Service, numbers: string[], flow: object): Promise<Map<string, Row>> {
  const campaign = await publish(service, numbers, { maxDialCount: 1, flow, successWhen: 'answered' })
  await untilCompleted(service, campaign)
  const { rows } = await read<{ rows: Row[] }>(service, `/api/task/${campaign.taskId}/calls`)
  return new Map(rows.map((row) => [row.phoneNumber, row]))
}

it('the assistants of an iPhone and a Pixel are told who is calling, and who takes the call is asked', async () => {
  const service = await openService()
  const numbers = ['49300130', '49300131']
  const rows = await callAll(service, numbers, {
    onMachine: { do: 'hangup' },
    onScreening: { say: INTRODUCTION },
    steps: [{ id: 'ask', type: 'gather', text: QUESTION, keys: '1', timeout: 10 }],
  })
  const introduction = await shared().say(INTRODUCTION)
  const question = await shared().say(QUESTION)
  for (const number of numbers) {
    const { result } = rows.get(number) as Row
    expect({ number, ...result }).toMatchObject({
      verdict: { is: 'person' },
      digits: { ask: '1' },
      said: [{ text: QUESTION }, { text: INTRODUCTION }, { text: QUESTION }],
    })
    const tape = await shared().tape(number)
    expect(findSound(tape, introduction).correlation, number).toBeGreaterThan(0.5)
    expect(findSound(tape, question.subarray(0, 2 * RATE)).correlation, number).toBeGreaterThan(0.5)
  }
})

it('a machine hears the message after its tone, also if there is silence before it', async () => {
  const service = await openService()
  const numbers = ['49300120', '49300125']
  const rows = await callAll(service, numbers, {
    onMachine: { do: 'leaveMessage', step: 'message' },
    steps: [
      { id: 'ask', type: 'gather', text: QUESTION, keys: '1', timeout: 20 },
      { id: 'end', type: 'hangup' },
      { id: 'message', type: 'say', text: MESSAGE },
    ],
  })
  const message = await shared().say(MESSAGE)
  const machine = secondsOf(await shared().voice('machine'))
  const toneEnds: Record<string, number> = {
    '49300120': 0.4 + machine + 0.6,
    '49300125': 0.4 + machine + 2 + 0.6,
  }
  for (const number of numbers) {
    expect(rows.get(number)?.result.verdict, number).toMatchObject({ is: 'machine' })
    const found = findSound(await shared().tape(number), message)
    expect(found.correlation, number).toBeGreaterThan(0.5)
    const afterTone = found.atSeconds - (toneEnds[number] ?? 0)
    expect(afterTone, `${number}: seconds after the tone`).toBeGreaterThan(-0.1)
    expect(afterTone, `${number}: seconds after the tone`).toBeLessThan(1)
  }
})
