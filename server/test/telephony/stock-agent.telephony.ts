// An agent that nobody here wrote, without a telephone: every message of both directions in the way its SDK uses it.

import { expect, it, onTestFinished } from 'vitest'
import { createVoiceAgents } from '../../src/conversations/agents/voice-agents.ts'
import type { AgentEnd } from '../../src/conversations/flow-parts.ts'
import { systemClock } from '../../src/platform/kernel/clock.ts'
import { newId } from '../../src/platform/kernel/ids.ts'
import { createSilentLog } from '../../src/platform/kernel/log/log.ts'
import { createFakeMedia } from '../support/fake-media.ts'
import { startStockAgent } from './install-stock-agent.ts'
import { startModelStandIn } from './model-stand-in.ts'

it('OpenAI’s agents SDK hears the callee, is heard, and is interrupted', async () => {
  const model = await startModelStandIn()
  const agent = await startStockAgent(model.url)
  const agents = createVoiceAgents({
    clock: systemClock,
    log: createSilentLog(),
    secret: undefined,
    reader: { callbackTime: () => undefined },
    keeper: { keep: () => undefined },
  })
  const voice = agents.open({
    url: agent.url,
    callId: newId(),
    taskId: newId(),
    contactId: newId(),
    phoneNumber: '+4930123456',
    parameters: {},
  })
  onTestFinished(voice.close)
  const ends: AgentEnd[] = []
  voice.onEnd((how) => ends.push(how))
  const media = createFakeMedia()
  voice.start(media)
  await model.ready()

  const hello = Buffer.from(Uint8Array.from({ length: 1600 }, (_, index) => index % 251))
  for (let at = 0; at < hello.length; at += 160) media.speak(hello.subarray(at, at + 160))
  await expect.poll(() => model.heard().includes(hello.subarray(160))).toBe(true)

  const greeting = Buffer.from(Uint8Array.from({ length: 20_000 }, (_, index) => index % 241))
  model.speak(greeting)
  await expect.poll(() => media.sentBytes()).toBe(greeting.length)
  media.play(8000)
  expect(media.played()).toEqual(greeting.subarray(0, 8000))
  model.noticeSpeech()
  await expect.poll(() => media.clears).toBe(1)
  expect(media.queuedBytes()).toBe(0)
  // The SDK knows by the marks how much of it was played: a second.
  await expect
    .poll(() => model.events.find(({ type }) => type === 'conversation.item.truncate'))
    .toBeDefined()
  const truncated = model.events.find(({ type }) => type === 'conversation.item.truncate')
  expect(truncated?.audio_end_ms).toBeGreaterThanOrEqual(1000)
  expect(truncated?.audio_end_ms).toBeLessThanOrEqual(1100)

  const answer = Buffer.alloc(4000, 7)
  model.speak(answer)
  await expect.poll(() => media.queuedBytes()).toBe(answer.length)
  expect(ends).toEqual([])
  await agent.end('SIGKILL')
  await expect.poll(() => ends).toEqual(['died'])
})
