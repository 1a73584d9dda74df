import { expect, it } from 'vitest'
import type { Flow } from '../../flow.ts'
import { pictureOf } from '../picture-graph.ts'
import { type PlacedPicture, placePicture } from '../place-picture.ts'
import { type Stream, streamsOf, WIDEST } from './streams.ts'

const appointment: Flow = {
  onMachine: { do: 'leaveMessage', step: 'message' },
  steps: [
    { id: 'confirm', type: 'gather', text: 'Press 1', keys: '12', noInput: 'nothing' },
    { id: 'choice', type: 'branch', cases: [{ when: 'digits.confirm == "1"', next: 'thanks' }] },
    { id: 'later', type: 'say', text: 'Later.', next: 'end' },
    { id: 'thanks', type: 'say', text: 'Thank you', next: 'end' },
    { id: 'nothing', type: 'say', text: 'Nothing', next: 'end' },
    { id: 'message', type: 'say', text: 'Call us', next: 'end' },
    { id: 'end', type: 'hangup' },
  ],
}

const counts = new Map([
  [':start person', 91],
  [':start machine', 18],
  ['confirm next', 84],
  ['confirm noInput', 7],
  ['choice case 0', 62],
  ['choice next', 22],
  ['later next', 22],
  ['thanks next', 62],
  ['nothing next', 7],
  ['message next', 18],
])

/** Ten questions, each with three answers: fifty steps in several columns. */
const long: Flow = {
  steps: Array.from({ length: 10 }, (_, n) => [
    { id: `ask${n}`, type: 'gather' as const, text: '', keys: '12', noInput: `none${n}` },
    {
      id: `way${n}`,
      type: 'branch' as const,
      cases: [{ when: `digits.ask${n} == "1"`, next: `yes${n}` }],
      next: `no${n}`,
    },
    { id: `no${n}`, type: 'say' as const, text: '', ...(n < 9 && { next: `ask${n + 1}` }) },
    { id: `yes${n}`, type: 'say' as const, text: '', ...(n < 9 && { next: `ask${n + 1}` }) },
    { id: `none${n}`, type: 'say' as const, text: '', ...(n < 9 && { next: `ask${n + 1}` }) },
  ]).flat(),
}

function place(flow: Flow): PlacedPicture {
  const picture = pictureOf(flow)
  const labelWidths = Object.fromEntries(
    picture.edges.map(({ id, exit, answerer }) => [id, answerer || exit?.word !== 'next' ? 180 : 0]),
  )
  return placePicture({ picture, labelWidths, room: { width: 1040, height: 500 }, hasStreams: true })
}

/** The places along both sides of cards that streams take, from left to right, by side. */
function sidesOf(placed: PlacedPicture, streams: ReadonlyMap<string, Stream>) {
  const sides = new Map<string, { from: number; to: number }[]>()
  for (const { id, from, to, points } of placed.edges) {
    const { path = '', width = 0 } = streams.get(id) ?? {}
    const numbers = [...path.matchAll(/-?[\d.]+/g)].map(Number)
    const ends = [
      [from, numbers[0] ?? 0, points[0]?.y],
      [to, numbers.at(-2) ?? 0, points.at(-1)?.y],
    ] as const
    for (const [node, x, y] of ends) {
      const key = `${node} ${y}`
      sides.set(key, [...(sides.get(key) ?? []), { from: x - width / 2, to: x + width / 2 }])
    }
  }
  for (const side of sides.values()) side.sort((a, b) => a.from - b.from)
  return sides
}

it('are as wide as they were taken, from 2 to 34 px, and thinner where nobody went', () => {
  const placed = place(appointment)
  const streams = streamsOf(placed, { edges: new Map([...counts, ['nothing next', 0]]), max: 91 })
  const width = (id: string) => streams.get(id)?.width ?? 0
  expect(width(':start person')).toBe(WIDEST)
  expect(width('choice case 0')).toBeCloseTo((34 * 62) / 91, 1)
  expect(width('nothing next')).toBe(1.5)
  const few = streamsOf(placed, { edges: new Map([...counts, ['confirm noInput', 1]]), max: 4000 })
  expect(few.get('confirm noInput')?.width).toBe(2)
  // Without numbers all are alike.
  expect(new Set([...streamsOf(placed, undefined).values()].map((each) => each.width))).toEqual(new Set([2]))
})

it('what comes into a card leaves it, side by side, where nobody hung up', () => {
  const placed = place(appointment)
  const streams = streamsOf(placed, { edges: counts, max: 91 })
  const sum = (...ids: string[]) => ids.reduce((all, id) => all + (streams.get(id)?.width ?? 0), 0)
  expect(sum('choice case 0', 'choice next')).toBeCloseTo(sum('confirm next'), 0)
  expect(sum('confirm next', 'confirm noInput')).toBeCloseTo(sum(':start person'), 0)
})

it.each([
  ['few steps', appointment, counts, 91],
  ['fifty steps', long, undefined, 400],
] as const)(
  'lie without gaps and overlaps at their cards, and within them: %s',
  (_name, flow, given, max) => {
    const placed = place(flow)
    const edges = given ?? new Map(placed.edges.map(({ id }, index) => [id, (index * 37) % 400]))
    const sides = sidesOf(placed, streamsOf(placed, { edges, max }))
    expect(Math.max(...[...sides.values()].map(({ length }) => length))).toBeGreaterThan(2)
    for (const [key, taken] of sides) {
      const node = placed.nodes.find(({ id }) => key.startsWith(`${id} `))
      if (!node) throw new Error('a stream without a card')
      expect(taken[0]?.from).toBeGreaterThanOrEqual(node.x)
      expect(taken.at(-1)?.to).toBeLessThanOrEqual(node.x + node.width)
      for (const [index, { from }] of taken.entries()) {
        const before = taken[index - 1]
        if (before) expect(Math.abs(from - before.to), key).toBeLessThan(0.25)
      }
    }
  },
)

it('are scaled down together where a card has no room for them', () => {
  const steps = Array.from({ length: 6 }, (_, n) => ({
    id: `s${n}`,
    type: 'say' as const,
    text: '',
    next: 'end',
  }))
  const cases = steps.slice(1).map(({ id }, n) => ({ when: `digits.ask == "${n}"`, next: id }))
  const flow: Flow = {
    steps: [{ id: 'choice', type: 'branch', cases }, ...steps, { id: 'end', type: 'hangup' }],
  }
  const placed = place(flow)
  const edges = new Map(placed.edges.map(({ id }) => [id, 100]))
  const streams = streamsOf(placed, { edges, max: 100 })
  const widths = [...streams.values()].map(({ width }) => width)
  expect(new Set(widths).size).toBe(1)
  expect(widths[0]).toBeLessThan(WIDEST)
  const node = placed.nodes.find(({ id }) => id === 'choice')
  for (const [key, taken] of sidesOf(placed, streams))
    if (key.startsWith('choice ')) {
      expect(taken[0]?.from).toBeGreaterThanOrEqual(node?.x ?? 0)
      expect(taken.at(-1)?.to).toBeLessThanOrEqual((node?.x ?? 0) + (node?.width ?? 0))
    }
})

it('those that turn to the same side turn around one another', () => {
  const line = (id: string, x: number) => ({
    ...{ id, from: 'a', to: id, label: { x, y: 80 }, labelWidth: 0, isBack: false },
    ...{ start: { x: 200, y: 50 }, end: { x, y: 150 } },
    points: [
      { x: 200, y: 50 },
      { x, y: 80 },
      { x, y: 150 },
    ],
  })
  const node = (id: string, x: number, y: number) => ({
    ...{ id, kind: 'step' as const, x: x - 100, y, width: 200, height: 50 },
  })
  const placed: PlacedPicture = {
    nodes: [node('a', 200, 0), node('b', -200, 150), node('c', 0, 150), node('d', 200, 150)],
    edges: [line('b', -200), line('c', 0), line('d', 200)],
    ...{ width: 600, height: 300 },
  }
  const edges = new Map([
    ['b', 10],
    ['c', 10],
    ['d', 20],
  ])
  const streams = streamsOf(placed, { edges, max: 40 })
  /** How high it goes to the side. */
  const bend = (id: string) => Number(/A\S+ \S+ 0 0 \d [^,]+,([\d.]+)/.exec(streams.get(id)?.path ?? '')?.[1])
  const width = streams.get('b')?.width ?? 0
  expect(bend('c') - bend('b')).toBeCloseTo(width, 0)
  // Straight on.
  expect(streams.get('d')?.path).not.toContain('A')
})
