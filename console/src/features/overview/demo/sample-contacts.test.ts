import { expect, it } from 'vitest'
import { type CampaignName, sampleContacts } from './sample-contacts.ts'

const campaigns: CampaignName[] = ['appointments', 'deliveries', 'survey']

it.each([
  ['en', /^\+1(202|206|303)55501\d\d,[A-Z][a-z]+ [A-Z][a-z]+,/],
  ['zh', /^\+86129\d{8},\p{Script=Han}{2,4},/u],
] as const)('has people with names and numbers of one country, in %s', async (language, row) => {
  const files = await Promise.all(campaigns.map((each) => sampleContacts(language, each).text()))
  const lists = files.map((text) => text.split('\n').slice(1))
  expect(lists.map(({ length }) => length)).toEqual([60, 40, 40])
  const rows = lists.flat()
  expect(rows.filter((each) => !row.test(each))).toEqual([])
  // Nobody is called twice.
  for (const column of [0, 1]) expect(new Set(rows.map((each) => each.split(',')[column])).size).toBe(140)
})

it('says times within a working day, not the same to everybody', async () => {
  const text = await sampleContacts('en', 'appointments').text()
  const dates = new Set(text.split('\n').map((row) => row.split(',')[2]))
  expect(dates).toContain('Monday at ten')
  expect(dates.size).toBeGreaterThan(5)
})
