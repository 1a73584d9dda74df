import { expect, it } from 'vitest'
import { marksOf, waitsOf } from './call-marks.ts'
import type { Line } from './conversation-lines.ts'

const said = (text: string, offsetMs: number | null): Line => ({
  side: 'us',
  what: { is: 'said', text },
  offsetMs,
})
const pressed = (offsetMs: number): Line => ({
  side: 'callee',
  what: { is: 'pressed', keys: '1', step: 'confirm' },
  offsetMs,
})
const span = { fromMs: 500, lengthMs: 10_000 }

it('marks are at their time, and have room until the next one of their side', () => {
  const marks = marksOf([said('Hello', 500), pressed(3000), said('Thanks', 5500)], span)
  expect(marks.map(({ at, room, isFlipped }) => [at, room, isFlipped])).toEqual([
    [0, 0.5, false],
    [0.25, 0.75, false],
    [0.5, 0.5, false],
  ])
})

it('a mark near the end has its words before it', () => {
  const hungUp: Line = { side: 'middle', what: { is: 'hungUp', step: 'confirm' }, offsetMs: 10_400 }
  const [mark] = marksOf([hungUp], span)
  expect(mark).toMatchObject({ isFlipped: true })
  expect(mark?.room).toBeCloseTo(0.99)
})

it('what has no time has no mark, and nothing is outside of the recording', () => {
  expect(marksOf([said('Hello', null)], span)).toEqual([])
  expect(marksOf([said('Hello', 0), said('Bye', 20_000)], span).map(({ at }) => at)).toEqual([0, 1])
})

const transcript = [
  { who: 'agent' as const, text: 'Good morning.', offsetMs: 600 },
  { who: 'callee' as const, text: 'Hello?', offsetMs: 3000 },
  { who: 'agent' as const, text: 'How are you?', offsetMs: 5500 },
]

it('waits end where the agent answers', () => {
  expect(waitsOf(transcript, [1000], span)).toEqual([{ at: 0.4, width: expect.closeTo(0.1), ms: 1000 }])
})

it('waits that cannot be told apart are not shown', () => {
  expect(waitsOf(transcript, [1000, 800], span)).toEqual([])
  expect(waitsOf(transcript, [0], span)).toEqual([])
})
