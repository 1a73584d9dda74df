import { expect, it } from 'vitest'
import type { Flow } from '../../flow.ts'
import { pictureMessages } from '../picture.messages.ts'
import { START } from '../picture-graph.ts'
import { lineWords } from './line-words.ts'

const RULE = 'digits.confirm == "1"'

const flow: Flow = {
  onMachine: { do: 'hangup' },
  steps: [
    { id: 'confirm', type: 'gather', text: 'Press 1', keys: '1239', noInput: 'end' },
    {
      id: 'choice',
      type: 'branch',
      cases: [
        { when: 'digits.confirm == "1"', next: 'thanks' },
        { when: 'digits.confirm == "9"', next: 'out' },
        { when: 'digits.confirm == "3"', next: 'end' },
        { when: 'verdict == "silence"', next: 'end' },
        { when: 'result.mood == "good"', next: 'end' },
      ],
      next: 'callback',
    },
    { id: 'callback', type: 'set', field: 'callbackTime', value: '+2h', next: 'end' },
    { id: 'thanks', type: 'say', text: 'Thank you', next: 'end' },
    { id: 'out', type: 'optOut', listId: 'list', next: 'end' },
    { id: 'end', type: 'hangup' },
  ],
}

const say = (of: Flow, { language = 'en' as 'en' | 'zh', successWhen = RULE, isCounted = true } = {}) => {
  const t = pictureMessages[language].lines
  const lines = lineWords({ flow: of, successWhen, isCounted, t, conditionOf: ({ name }) => `if ${name}` })
  return Object.fromEntries(lines.map(({ id, words }) => [id, words]))
}

const withNames = (keyNames: Record<string, string>): Flow => ({
  ...flow,
  steps: flow.steps.map((step) => (step.type === 'gather' ? { ...step, keyNames } : step)),
})

it('say what a key means by where it leads, and who answered', () => {
  expect(say(flow)).toEqual({
    [`${START} person`]: 'Person',
    [`${START} machine`]: 'Machine',
    'confirm next': 'Answered the question',
    'confirm noInput': 'No valid key',
    'choice case 0': 'Confirmed · key 1',
    'choice case 1': 'No more calls · key 9',
    'choice case 2': 'Key 3',
    'choice case 3': 'Silence',
    'choice case 4': 'if case 4',
    'choice next': 'Call later',
    'callback next': '',
    'thanks next': '',
    'out next': '',
  })
  expect(say(flow, { language: 'zh' })['choice case 0']).toBe('已确认 · 按键 1')
})

it('a name that a key was given comes first', () => {
  const named = say(withNames({ 1: 'Comes', 3: 'Moves house' }))
  expect(named['choice case 0']).toBe('Comes · key 1')
  expect(named['choice case 2']).toBe('Moves house · key 3')
  expect(named['choice case 1']).toBe('No more calls · key 9')
})

it('the only line of the start says how many answered, where calls are counted', () => {
  const { onMachine: _, ...plain } = flow
  expect(say(plain)[`${START} person`]).toBe('Answered')
  expect(say(plain, { isCounted: false })[`${START} person`]).toBe('')
})
