import { expect, it } from 'vitest'
import { countChosen, groupsOf, requestsOf, withCauses } from './recall-choice.ts'

const groups = groupsOf({
  taskId: 'a task',
  states: { notDialed: 9, dialing: 1, waiting: 4, success: 6, failed: 5, skipped: 0 },
  remaining: null,
  causes: [
    { state: 'failed', cause: 'busy', ending: 'failed', contacts: 3 },
    { state: 'failed', cause: 'machine', ending: 'machine', contacts: 2 },
    { state: 'success', cause: 'answered', ending: 'successful', contacts: 5 },
    { state: 'success', cause: 'machine', ending: 'machine', contacts: 1 },
    { state: 'waiting', cause: 'busy', ending: 'failed', contacts: 4 },
  ],
})

it('leaves out contacts that are not done, and outcomes without contacts', () => {
  expect(groups.map(({ outcome }) => outcome)).toEqual(['failed', 'success'])
})

it.each([
  [{}, 0, []],
  [{ failed: 'all' }, 5, [{ outcomes: ['failed'] }]],
  [{ failed: 'all', success: 'all' }, 11, [{ outcomes: ['failed', 'success'] }]],
  [{ failed: ['busy'] }, 3, [{ outcomes: ['failed'], causes: ['busy'] }]],
  [
    { failed: ['busy'], success: ['answered'] },
    8,
    [{ outcomes: ['failed', 'success'], causes: ['busy', 'answered'] }],
  ],
  // The same cause of both outcomes, chosen for one of them.
  [
    { failed: 'all', success: ['answered'] },
    10,
    [{ outcomes: ['failed'] }, { outcomes: ['success'], causes: ['answered'] }],
  ],
] as const)('%j are %i contacts', (choice, contacts, requests) => {
  const given = structuredClone(choice) as Parameters<typeof requestsOf>[1]
  expect(countChosen(groups, given)).toBe(contacts)
  expect(requestsOf(groups, given)).toEqual(requests)
})

it('has the whole outcome when every cause is chosen', () => {
  const [failed] = groups
  if (!failed) throw new Error('no group')
  expect(withCauses({}, failed, ['busy', 'machine'])).toEqual({ failed: 'all' })
  expect(withCauses({ failed: 'all' }, failed, ['busy'])).toEqual({ failed: ['busy'] })
})
