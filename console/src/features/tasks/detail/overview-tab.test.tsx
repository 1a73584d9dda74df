import type { Schemas } from '@carillon/client'
import { expect, it } from 'vitest'
import { answer, figuresIn, linksOf, renderHtml } from '../../../../test/support/render.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { TaskFigures } from './task-figures.tsx'
import { TaskOutcomes } from './task-outcomes.tsx'

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
const answers = [
  answer('/api/task/{id}/explain', init, explained),
  answer('/api/task/{id}/settings', { params: { path: { id: 't' } } }, { flow: null } as never),
]

/** All that the page has in the end: what is loaded after it may not be there yet. */
const whole = (answered: typeof explained) => (
  <>
    <TaskFigures task={task} explained={answered} />
    <TaskOutcomes task={task} explained={answered} />
  </>
)

it('the counters and the results of a task are of one answer', () => {
  const links = linksOf(renderHtml(whole(explained), { answers }))
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

it('“Confirmed” is one number, of people: calls that were successful are called so', () => {
  const buckets = [{ time: '2026-11-18 10:00:00', callCount: 50, endings: explained.calls.endings }]
  const history = answer('/api/task/{id}/history', { params: { path: { id: 't' } } }, {
    step: 60,
    buckets,
  } as never)
  // One of the people was called again, and confirmed again.
  const twice = {
    ...explained,
    calls: { ...explained.calls, endings: { ...explained.calls.endings, successful: 34 } },
  }
  const known = [answer('/api/task/{id}/explain', init, twice), ...answers.slice(1), history]
  const html = renderHtml(whole(twice), { answers: known })
  expect(html).toContain('Successful calls 34')
  expect([...html.replace(/<[^>]*>/g, ' ').matchAll(/Confirmed\D*(\d+)/g)].map(([, count]) => count)).toEqual(
    ['33', '33'],
  )
})
