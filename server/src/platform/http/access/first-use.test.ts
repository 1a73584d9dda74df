import { describe, expect, it } from 'vitest'
import { buildSerializer, onFirstUse } from './first-use.ts'

describe('a function that is made at its first call', () => {
  it('is made once, and not before', () => {
    let made = 0
    const double = onFirstUse(() => {
      made += 1
      return (value: number) => 2 * value
    })
    expect(made).toBe(0)
    expect([double(1), double(2)]).toEqual([2, 4])
    expect(made).toBe(1)
  })

  it('is made again if making it failed', () => {
    let tries = 0
    const tried = onFirstUse(() => {
      tries += 1
      if (tries === 1) throw new Error('not yet')
      return () => 'made'
    })
    expect(() => tried(undefined)).toThrow('not yet')
    expect(tried(undefined)).toBe('made')
  })
})

describe('the serializer of an answer', () => {
  const route = { method: 'GET', url: '/', httpStatus: '200' }

  it('knows the named schemas, and writes only what the schema has', () => {
    const Row = { $id: 'Row', type: 'object', properties: { id: { type: 'string' } } }
    const serialize = buildSerializer({ Row })({
      ...route,
      schema: { type: 'array', items: { $ref: 'Row#' } },
    })
    expect(serialize([{ id: 'one', secret: 'two' }])).toBe('[{"id":"one"}]')
  })

  it('is compiled at its first use', () => {
    const serialize = buildSerializer({})({ ...route, schema: { $ref: 'Nobody#' } })
    expect(() => serialize({})).toThrow('Nobody')
  })
})
