import { describe, expect, it } from 'vitest'
import { isTrue, parseCondition } from './conditions.ts'

const result = { digits: { confirm: '1', age: '' }, fields: { mood: 'go"od' }, optOut: 'list' }
const holds = (text: string) => isTrue(parseCondition(text), result)

describe('a condition', () => {
  it.each([
    ['digits.confirm == "1"', true],
    ['digits.confirm != "1"', false],
    ['digits.age == ""', true],
    ['digits.other == ""', true],
    ['verdict == "unknown"', true],
    ['result.mood == "go\\"od"', true],
    ['optOut == "yes"', true],
    ['transfer == "answered" or digits.confirm == "1"', true],
    ['transfer == "answered" and digits.confirm == "1" or digits.age == "2"', false],
    ['digits.age == "2" or verdict == "unknown" and digits.confirm == "1"', true],
  ])('%s is %s', (text, expected) => {
    expect(holds(text)).toBe(expected)
  })

  it.each([
    ['', 'is empty'],
    ['digits.confirm', 'needs == or != at its end'],
    ['digits.confirm = "1"', 'cannot be read at "= "1""'],
    ['digits.confirm == 1', 'cannot be read at "1"'],
    ['digits.confirm == "1" xor verdict == "person"', 'needs "and" or "or" instead of "xor"'],
    [
      'mood == "1"',
      'knows no "mood": use digits.STEP, result.FIELD, verdict, transfer, agent, optOut or hungUp',
    ],
    ['"1" == digits.confirm', 'needs a name such as digits.confirm, result.answer or verdict instead of "1"'],
  ])('that is wrong says why: %s', (text, message) => {
    expect(() => parseCondition(text)).toThrow(message)
  })
})
