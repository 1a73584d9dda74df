import { expect, it } from 'vitest'
import type { Flow } from '../flow.ts'
import { neighbourOf } from './neighbour.ts'
import { pictureOf, START } from './picture-graph.ts'
import { LABEL_HEIGHT } from './place-labels.ts'
import { type PlacedPicture, placePicture, type Room } from './place-picture.ts'

const PAGE: Room = { width: 1040, height: 600 }

function place(flow: Flow, labelWidth = 0, room = PAGE): PlacedPicture {
  const picture = pictureOf(flow)
  const labelWidths = Object.fromEntries(picture.edges.map(({ id }) => [id, labelWidth]))
  return placePicture({ picture, labelWidths, room })
}

const says = (count: number): Flow => ({
  steps: Array.from({ length: count }, (_, index) => ({ id: `s${index}`, type: 'say', text: '' })),
})

const forked: Flow = {
  steps: [
    { id: 'ask', type: 'gather', text: 'Press 1' },
    {
      id: 'choice',
      type: 'branch',
      cases: [
        { when: 'digits.ask == "1"', next: 'one' },
        { when: 'digits.ask == "9"', next: 'ask' },
      ],
      next: 'two',
    },
    { id: 'one', type: 'say', text: '1', next: 'end' },
    { id: 'two', type: 'say', text: '2' },
    { id: 'end', type: 'hangup' },
  ],
}

/** At this scale a letter of 12 pixels has 8. */
const READABLE = 0.66

function overlaps({ nodes }: PlacedPicture): string[] {
  return nodes.flatMap((a, index) =>
    nodes
      .slice(index + 1)
      .filter(
        (b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height,
      )
      .map((b) => `${a.id} ${b.id}`),
  )
}

it('twelve steps fit one screen, also one below the other', () => {
  for (const placed of [place(says(12)), place(forked, 60)]) {
    expect(Math.min(PAGE.width / placed.width, PAGE.height / placed.height)).toBeGreaterThan(READABLE)
    expect(overlaps(placed)).toEqual([])
  }
})

it('no card covers another one in a picture of fifty steps', () => {
  expect(overlaps(place(says(50)))).toEqual([])
})

it('has as many columns as its room is wide', () => {
  const wide = { width: 1800, height: 450 }
  const narrow = { width: 900, height: 450 }
  const [onWall, onHalf] = [place(says(50), 0, wide), place(says(50), 0, narrow)]
  expect(onWall.width / onWall.height).toBeGreaterThan(1.4 * (onHalf.width / onHalf.height))
  expect(overlaps(onWall)).toEqual([])
})

it('lines begin and end at their cards, and those to an earlier step lead up', () => {
  const placed = place(forked, 30)
  const node = (id: string) => placed.nodes.find((each) => each.id === id) ?? placed.nodes[0]
  for (const { from, to, start, end, isBack } of placed.edges) {
    const [a, b] = [node(from), node(to)]
    if (!a || !b) throw new Error('a line without cards')
    expect(start.y).toBeCloseTo(isBack ? a.y : a.y + a.height)
    expect(end.y).toBeCloseTo(isBack ? b.y + b.height : b.y)
    expect(start.x).toBeGreaterThanOrEqual(a.x)
    expect(end.x).toBeLessThanOrEqual(b.x + b.width)
  }
  expect(placed.edges.filter(({ isBack }) => isBack).map(({ id }) => id)).toEqual(['choice case 1'])
})

it('arrow keys go along the lines, and sideways to the nearest card', () => {
  const placed = place(forked)
  const go = (id: string, ...keys: Parameters<typeof neighbourOf>[2][]) =>
    keys.reduce<string>((at, key) => neighbourOf(placed, at, key) ?? 'nowhere', id)
  expect(go(START, 'ArrowDown', 'ArrowDown')).toBe('choice')
  expect(go('choice', 'ArrowUp', 'ArrowUp')).toBe(START)
  const [left, right] = ['one', 'two'].toSorted(
    (a, b) =>
      (placed.nodes.find(({ id }) => id === a)?.x ?? 0) - (placed.nodes.find(({ id }) => id === b)?.x ?? 0),
  )
  expect(go(left ?? '', 'ArrowRight')).toBe(right)
  expect(go(right ?? '', 'ArrowLeft')).toBe(left)
  expect(go('end', 'ArrowDown')).toBe('nowhere')
  // From the end of one column to the begin of the next.
  const long = place(says(12))
  const all = [START]
  for (let at = neighbourOf(long, START, 'ArrowDown'); at && all.length < 20; ) {
    all.push(at)
    at = neighbourOf(long, at, 'ArrowDown')
  }
  expect(all).toHaveLength(14)
})

/** Labels that lie over one another or over a card, of lines with a label. */
function covered({ nodes, edges }: PlacedPicture, width: number): string[] {
  const labels = edges.map(({ id, label }) => ({
    id,
    ...{ x: label.x - width / 2, y: label.y - LABEL_HEIGHT / 2, width, height: LABEL_HEIGHT },
  }))
  return overlaps({ nodes: [...labels, ...nodes] } as PlacedPicture).filter((pair) => {
    const ids = new Set(edges.map(({ id }) => id))
    return labels.some(({ id }) => pair.startsWith(id)) && ids.size > 0
  })
}

it('no label covers another one or a card, also of lines that lead to another column', () => {
  const questions = (count: number): Flow => ({
    steps: Array.from({ length: count }, (_, n) => [
      {
        id: `ask${n}`,
        type: 'gather' as const,
        text: '',
        noInput: n % 2 === 0 ? `ask${n + 1}` : `other${n}`,
      },
      { id: `other${n}`, type: 'say' as const, text: '' },
    ]).flat(),
  })
  const rooms = [
    PAGE,
    { width: 1600, height: 400 },
    { width: 1900, height: 700 },
    { width: 500, height: 900 },
  ]
  for (const room of rooms)
    for (let count = 1; count <= 12; count += 1)
      expect([room, count, covered(place(questions(count), 100, room), 100)]).toEqual([room, count, []])
})
