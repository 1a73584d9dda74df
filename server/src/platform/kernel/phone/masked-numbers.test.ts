import { describe, expect, it } from 'vitest'
import { maskNumbers } from './masked-numbers.ts'

describe('a number', () => {
  it.each([
    ['+4915112345678', '+49•••••78'],
    ['0049 151 12345678', '00•••••78'],
    ['+49 (0)151 / 1234-5678', '+49•••••78'],
    ['13812340001', '13•••••01'],
    ['5551234', '55•••••34'],
    ['ask +49.151.12345678, or 030 901820.', 'ask +49•••••78, or 03•••••20.'],
    ['sip:4915112345678@host', 'sip:49•••••78@host'],
    ['list-15112345678.csv', 'list-15•••••78.csv'],
    ['2026-11-19 4915112345678', '2026-11-19 49•••••78'],
    ['１３８ 13812340001', '１３８ 13•••••01'],
  ])('is masked: %s', (text, masked) => expect(maskNumbers(text)).toBe(masked))

  it.each([
    '01934a5c-7c2e-7d3a-9f10-345678901234',
    '2026-11-19 15:11:23',
    '2026-11-19T15:11:23.123Z',
    '123456 contacts wait',
    '1,000,000',
  ])('is not what looks like one: %s', (text) => expect(maskNumbers(text)).toBe(text))
})

it('is masked in a long text in no time', () => {
  const text = `${'1   '.repeat(50_000)}${' '.repeat(50_000)}`
  const start = performance.now()
  maskNumbers(text)
  maskNumbers('1     '.repeat(50_000))
  expect(performance.now() - start).toBeLessThan(2000)
})
