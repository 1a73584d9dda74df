import { describe, expect, it } from 'vitest'
import { newId } from '../kernel/ids.ts'
import { isInShare, newSpanId, readTraceparent, traceIdOf } from './span.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'

describe('the header traceparent', () => {
  it('names the span of the caller, and whether its trace is kept', () => {
    const parent = { traceId: TRACE, spanId: SPAN }
    expect(readTraceparent(`00-${TRACE}-${SPAN}-01`)).toEqual({ ...parent, isSampled: true })
    expect(readTraceparent(`00-${TRACE}-${SPAN}-00`)).toEqual({ ...parent, isSampled: false })
    expect(readTraceparent(`00-${TRACE}-${SPAN}-03`)).toEqual({ ...parent, isSampled: true })
    expect(readTraceparent(`01-${TRACE}-${SPAN}-01-more`)).toEqual({ ...parent, isSampled: true })
  })

  it.each([
    undefined,
    '',
    'nonsense',
    [`00-${TRACE}-${SPAN}-01`, `00-${TRACE}-${SPAN}-01`],
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}-${SPAN}-01-more`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
  ])('is ignored if it is %j', (header) => {
    expect(readTraceparent(header)).toBeUndefined()
  })
})

describe('ids', () => {
  it('of traces are those of what they are about', () => {
    expect(traceIdOf('01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e')).toBe('01934a5c7c2e7d3a9f103b5b6a1c2d4e')
  })

  it('of spans are 16 digits, and differ', () => {
    const ids = Array.from({ length: 100 }, newSpanId)
    expect(new Set(ids).size).toBe(100)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{16}$/)
  })
})

it('a share of the traces is kept, decided by their ids', () => {
  const ids = Array.from({ length: 2000 }, () => traceIdOf(newId()))
  const kept = (ratio: number) => ids.filter((id) => isInShare(id, ratio)).length
  expect(kept(0)).toBe(0)
  expect(kept(1)).toBe(2000)
  // 20 standard deviations from what is expected.
  expect(kept(0.25)).toBeGreaterThan(110)
  expect(kept(0.25)).toBeLessThan(890)
  // Whoever keeps fewer keeps none that the others do not keep.
  expect(ids.filter((id) => isInShare(id, 0.1) && !isInShare(id, 0.25))).toEqual([])
})
