import { expect, it } from 'vitest'
import { pressedText } from './pressed-text.ts'

it('shows what was pressed, with the step where several asked', () => {
  expect(pressedText(null)).toBe('')
  expect(pressedText({})).toBe('')
  expect(pressedText({ digits: { confirm: '1' } })).toBe('1')
  expect(pressedText({ digits: { confirm: '' } })).toBe('')
  expect(pressedText({ digits: { confirm: '2', day: '31' } })).toBe('confirm 2 · day 31')
  expect(pressedText({ digits: { confirm: '2', day: '' } })).toBe('confirm 2')
})
