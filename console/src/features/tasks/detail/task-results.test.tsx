import type { Schemas } from '@carillon/client'
import { describe, expect, it } from 'vitest'
import { linksOf, renderHtml, textOf } from '../../../../test/support/render.tsx'
import { resultsMessages } from '../results.messages.ts'
import { resultOfAddress } from './contacts/result-filter.ts'
import { TaskResults } from './task-results.tsx'

const results: Schemas['TaskResults'] = {
  taskId: 't',
  countedTime: '2026-07-01 10:15:03',
  contacts: 40,
  verdicts: [{ value: 'person', contacts: 33 }],
  digits: [
    {
      name: 'confirm & go',
      values: [
        { value: '1', contacts: 22 },
        { value: '', contacts: 8 },
      ],
      distinctValues: 2,
    },
  ],
  fields: [{ name: 'mood', values: [{ value: 'so so', contacts: 5 }], distinctValues: 1 }],
  transfers: [{ value: 'busy', contacts: 2 }],
  agents: [{ value: 'died', contacts: 1 }],
  optOuts: 3,
  callbacks: 4,
  recorded: 6,
  hungUps: 2,
}

function render(dialed: number, counted: Schemas['TaskResults'] | null = results): string {
  const contacts = { total: 20_000, notDialed: 20_000 - dialed } as Schemas['TaskExplanation']['contacts']
  return renderHtml(<TaskResults taskId="t" explained={{ contacts, results: counted }} />)
}

describe('the results of a task', () => {
  it('have a link at each count, to the contacts that it counts', () => {
    const found = Object.entries(linksOf(render(40))).map(([text, href]) => {
      const params = new URL(href, 'http://console').searchParams
      expect(href).toMatch(/^\/tasks\/t\?tab=contacts&/)
      return [text, resultOfAddress({ get: (name) => params.get(`contact-${name}`) ?? undefined })]
    })
    expect(found).toEqual([
      ['Person 33 · 82.5%', { part: 'verdict', value: 'person' }],
      ['1 22 · 55%', { part: 'digits', name: 'confirm & go', value: '1' }],
      ['none 8 · 20%', { part: 'digits', name: 'confirm & go', value: '' }],
      ['so so 5 · 12.5%', { part: 'field', name: 'mood', value: 'so so' }],
      ['Busy 2 · 5%', { part: 'transfer', value: 'busy' }],
      ['Connection lost 1 · 2.5%', { part: 'agent', value: 'died' }],
      ['Opted out 3', { part: 'optOut' }],
      ['Asked for a callback 4', { part: 'callback' }],
      ['Recorded 6', { part: 'recording' }],
      ['Hung up early 2', { part: 'hungUp' }],
    ])
  })

  it('say when they were counted only if that may be earlier than the other figures', () => {
    const { countedAt } = resultsMessages.en
    expect(textOf(render(10_000))).not.toContain(countedAt(''))
    expect(textOf(render(10_001))).toContain(countedAt('10:15:03'))
  })

  it('are not shown before there is one', () => {
    expect(render(40, null)).toBe('')
    expect(render(40, { ...results, contacts: 0 })).toBe('')
  })
})
