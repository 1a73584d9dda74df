// What voice agents say about their calls by request: who is believed, and how it reaches the node that has the call.

import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createAgentWords } from '../src/conversations/agents/agent-words.service.ts'
import type { AgentWord } from '../src/conversations/flows/flow-state.ts'
import { createConversations } from '../src/conversations/transcripts/conversations.service.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import { createSilentLog } from '../src/platform/kernel/log/log.ts'
import { sign } from '../src/platform/kernel/secrets/signature.ts'
import { expectError, expectSuccess } from './support/expectations.ts'
import { createManualClock } from './support/manual-clock.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

const SECRET = 'the secret of the voice agents'
const OTHER_SECRET = 'the secret of one of the agents'
const clock = createManualClock('2026-06-10T08:00:00Z')

let app: TestApp

beforeAll(async () => {
  const secrets = new Map([['other.test', OTHER_SECRET]])
  app = await createTestApp({ clock, agents: { secret: SECRET, secrets, timing: {} } })
})
afterAll(() => app.close())

interface Signing {
  secret?: string
  path?: string
  to?: TestApp
}

function say(callId: string, word: unknown, { secret = SECRET, path, to = app }: Signing = {}) {
  const timestamp = String(Math.floor(clock.now().getTime() / 1000))
  const payload = JSON.stringify(word)
  const url = `/api/agent/${callId}`
  const message = { direction: 'callback', method: 'POST', path: path ?? url, body: payload } as const
  return to.send({
    method: 'POST',
    url,
    payload,
    headers: {
      'content-type': 'application/json',
      'x-carillon-timestamp': timestamp,
      'x-carillon-signature': sign(secret, timestamp, message),
    },
  })
}

let lastNumber = 0
async function addLiveCall(agentUrl?: string): Promise<string> {
  const callId = newId()
  lastNumber += 1
  await app.rows(
    `insert into live_call (phone_key, id, node_id, task_id, contact_id, data_source_id, position, phone_number, round,
       attempt, priority, start_time)
     values ($2, $1, $3, $3, $1, $3, 1, $2, 1, 1, 1, now())`,
    [callId, String(lastNumber), newId()],
  )
  if (agentUrl !== undefined) {
    const flow = { steps: [{ id: 'talk', type: 'stream', url: agentUrl }] }
    await app.rows('insert into call_flow (id, document) values ($1, $2)', [callId, JSON.stringify(flow)])
    await app.rows('update live_call set flow_id = $1 where id = $1', [callId])
  }
  return callId
}

/** A dialing node that has these calls. */
function openNode(hasCall: (callId: string) => boolean) {
  const told: [callId: string, word: AgentWord][] = []
  const words = createAgentWords({
    db: app.db,
    clock,
    log: createSilentLog(),
    secrets: { secret: SECRET },
    reader: { callbackTime: () => undefined },
    conversations: createConversations({ db: app.db, clock }),
    async tell(callId, word) {
      if (hasCall(callId)) told.push([callId, word])
      return hasCall(callId)
    },
  })
  return { told, deliver: words.deliver }
}

const waiting = () =>
  app.rows<{ call_id: string }>('select call_id from agent_report where report is not null')

it('a word waits for the node that has the call, and counts when the request is answered', async () => {
  const callId = await addLiveCall()
  const other = openNode(() => false)
  const node = openNode((id) => id === callId)
  const answer = say(callId, {
    verdict: 'person',
    fields: { appointment: 'confirmed', rooms: 2 },
    callbackTime: '17:00',
  })
  await expect.poll(waiting).toHaveLength(1)
  await other.deliver(callId)
  expect(await waiting()).toEqual([{ call_id: callId }])
  await node.deliver(undefined)
  expectSuccess(await answer)
  expect(node.told).toEqual([
    [
      callId,
      {
        verdict: { is: 'person', by: 'agent', how: 'agent', afterMs: 0 },
        fields: { appointment: 'confirmed', rooms: '2' },
        // It is read by the flow: in some tasks it is the clock of the called person.
        callbackTime: '17:00',
      },
    ],
  ])
  expect(other.told).toEqual([])
  expect(await waiting()).toEqual([])
})

it('a word about a call that ends meanwhile is refused with 404 and leaves nothing behind', async () => {
  const callId = await addLiveCall()
  const answer = say(callId, { verdict: 'machine' })
  await expect.poll(waiting).toHaveLength(1)
  await app.rows('delete from live_call where id = $1', [callId])
  expectError(await answer, 404, 'live call')
  expect(await waiting()).toEqual([])
})

it('a word that no node takes in time is refused with 503, to be sent again', async () => {
  const callId = await addLiveCall()
  expectError(await say(callId, { verdict: 'machine' }), 503, 'try again')
  expect(await waiting()).toEqual([])
})

it('words of one second about a call become one', async () => {
  const callId = await addLiveCall()
  const node = openNode((id) => id === callId)
  const startMs = performance.now()
  const answers = Promise.all(
    Array.from({ length: 20 }, (_, index) => say(callId, { fields: { [`f${index}`]: 'x', last: index } })),
  )
  for (let isWaiting = true; isWaiting; ) {
    const answered = answers.then(() => false)
    isWaiting = await Promise.race([answered, node.deliver(callId).then(() => true)])
  }
  for (const answer of await answers) expectSuccess(answer)
  // On a busy machine they come in more than one second.
  const seconds = Math.ceil((performance.now() - startMs) / 1000)
  expect(node.told.length).toBeLessThanOrEqual(seconds + 1)
  const fields = Object.assign({}, ...node.told.map(([, word]) => word.fields))
  expect(Object.keys(fields)).toHaveLength(21)
})

it('the limit of 50 fields is one of the call', async () => {
  const callId = await addLiveCall()
  const fields = Object.fromEntries(Array.from({ length: 49 }, (_, index) => [`f${index}`, 'x']))
  await app.rows('update live_call set flow_state = $2 where id = $1', [
    callId,
    JSON.stringify({ result: { fields } }),
  ])
  expectError(await say(callId, { fields: { a: '1', b: '2' } }), 400, 'at most 50 for a call')
  expect(await waiting()).toEqual([])
})

it('a call that is not live is 404', async () => {
  expectError(await say(newId(), { verdict: 'person' }), 404, 'live call')
  expectError(await say('nothing', { verdict: 'person' }), 404, 'live call')
})

it('without a right signature it is 401', async () => {
  const callId = await addLiveCall()
  const word = { verdict: 'person' }
  expectError(await app.post(`/api/agent/${callId}`, word), 401, 'x-carillon-timestamp header is missing')
  expectError(await say(callId, word, { secret: 'another secret' }), 401, 'does not fit')
  // The signature of one call is not valid for another.
  expectError(await say(callId, word, { path: `/api/agent/${newId()}` }), 401, 'does not fit')
  expect(await waiting()).toEqual([])
})

it.each([
  [{ verdict: 'martian' }, 'verdict'],
  [{ fields: { a: { b: 1 } } }, 'fields'],
  [{ fields: { a: 'x'.repeat(2001) } }, 'fields'],
  [{ fields: { a: 'x\0' } }, 'fields.a'],
  [{ callbackTime: 'soon' }, 'callbackTime'],
  [{ how: 7 }, 'how'],
])('a wrong word is 400 and names the field: %j', async (word, field) => {
  expectError(await say(await addLiveCall(), word), 400, field)
  expect(await waiting()).toEqual([])
})

it('what was said once cannot be said again with the same signature, but a word that did not count can', async () => {
  const callId = await addLiveCall()
  const word = { verdict: 'person' }
  expectError(await say(callId, word), 503, 'try again')
  const node = openNode(() => true)
  const answer = say(callId, word)
  await expect.poll(waiting).toHaveLength(1)
  await node.deliver(callId)
  expectSuccess(await answer)
  expectError(await say(callId, word), 409, 'sign it again, with the time of now')
  expect(await waiting()).toEqual([])
  // It is forgotten when no node would accept it any more.
  clock.advance(601_000)
  await say(await addLiveCall(), { verdict: 'machine' })
  const kept = await app.rows<{ signature: string }>('select signature from agent_report where until < $1', [
    clock.now(),
  ])
  expect(kept).toEqual([])
})

it('only the agent of a call says what came of it, where agents have secrets of their own', async () => {
  const callId = await addLiveCall('wss://other.test/agent')
  const word = { verdict: 'person' }
  expectError(await say(callId, word), 403, 'is not with the agent whose secret has signed this')
  expectError(
    await say(await addLiveCall('wss://first.test/'), word, { secret: OTHER_SECRET }),
    403,
    'is not with',
  )
  const node = openNode(() => true)
  const answer = say(callId, word, { secret: OTHER_SECRET })
  await expect.poll(waiting).toHaveLength(1)
  await node.deliver(callId)
  expectSuccess(await answer)
})

it('without AGENT_SECRET nobody can say anything', async () => {
  const bare = await createTestApp()
  onTestFinished(() => bare.close())
  expect((await say(newId(), { verdict: 'person' }, { to: bare })).status).toBe(404)
})
