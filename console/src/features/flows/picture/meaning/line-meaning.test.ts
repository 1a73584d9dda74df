import { expect, it } from 'vitest'
import type { Flow } from '../../flow.ts'
import { SCREENING, START } from '../picture-graph.ts'
import { meaningsOf } from './line-meaning.ts'

const RULE = 'digits.confirm == "1"'

const appointment: Flow = {
  onMachine: { do: 'leaveMessage', step: 'message' },
  onScreening: { say: 'The clinic.' },
  steps: [
    { id: 'confirm', type: 'gather', text: 'Press 1', keys: '129', noInput: 'nothing' },
    {
      id: 'choice',
      type: 'branch',
      cases: [
        { when: 'digits.confirm == "1"', next: 'thanks' },
        { when: 'digits.confirm == "9"', next: 'out' },
      ],
    },
    { id: 'callback', type: 'set', field: 'callbackTime', value: '+2h' },
    { id: 'later', type: 'say', text: 'Later.', next: 'end' },
    { id: 'thanks', type: 'say', text: 'Thank you', next: 'end' },
    { id: 'nothing', type: 'say', text: 'Nothing', next: 'end' },
    { id: 'message', type: 'say', text: 'Call us', next: 'end' },
    { id: 'out', type: 'optOut', listId: 'list' },
    { id: 'end', type: 'hangup' },
  ],
}

const meanings = (flow: Flow, rule: string) =>
  Object.fromEntries([...meaningsOf(flow, rule)].map(([id, { meaning }]) => [id, meaning]))

it('tells who took a line, or what came of it, and runs on to the end', () => {
  expect(meanings(appointment, RULE)).toEqual({
    [`${START} person`]: 'person',
    [`${START} machine`]: 'machine',
    [`${START} screening`]: 'machine',
    [`${SCREENING} person`]: 'person',
    'confirm next': 'person',
    'confirm noInput': 'silent',
    'choice case 0': 'success',
    'choice case 1': 'failed',
    'choice next': 'later',
    'callback next': 'later',
    'later next': 'later',
    'thanks next': 'success',
    'nothing next': 'silent',
    'message next': 'machine',
    'out next': 'failed',
  })
})

it('knows the keys of a line, also those that are left for “otherwise”', () => {
  const found = meaningsOf(appointment, RULE)
  expect(found.get('choice case 0')).toEqual({
    meaning: 'success',
    outcome: 'success',
    keys: { step: 'confirm', keys: ['1'] },
  })
  expect(found.get('choice case 1')).toMatchObject({ outcome: 'optOut', keys: { keys: ['9'] } })
  expect(found.get('choice next')).toMatchObject({ outcome: 'later', keys: { keys: ['2'] } })
  // Without a way of its own, no key at all is among the others.
  const [question, ...steps] = appointment.steps
  const { noInput: _, ...asked } = question as Extract<Flow['steps'][number], { type: 'gather' }>
  const open: Flow = { ...appointment, steps: [asked, ...steps] }
  expect(meaningsOf(open, RULE).get('choice next')?.keys).toBeUndefined()
})

it('a success is also a result that the way sets, or a key of a question without a branch', () => {
  const survey: Flow = {
    steps: [
      { id: 'mood', type: 'gather', text: 'Press 1 or 2', keys: '12', noInput: 'end' },
      {
        id: 'choice',
        type: 'branch',
        cases: [{ when: 'digits.mood == "1" or digits.mood == "3"', next: 'good' }],
        next: 'agent',
      },
      { id: 'good', type: 'set', field: 'mood', value: 'good', next: 'end' },
      { id: 'agent', type: 'transfer', to: 'queue:sales' },
      { id: 'end', type: 'hangup' },
    ],
  }
  expect(meanings(survey, 'result.mood == "good"')['choice case 0']).toBe('success')
  expect(meanings(survey, 'result.mood == "bad"')['choice case 0']).toBe('person')
  expect(meanings(survey, 'transfer == "answered"')['choice next']).toBe('success')
  expect(meanings(survey, 'digits.mood != ""')['mood next']).toBe('success')
  expect(meanings(survey, 'digits.mood == "1" or digits.mood == "3"')['choice case 0']).toBe('success')
  // One of both keys is none.
  expect(meanings(survey, 'digits.mood == "1"')['choice case 0']).toBe('person')
  expect(meanings(survey, 'digits.mood == "1" and verdict == "person"')['mood next']).toBe('person')
  // Every answered call, or every person: no way is more of a success than another.
  expect(Object.values(meanings(survey, 'answered'))).not.toContain('success')
})

it('where different lines join, a plain one means a person again, and a loop ends', () => {
  const loop: Flow = {
    steps: [
      { id: 'ask', type: 'gather', text: 'Press 1', keys: '1', noInput: 'bye' },
      { id: 'bye', type: 'say', text: 'Bye', next: 'ask' },
    ],
  }
  expect(meanings(loop, 'answered')).toEqual({
    [`${START} person`]: 'person',
    'ask next': 'person',
    'ask noInput': 'silent',
    'bye next': 'person',
  })
  const verdicts: Flow = {
    steps: [
      { id: 'who', type: 'branch', cases: [{ when: 'verdict == "machine"', next: 'end' }] },
      { id: 'hello', type: 'say', text: 'Hello' },
      { id: 'end', type: 'hangup' },
    ],
  }
  expect(meanings(verdicts, 'person')['who case 0']).toBe('machine')
})
