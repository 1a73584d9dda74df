import { expect, it } from 'vitest'
import { warningsOf } from './flow-warnings.ts'

it('warns of a field that no contact has', () => {
  const steps = [
    {
      id: 'hello',
      type: 'say' as const,
      text: 'Hello {{name}}, {{ nmae | there }}, {{digits.ask}} {{result.x}}',
    },
    { id: 'to', type: 'transfer' as const, to: 'queue:{{team}}' },
  ]
  expect(warningsOf(steps, ['name', 'phoneNumber'])).toEqual([
    { step: 'hello', kind: 'unknownField', field: 'nmae' },
    { step: 'to', kind: 'unknownField', field: 'team' },
  ])
  // No list is chosen yet.
  expect(warningsOf(steps, undefined)).toEqual([])
})

it('warns of a question without words', () => {
  const ask = { id: 'ask', type: 'gather' as const }
  expect(warningsOf([ask], [])).toEqual([{ step: 'ask', kind: 'noWords' }])
  expect(warningsOf([{ ...ask, text: ' ' }], [])).toHaveLength(1)
  expect(warningsOf([{ ...ask, text: 'Press 1' }], [])).toEqual([])
  expect(warningsOf([{ ...ask, audioId: '01934a5c' }], [])).toEqual([])
})
