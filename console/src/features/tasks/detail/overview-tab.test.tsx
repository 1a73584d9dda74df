import type { Schemas } from '@carillon/client'
import { expect, it } from 'vitest'
import { answer, linksOf, renderHtml } from '../../../../test/support/render.tsx'
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

it('the counters and the results of a task are of one answer', () => {
  const task = { id: 't', taskName: 'Autumn', endTime: null, isConfirmation: true } as Schemas['TaskDetail']
  const html = renderHtml(<OverviewTab task={task} />, {
    answers: [
      answer(
        '/api/task/{id}/explain',
        { params: { path: { id: 't' }, query: { include: 'results' } } },
        explained,
      ),
    ],
  })
  const links = linksOf(html)
  expect(links['Confirmed 33']).toBe('/tasks/t?tab=contacts&contact-state=success')
  expect(links['1 33 · 82.5%']).toContain('contact-result=digits')
})
