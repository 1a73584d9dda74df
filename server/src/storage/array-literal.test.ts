import { describe, expect, it } from 'vitest'
import { arrayOf, textArrayOf } from './array-literal.ts'

describe('an array literal', () => {
  it('holds plain values, numbers and nothing', () => {
    expect(arrayOf(['a-1', '+49', 'no_answer'], (item) => item)).toBe('{a-1,+49,no_answer}')
    expect(arrayOf([1, null, -2.5], (item) => item)).toBe('{1,null,-2.5}')
    expect(arrayOf([], () => 'never asked')).toBe('{}')
  })

  it.each(['', 'a,b', '{', '"', '\\', 'a b'])('refuses %j, which would need care', (value) => {
    expect(() => arrayOf([value], (item) => item)).toThrow('is not a plain value')
  })
})

describe('an array of texts', () => {
  it('quotes what needs it', () => {
    const texts = ['100', '+49 30', 'NULL', 'null', '', 'a,b', '"quoted"', 'back\\slash', '{"place":"US"}']
    expect(textArrayOf(texts, (text) => text)).toBe(
      String.raw`{100,"+49 30","NULL","null","","a,b","\"quoted\"","back\\slash","{\"place\":\"US\"}"}`,
    )
  })
})
