import { describe, expect, it } from 'vitest'
import { comparePositions, formatPosition, type Position, parsePosition } from './event-position.ts'

const call = (seq: number, id: string): Position => ({ seq, last: { type: 'call', id } })
const contact = (seq: number, id: string): Position => ({ seq, last: { type: 'contact', id } })
const task = (seq: number, id: number): Position => ({ seq, last: { type: 'task', id } })

/** As they come. */
const inOrder: Position[] = [
  { seq: 0, last: null },
  { seq: 9, last: null },
  call(9, '01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e'),
  call(9, '01934a5c-7c2e-7d3a-af10-3b5b6a1c2d4e'),
  contact(9, '01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e-12'),
  contact(9, '01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e-7'),
  task(9, 9),
  task(9, 10),
  { seq: 10, last: null },
  task(10, 1),
  call(11, '00000000-0000-7000-8000-000000000000'),
  { seq: Number.MAX_SAFE_INTEGER, last: null },
]

describe('a position', () => {
  it.each(inOrder)('reads as it is written: %j', (position) => {
    expect(parsePosition(formatPosition(position))).toEqual(position)
  })

  it('is ordered by transaction, calls before contacts before tasks, then by id', () => {
    for (const [i, a] of inOrder.entries())
      for (const [j, b] of inOrder.entries())
        expect(Math.sign(comparePositions(a, b)), `${formatPosition(a)} ${formatPosition(b)}`).toBe(
          Math.sign(i - j),
        )
  })

  it.each([
    '',
    ' ',
    'x',
    '-1',
    '1.5',
    '01',
    ' 1',
    '1 ',
    '1-',
    '1-call',
    '1-call-',
    '1-call-5',
    '1-call-01934A5C-7C2E-7D3A-9F10-3B5B6A1C2D4E',
    '1-contact-01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e',
    '1-contact-01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e-',
    '1-contact-01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e-01',
    '1-contact-5-5',
    '1-task-',
    '1-task-x',
    '1-task-01',
    '1-task-01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e',
    '1-line-5',
    '9007199254740992',
    '99999999999999999999',
    '1-task-99999999999999999999',
    '1\n',
    "1'; drop table call; --",
  ])('is not %j', (text) => {
    expect(parsePosition(text)).toBeUndefined()
  })
})
