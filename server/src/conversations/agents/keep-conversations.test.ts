import { expect, it } from 'vitest'
import { captureLog } from '../../../test/support/log-capture.ts'
import type { ConversationPart, TranscriptLine } from '../transcripts/conversation.ts'
import { createConversationKeeper } from './keep-conversations.ts'

const call = { id: 'call', taskId: 'task', contactId: 'contact' }
const line = (text: string): TranscriptLine => ({ who: 'agent', text, offsetMs: 0 })

function createKeeper(tell: (part: ConversationPart) => boolean) {
  const told: ConversationPart[] = []
  const timers = new Set<() => void>()
  const { log } = captureLog()
  const keeper = createConversationKeeper({
    async tell(_, part) {
      const isKept = tell(part)
      if (isKept) told.push(part)
      return isKept
    },
    log,
    setTimer(run) {
      timers.add(run)
      return () => timers.delete(run)
    },
  })
  return {
    ...{ keeper, told, timers },
    async passSecond() {
      for (const run of [...timers]) {
        timers.delete(run)
        run()
      }
      await new Promise(setImmediate)
    },
  }
}

it('writes at once, and what comes in the same second together', async () => {
  const { keeper, told, passSecond, timers } = createKeeper(() => true)
  keeper.keep(call, { lines: [line('a')] })
  keeper.keep(call, { lines: [line('b')], summary: 'first', costs: { llm: { amount: 1, currency: 'EUR' } } })
  keeper.keep(call, { lines: [line('c')], summary: 'last', costs: { tts: { amount: 2, currency: 'EUR' } } })
  await passSecond()
  await passSecond()
  expect(told).toEqual([
    { lines: [line('a')] },
    {
      lines: [line('b'), line('c')],
      summary: 'last',
      costs: { llm: { amount: 1, currency: 'EUR' }, tts: { amount: 2, currency: 'EUR' } },
    },
  ])
  await passSecond()
  expect(timers.size).toBe(0)
})

it('tries again what could not be stored, and keeps the order', async () => {
  let isAway = true
  const { keeper, told, passSecond } = createKeeper(() => {
    if (isAway) throw new Error('the database is away')
    return true
  })
  keeper.keep(call, { lines: [line('a')] })
  keeper.keep(call, { lines: [line('b')] })
  await passSecond()
  isAway = false
  await passSecond()
  await passSecond()
  expect(told.flatMap(({ lines = [] }) => lines)).toEqual([line('a'), line('b')])
})

it('keeps the summary of a conversation whose transcript is full', async () => {
  const { keeper, told, passSecond } = createKeeper(({ lines }) => !lines)
  keeper.keep(call, { lines: [line('a')], summary: 'long' })
  await passSecond()
  expect(told).toEqual([{ summary: 'long' }])
})

it('writes all that waits when it closes', async () => {
  const { keeper, told, timers } = createKeeper(() => true)
  keeper.keep(call, { lines: [line('a')] })
  keeper.keep(call, { lines: [line('b')] })
  await keeper.close()
  expect(told.flatMap(({ lines = [] }) => lines)).toEqual([line('a'), line('b')])
  expect(timers.size).toBe(0)
})
