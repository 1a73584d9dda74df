import { expect, it } from 'vitest'
import { forgetDraft, forgetDrafts, hasDrafts, keepDraft, readDraft } from './drafts.ts'

const initial = { name: '', flow: null as object | null }
const draft = { values: { name: 'Reminders', flow: { steps: [] } }, base: 'before' }

it('gives back what was typed, for each form by itself', () => {
  const storage = createStorage()
  keepDraft(storage, 'task:1', draft)
  expect(readDraft(storage, 'task:1', initial)).toEqual(draft)
  expect(readDraft(storage, 'task:2', initial)).toBeUndefined()
  forgetDraft(storage, 'task:1')
  expect(readDraft(storage, 'task:1', initial)).toBeUndefined()
})

it('ignores a draft that the form cannot show', () => {
  const storage = createStorage()
  storage.setItem('carillon-draft:broken', '{')
  expect(readDraft(storage, 'broken', initial)).toBeUndefined()
  keepDraft(storage, 'of another version', { values: { title: 'Reminders' }, base: '' })
  expect(readDraft(storage, 'of another version', initial)).toBeUndefined()
})

it('does not fail where nothing can be stored', () => {
  const storage = createStorage()
  storage.setItem = () => {
    throw new Error('QuotaExceededError')
  }
  expect(() => keepDraft(storage, 'task:1', draft)).not.toThrow()
})

it('forgets all drafts and nothing else', () => {
  const storage = createStorage()
  storage.setItem('carillon-token', 'secret')
  expect(hasDrafts(storage)).toBe(false)
  keepDraft(storage, 'task:1', draft)
  keepDraft(storage, 'task:2', draft)
  expect(hasDrafts(storage)).toBe(true)
  forgetDrafts(storage)
  expect(hasDrafts(storage)).toBe(false)
  expect(storage.getItem('carillon-token')).toBe('secret')
})

function createStorage(): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  }
}
