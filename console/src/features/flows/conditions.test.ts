import { expect, it } from 'vitest'
import { renamePath, toCondition, toRows } from './conditions.ts'

it.each([
  ['digits.confirm == "1"', 'and', 1],
  ['digits.confirm == "1" and verdict != "machine"', 'and', 2],
  ['digits.a == "1" or digits.a == "2" or result.x == "say \\"yes\\""', 'or', 3],
])('shows %s as rows and back', (condition, joint, count) => {
  const found = toRows(condition)
  expect(found).toMatchObject({ joint })
  expect(found?.rows).toHaveLength(count)
  expect(found && toCondition(found)).toBe(condition)
})

it.each([
  '',
  'digits.a',
  'digits.a == 1',
  'verdict == "person" xor agent == "done"',
  'a == "1" and b == "2" or c == "3"',
])('leaves %j to the text field', (condition) => {
  expect(toRows(condition)).toBeUndefined()
})

it('follows a step that is renamed', () => {
  const condition = 'digits.a == "digits.a" and digits.a-b == "1" and  digits.a != "2"'
  expect(renamePath(condition, 'digits.a', 'digits.confirm')).toBe(
    'digits.confirm == "digits.a" and digits.a-b == "1" and  digits.confirm != "2"',
  )
})
