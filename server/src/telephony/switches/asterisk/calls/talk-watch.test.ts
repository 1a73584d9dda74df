import { expect, it } from 'vitest'
import { createManualClock } from '../../../../../test/support/manual-clock.ts'
import type { ControlEvent } from '../../../../conversations/answered-call.ts'
import { createTalkWatch } from './talk-watch.ts'

/** A call whose packets are counted by `packetsAt`, in a time that passes when the test says so. */
function open(packetsAt: (ms: number) => number | undefined) {
  const clock = createManualClock('2026-03-01T10:00:00Z')
  const timers: { atMs: number; run: () => void }[] = []
  const events: [ms: number, isTalking: boolean, talkMs: number][] = []
  const startMs = clock.elapsedMs()
  const now = () => clock.elapsedMs() - startMs
  let questions = 0
  const watch = createTalkWatch({
    ari: {
      async send() {
        questions += 1
        const rxcount = packetsAt(now())
        const status = rxcount === undefined ? 404 : 200
        return { status, body: { rxcount }, bytes: new Uint8Array() }
      },
    },
    report(event: ControlEvent) {
      if (event.type === 'talk') events.push([now(), event.isTalking, event.talkMs])
    },
    clock,
    setTimer(run, ms) {
      const timer = { atMs: now() + ms, run }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), 1)
    },
  })
  async function pass(untilMs: number): Promise<void> {
    for (let next = timers[0]; next && next.atMs <= untilMs; next = timers[0]) {
      timers.shift()
      clock.advance(next.atMs - now())
      next.run()
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
    }
    clock.advance(untilMs - now())
  }
  return { watch, events, pass, questions: () => questions }
}

const voice = (ms: number) => Math.floor(Math.max(0, ms) / 20)

it('ends a talk after which no packets come', async () => {
  const { watch, events, pass } = open((ms) => 50 + voice(Math.min(ms, 600)))
  watch.hear('call', true, 0)
  await pass(3000)
  expect(events).toEqual([
    [0, true, 0],
    [1600, false, 600],
  ])
  // Asterisk notices it when the next sound comes.
  watch.hear('call', false, 2500)
  expect(events).toHaveLength(2)
})

it('ends a talk after which only comfort noise comes', async () => {
  const { watch, events, pass } = open((ms) => voice(Math.min(ms, 600)) + Math.floor(ms / 160))
  watch.hear('call', true, 0)
  await pass(3000)
  expect(events.map(([, isTalking]) => isTalking)).toEqual([true, false])
  expect(events[1]?.[2]).toBeGreaterThanOrEqual(400)
  expect(events[1]?.[2]).toBeLessThanOrEqual(800)
})

it('hears the callee again when packets come again', async () => {
  const { watch, events, pass } = open((ms) => voice(Math.min(ms, 600)) + voice(Math.min(ms, 6000) - 3000))
  watch.hear('call', true, 0)
  await pass(8000)
  expect(events.map(([, isTalking]) => isTalking)).toEqual([true, false, true, false])
  expect(Math.abs((events[3]?.[2] ?? 0) - 3000)).toBeLessThanOrEqual(400)
})

it('leaves it to Asterisk while packets come, and where they are not counted', async () => {
  const steady = open((ms) => voice(ms))
  steady.watch.hear('call', true, 0)
  await steady.pass(5000)
  steady.watch.hear('call', false, 4100)
  expect(steady.events).toEqual([
    [0, true, 0],
    [5000, false, 4100],
  ])
  const uncounted = open(() => undefined)
  uncounted.watch.hear('call', true, 0)
  await uncounted.pass(5000)
  uncounted.watch.hear('call', false, 4100)
  expect(uncounted.events).toEqual([
    [0, true, 0],
    [5000, false, 4100],
  ])
  expect(uncounted.questions()).toBe(1)
})

it('asks no more after the call, or after half a minute', async () => {
  const { watch, pass, questions } = open((ms) => voice(ms))
  watch.hear('call', true, 0)
  await pass(1000)
  watch.forget('call')
  const asked = questions()
  await pass(3000)
  expect(questions()).toBe(asked)
  watch.hear('other', true, 0)
  await pass(60_000)
  expect(questions() - asked).toBeLessThanOrEqual(151)
})
