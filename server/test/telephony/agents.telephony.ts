// Voice agents on real calls: what the callee says reaches them, what they say is on the callee's tape, and a call whose agent
// fails ends politely.

import { expect, it, onTestFinished } from 'vitest'
import { signedHeaders } from '../../src/platform/kernel/secrets/signature.ts'
import { type Service, startService } from '../support/carillon-process.ts'
import { databaseUrl } from '../support/database-url.ts'
import { startStandInAgent } from '../support/stand-in-agent.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { type AnsweringNetwork, shareAnsweringNetwork } from './answering-network.ts'
import { publish, read, untilCompleted } from './campaign.ts'
import { PATIENCE } from './controlled-call.ts'
import { findSound, loudSeconds } from './hear.ts'
import { installPrograms } from './install-programs.ts'
import { startStockAgent } from './install-stock-agent.ts'
import { startModelStandIn } from './model-stand-in.ts'
import { fromMuLaw, RATE, toMuLaw } from './wav.ts'

const SECRET = 'the secret of the voice agents'
const SORRY = 'I am sorry, we have a problem. We will call again.'

const phones = shareAnsweringNetwork()

async function openWorld() {
  const network = phones()
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const { command, args } = (await installPrograms()).espeak
  const service = await startService({
    env: {
      ...network.settings,
      DATABASE_URL: databaseUrl(database.connection),
      ACCESS_TOKEN: 'token-of-the-telephony-tests-and-of-nothing-else',
      CALLS_PER_SECOND: '0',
      STOP_WAIT: '0',
      AGENT_SECRET: SECRET,
      SPEECH: `command:${[command, ...args].join(' ')} -v {voice} -s 160 -w {file} -- {text}`,
      SPEECH_VOICE: 'en-us',
    },
  })
  return { network, service, database }
}

/** Calls a phone with a flow that only has an agent. */
function callWith(service: Service, number: string, url: string, connect = 'ringing') {
  const talk = {
    id: 'talk',
    type: 'stream',
    url,
    connect,
    failText: SORRY,
    parameters: { greeting: 'Hi {{name}}' },
  }
  return publish(
    service,
    [`${number},Ann`],
    { maxDialCount: 1, flow: { steps: [talk] }, successWhen: 'answered' },
    'phoneNumber,name',
  )
}

interface Record {
  id: string
  cause: string
  result: { agent?: string; step?: string; verdict?: { is: string; by: string }; fields?: object }
}

async function recordOf(service: Service, campaign: { taskId: string }): Promise<Record> {
  const { rows } = await read<{ rows: Record[] }>(service, `/api/task/${campaign.taskId}/calls`)
  expect(rows).toHaveLength(1)
  return rows[0] as Record
}

async function expectSorry(network: AnsweringNetwork, number: string): Promise<void> {
  const sorry = await network.say(SORRY)
  const heard = findSound(await network.tape(number), sorry)
  expect(heard.correlation).toBeGreaterThan(0.5)
}

it('an agent that nobody here wrote hears the callee, is heard, and is interrupted', async () => {
  const { network, service, database } = await openWorld()
  const model = await startModelStandIn()
  const agent = await startStockAgent(model.url)
  // This phone repeats what it hears, so the model hears what the callee heard.
  const number = '49300160'
  const campaign = await callWith(service, number, agent.url)
  await model.ready()
  const heard = () => fromMuLaw(model.heard())
  const sentence = await network.say(
    'Good morning Ann. I am calling about your appointment tomorrow at nine.',
  )
  await expect.poll(() => network.ledger(), PATIENCE).toContain(`${number} answers`)
  model.speak(toMuLaw(sentence))
  await expect.poll(() => loudSeconds(heard()), PATIENCE).toBeGreaterThan(0.9 * loudSeconds(sentence))
  expect(findSound(heard(), sentence).correlation).toBeGreaterThan(0.5)

  const before = loudSeconds(heard())
  const long = await network.say('This is a very long sentence that nobody wants to hear. '.repeat(8))
  model.speak(toMuLaw(long))
  await expect.poll(() => loudSeconds(heard()), PATIENCE).toBeGreaterThan(before + 0.5)
  model.noticeSpeech()
  await expect
    .poll(() => model.events.some(({ type }) => type === 'conversation.item.truncate'), PATIENCE)
    .toBe(true)
  // It is quiet now, and the next answer is heard at once.
  const answer = await network.say('Yes, of course, Ann.')
  model.speak(toMuLaw(answer))
  await expect
    .poll(() => findSound(heard().subarray(-4 * RATE), answer).correlation, PATIENCE)
    .toBeGreaterThan(0.5)

  const { rows } = await database.db.query<{ id: string }>({ text: 'select id from live_call' })
  await service.call(`/api/call/${rows[0]?.id}/hangup`, { method: 'POST' })
  await untilCompleted(service, campaign)
  // It was cut off: the agent was not done.
  const { cause, result } = await recordOf(service, campaign)
  expect({ cause, step: result?.step, agent: result?.agent }).toEqual({
    cause: 'answered',
    step: 'talk',
    agent: undefined,
  })
  const tape = await network.tape(number)
  expect(findSound(tape, sentence).correlation).toBeGreaterThan(0.5)
  expect(loudSeconds(tape) - before).toBeLessThan(loudSeconds(long) / 2)
})

it('a call whose agent is killed in the middle ends with a sentence and a cause of its own', async () => {
  const { network, service } = await openWorld()
  const model = await startModelStandIn()
  const agent = await startStockAgent(model.url)
  const number = '49300110'
  const campaign = await callWith(service, number, agent.url)
  await model.ready()
  // The callee says hello.
  const hello = await network.voice('hello')
  await expect
    .poll(() => findSound(fromMuLaw(model.heard()), hello).correlation, PATIENCE)
    .toBeGreaterThan(0.5)
  const sentence = await network.say('Good morning Ann.')
  const heardBytes = model.heard().length
  model.speak(toMuLaw(sentence))
  // What is heard of the callee goes on all the time, so it says how much time has passed on the phone.
  await expect.poll(() => model.heard().length, PATIENCE).toBeGreaterThan(heardBytes + sentence.length + RATE)
  await agent.end('SIGKILL')
  await untilCompleted(service, campaign)
  expect(await recordOf(service, campaign)).toMatchObject({
    cause: 'agent_failed',
    result: { agent: 'died' },
  })
  expect(findSound(await network.tape(number), sentence).correlation).toBeGreaterThan(0.5)
  await expectSorry(network, number)
})

it('so does a call whose agent refuses it', async () => {
  const { network, service } = await openWorld()
  const agent = await startStandInAgent({ refuses: 403 })
  onTestFinished(() => agent.close())
  const number = '49300250'
  const campaign = await callWith(service, number, agent.url, 'answer')
  await untilCompleted(service, campaign)
  expect(await recordOf(service, campaign)).toMatchObject({
    cause: 'agent_failed',
    result: { agent: 'refused' },
  })
  await expectSorry(network, number)
})

it('an agent gets the fields and the keys, is heard for 30 s that it sent at once, and has the last word', async () => {
  const { network, service } = await openWorld()
  const agent = await startStandInAgent()
  onTestFinished(() => agent.close())
  const number = '49300141'
  const campaign = await callWith(service, number, agent.url)
  const line = await agent.line()
  expect((await line.next('start')).start).toMatchObject({
    customParameters: { name: 'Ann', greeting: 'Hi Ann' },
    mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
  })
  const callId = String((await line.next('start')).start?.['callSid'])

  const counted = await Promise.all(
    Array.from({ length: 12 }, (_, index) => network.say(`This is sentence number ${index + 1} of twelve.`)),
  )
  const speech = Int16Array.from(counted.flatMap((samples) => [...samples])).subarray(0, 30 * 8000)
  line.saySound(toMuLaw(speech))
  line.say({ event: 'mark', mark: { name: 'said' } })

  const body = JSON.stringify({ verdict: 'person', fields: { appointment: 'confirmed' } })
  const path = `/api/agent/${callId}`
  const signed = signedHeaders(SECRET, new Date(), { direction: 'callback', method: 'POST', path, body })
  const headers = { 'content-type': 'application/json', ...signed }
  expect(await service.call(path, { method: 'POST', headers, body })).toMatchObject({ status: 200 })

  await line.next('mark')
  line.say({ event: 'carillon', fields: { summary: 'she comes' } })
  line.socket.close()
  await untilCompleted(service, campaign)
  expect(await recordOf(service, campaign)).toMatchObject({
    id: callId,
    cause: 'answered',
    result: {
      agent: 'done',
      verdict: { is: 'person', by: 'agent' },
      fields: { appointment: 'confirmed', summary: 'she comes' },
    },
  })
  const keys = line.heard.flatMap(({ dtmf }) => (dtmf ? [dtmf.digit] : []))
  expect(keys.join('')).toBe('12*34#')
  // A busy machine delays some of it, but nothing is missing at the end.
  const tape = await network.tape(number)
  expect(findSound(tape, speech).share).toBeGreaterThan(0.6)
  expect(loudSeconds(tape)).toBeGreaterThan(0.95 * loudSeconds(speech))
})

it('an agent has its call say a sentence and press keys, and hands it over to a person who has heard who is coming', async () => {
  const { network, service } = await openWorld()
  const agent = await startStandInAgent()
  onTestFinished(() => agent.close())
  const number = '49300151'
  const campaign = await callWith(service, number, agent.url, 'answer')
  const line = await agent.line()
  await line.next('media')
  line.say({ event: 'carillon', sendDigits: '12*' })
  await expect.poll(() => network.ledger(), PATIENCE).toContain(`${number} hears 12*`)
  const moment = 'One moment please, I am looking for a colleague.'
  line.say({ event: 'carillon', say: { text: moment } })
  const whisper = 'Ann Miller asks about her appointment. Press one to take the call.'
  // A person who does not answer, and one who presses 1.
  line.say({ event: 'carillon', transfer: { to: 'tel:49300190' } })
  expect((await line.next('carillon')).carillon).toMatchObject({ command: 'transfer', error: 'busy' })
  line.say({ event: 'carillon', transfer: { to: 'tel:49300140', whisper } })
  await line.next('stop')
  await expect.poll(() => network.ledger(), PATIENCE).toContain('49300140 presses 1')
  for (const each of await network.callsUp()) await network.ari('DELETE', `/channels/${each}`)
  await untilCompleted(service, campaign)
  expect((await recordOf(service, campaign)).result).toMatchObject({
    ...{ agent: 'done', transfer: { to: 'tel:49300140', result: 'answered' } },
  })
  expect(findSound(await network.tape(number), await network.say(moment)).correlation).toBeGreaterThan(0.5)
  const heardBefore = (await network.say(whisper)).subarray(0, RATE)
  expect(findSound(await network.tape('49300140'), heardBefore).correlation).toBeGreaterThan(0.5)
})
