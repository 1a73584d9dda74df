import { expect, it } from 'vitest'
import { tabOf } from './task-tabs.ts'

it.each([
  ['', 'overview'],
  ['tab=contacts', 'contacts'],
  ['tab=elsewhere', 'overview'],
  ['tab=call', 'overview'],
  ['tab=call&version=2', 'report'],
  ['tab=call&from=2026-03-01', 'report'],
])('an address with “%s” shows %s', (search, tab) => {
  expect(tabOf(new URLSearchParams(search), false)).toBe(tab)
})

it('a draft has nothing to report', () => {
  expect(tabOf(new URLSearchParams('tab=report'), true)).toBe('overview')
})
