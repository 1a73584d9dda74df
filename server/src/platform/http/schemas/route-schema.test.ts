import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { operation } from './route-schema.ts'

describe('an operation', () => {
  it('has no serializer for each of its errors: compiling them would take most of a start', () => {
    const { schema, config } = operation({
      id: 'getTask',
      tag: 'Tasks',
      summary: 'Read a task',
      needs: 'see',
      bound: 'task',
      data: Type.Null(),
      errors: [404, 400],
    })
    expect(Object.keys(schema.response)).toEqual(['200'])
    expect(config).toEqual({ needs: 'see', bound: 'task', errors: [400, 401, 403, 404, 429, 500, 503] })
  })
})
