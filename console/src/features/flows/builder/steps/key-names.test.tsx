import { expect, it } from 'vitest'
import { renderHtml } from '../../../../../test/support/render.tsx'
import type { DraftStep } from '../../flow-draft.ts'
import { KeyNames, withName } from './key-names.tsx'

const rowsOf = (more: Partial<Extract<DraftStep, { type: 'gather' }>>): string[] => {
  const step = { key: '1', id: 'ask', type: 'gather' as const, text: 'Press 1', ...more }
  const html = renderHtml(<KeyNames step={step} onChange={() => undefined} />, { language: 'en' })
  return [...html.matchAll(/Meaning of key (.)"[^>]*?(?:value="([^"]*)")/g)].map(
    ([, key, name]) => `${key} ${name}`,
  )
}

it('has a row for each key that a question accepts, and for each that has a name', () => {
  expect(rowsOf({ keys: '12' })).toEqual(['1 ', '2 '])
  expect(rowsOf({ keys: '12', keyNames: { 2: 'Call later', 9: 'No more calls' } })).toEqual([
    '1 ',
    '2 Call later',
    '9 No more calls',
  ])
  expect(rowsOf({})).toEqual([])
  // A number of several keys has no key that means something alone.
  expect(rowsOf({ keys: '123', maxDigits: 4 })).toEqual([])
})

it('keeps no empty names', () => {
  expect(withName({ 1: 'Yes' }, '2', ' No ')).toEqual({ 1: 'Yes', 2: 'No ' })
  expect(withName({ 1: 'Yes', 2: 'No' }, '2', ' ')).toEqual({ 1: 'Yes' })
  expect(withName({ 1: 'Yes' }, '1', '')).toBeUndefined()
})
