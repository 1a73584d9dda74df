import { expect, it } from 'vitest'
import { counted } from './counted.ts'

it.each([
  [0, '0 contacts'],
  [1, '1 contact'],
  [1234, '1,234 contacts'],
])('%i', (count, text) => {
  expect(counted(count, 'contact')).toBe(text)
})
