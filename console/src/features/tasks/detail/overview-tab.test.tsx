import type { Schemas } from '@carillon/client'
import { expect, it } from 'vitest'
import { answer, linksOf, renderHtml, textOf } from '../../../../test/support/render.tsx'
import { DraftFigures } from './draft-figures.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { TaskExplanation } from './task-explanation.tsx'
import { TaskFigures } from './task-figures.tsx'
import { TaskOutcomes } from './task-outcomes.tsx'

const contacts = { total: 60, notDialed: 10, inProgress: 0, waitingRetry: 0, live: 0, skipped: 0 }
const explained = {
  contacts: { ...contacts, success: 33, failed: 17 },
  calls: {
    total: 50,
    endings: { successful: 33, unsuccessful: 7, machine: 5, notAnswered: 5, failed: 0 },
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
    hungUps: 2,
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
    <TaskFigures task={task} explained={answered} hasFlow />
    <TaskOutcomes task={task} explained={answered} />
  </>
)

it('the counters and the results of a task are of one answer', () => {
  const links = linksOf(renderHtml(whole(explained), { answers }))
  expect(links['Confirmed 33']).toBe('/tasks/t?tab=contacts&contact-state=success')
  expect(links['1 33 · 82.5%']).toContain('contact-result=digits')
})

it('a page of a task has one large figure and five facts, of one answer', () => {
  const text = textOf(renderHtml(<TaskFigures task={task} explained={explained} hasFlow />))
  expect(text).toBe(
    'Confirmed 33 of 60 people Answered by a person 40 of 45 calls Hung up early 2 Voicemail 5 Calls per success 1.5 Expected end –',
  )
  const plain = textOf(renderHtml(<TaskFigures task={task} explained={explained} hasFlow={false} />))
  expect(plain).not.toContain('Hung up early')
})

it('a task that has won nobody says so without a calculation', () => {
  const none = { ...explained, contacts: { ...explained.contacts, success: 0 } }
  expect(textOf(renderHtml(<TaskFigures task={task} explained={none} hasFlow />))).toContain(
    'Calls per success –',
  )
})

it('a draft says whom it would call and until when, and has no zeros', () => {
  const path = { params: { path: { id: 't' } } }
  const contacts = {
    total: 60,
    rung: 58,
    skipped: 2,
    waiting: 0,
    done: 0,
    countryUnknown: 0,
    severalZones: 0,
  }
  const known = [
    answer('/api/task/{id}/preview', path, {
      contacts,
      firstCallTime: '2026-11-19 10:00:00',
      expectedEndTime: '2026-11-19 11:30:00',
    } as never),
  ]
  const text = textOf(renderHtml(<DraftFigures task={task} />, { answers: known }))
  expect(text).toMatch(/^To be called 58 of 60 people First call 10:00.* Expected end 11:30.* Skipped 2$/)
})

it('what is shown before the answer has the room of the figures', () => {
  const before = renderHtml(<OverviewTab task={task} />)
  expect(before.match(/class="headline-fact"/g)).toHaveLength(5)
  const after = renderHtml(<OverviewTab task={task} />, { answers })
  expect(after.match(/class="headline-fact"/g)).toHaveLength(5)
})

it('the end of a task is said in a sentence', () => {
  const over = { ...task, status: 4 }
  const said = (explanation: typeof explained) =>
    textOf(renderHtml(<TaskExplanation task={over} explained={explanation} />))
  expect(said(explained)).toContain('33 of 60 people confirmed, 17 did not.')
  expect(textOf(renderHtml(<TaskExplanation task={task} explained={explained} />))).not.toContain('did not')
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
