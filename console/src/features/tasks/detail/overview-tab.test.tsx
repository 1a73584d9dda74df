import type { Schemas } from '@carillon/client'
import { expect, it } from 'vitest'
import { answer, figuresIn, linksOf, renderHtml } from '../../../../test/support/render.tsx'
import { OverviewTab } from './overview-tab.tsx'

const contacts = { total: 60, notDialed: 10, inProgress: 0, waitingRetry: 0, live: 0, skipped: 0 }
const explained = {
  contacts: { ...contacts, success: 33, failed: 17 },
  calls: {
    total: 50,
    endings: { successful: 33, unsuccessful: 7, machine: 0, notAnswered: 10, failed: 0 },
    successRate: 0.66,
    averageTalkSeconds: 10,
  },
  reasons: [],
  linesInUse: 0,
  lines: 5,
  callsPerSecond: 0,
  estimatedEndTime: null,
  results: {
    contacts: 40,
    verdicts: [{ value: 'person', contacts: 40 }],
    digits: [{ name: 'confirm', values: [{ value: '1', contacts: 33 }], distinctValues: 1 }],
    fields: [],
    transfers: [],
    agents: [],
  },
} as unknown as Schemas['TaskExplanation']

const task = { id: 't', taskName: 'Autumn', endTime: null, isConfirmation: true } as Schemas['TaskDetail']
const init = { params: { path: { id: 't' }, query: { include: 'results' as const } } }
const answers = [answer('/api/task/{id}/explain', init, explained)]

it('the counters and the results of a task are of one answer', () => {
  const links = linksOf(renderHtml(<OverviewTab task={task} />, { answers }))
  expect(links['Confirmed 33']).toBe('/tasks/t?tab=contacts&contact-state=success')
  expect(links['1 33 · 82.5%']).toContain('contact-result=digits')
})

it('what is shown before the answer has the shape of the figures', () => {
  const [before, after] = [[], answers].map((known) =>
    figuresIn(renderHtml(<OverviewTab task={task} />, { answers: known })),
  )
  expect(after).toHaveLength(6)
  expect(before).toEqual(after)
})
