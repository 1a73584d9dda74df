import { expect, it } from 'vitest'
import { sampleContacts } from './sample-contacts.ts'

it.each([
  ['en', /^\+1202555\d{4},[A-Z][a-z]+ [A-Z][a-z]+,/],
  ['zh', /^\+86129\d{8},\p{Script=Han}{2,4},/u],
] as const)('has people with names and numbers of one country, in %s', async (language, row) => {
  const [, ...rows] = (await sampleContacts(language, '2026-11-20').text()).split('\n')
  expect(rows).toHaveLength(60)
  expect(rows.filter((each) => !row.test(each))).toEqual([])
  expect(new Set(rows.map((each) => each.split(',')[0])).size).toBe(60)
})
