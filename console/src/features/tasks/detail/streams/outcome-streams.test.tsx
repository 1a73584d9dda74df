import type { Schemas } from '@carillon/client'
import { expect, it } from 'vitest'
import { answer, linksOf, renderHtml, textOf } from '../../../../../test/support/render.tsx'
import { OutcomeStreams } from './outcome-streams.tsx'

const task = { id: 't', isConfirmation: false } as Schemas['TaskDetail']
const contacts = {
  ...{ total: 60, notDialed: 8, skipped: 2, live: 1, waitingRetry: 4, inProgress: 5 },
  ...{ success: 30, failed: 15 },
}
const answers = [
  answer('/api/task/{id}/contacts/counts', { params: { path: { id: 't' } } }, {
    causes: [
      { state: 'failed', ending: 'notAnswered', contacts: 10 },
      { state: 'failed', ending: 'failed', contacts: 5 },
    ],
  } as never),
]
const html = renderHtml(<OutcomeStreams task={task} contacts={contacts} />, { answers })

it('the streams of a task are a list, in which each count leads to its contacts', () => {
  expect(linksOf(html)).toMatchObject({
    'Successful 30': '/tasks/t?tab=contacts&contact-state=success',
    'Not answered 10': '/tasks/t?tab=contacts&contact-state=failed&contact-ending=notAnswered',
    'Waiting for the next attempt 4': '/tasks/t?tab=contacts&contact-state=waiting',
  })
})

it('the streams of a task add up to the people that were dialed', () => {
  expect(textOf(html)).toContain('Dialed 50 of 60 people')
  const counts = Object.keys(linksOf(html)).map((text) => Number(/\d+$/.exec(text)?.[0]))
  expect(counts.reduce((sum, count) => sum + count)).toBe(50)
})
