import { describe, expect, it } from 'vitest'
import type { VerdictKind } from '../../platform/words/calls.ts'
import type { CallResult } from './call-result.ts'
import { isConfirmation, judgeAnswered } from './success-rule.ts'

const by = (is: VerdictKind): CallResult => ({ verdict: { is, by: 'detector', how: '', afterMs: 0 } })

describe('an answered call', () => {
  it.each([
    ['answered', {}, 'answered'],
    ['answered', by('machine'), 'answered'],
    ['answered', { agent: 'died' }, 'agent_failed'],
    ['answered', { callbackTime: '2026-01-01T00:00:00Z' }, 'callback'],
    ['person', by('person'), 'answered'],
    ['person', by('machine'), 'machine'],
    ['person', by('screening'), 'screening'],
    ['person', by('silence'), 'silence'],
    ['person', {}, 'unverified'],
    ['digits.ok == "1"', { digits: { ok: '1' } }, 'answered'],
    ['digits.ok == "1"', { digits: { ok: '2' } }, 'not_confirmed'],
    ['digits.ok == "1"', { ...by('person'), digits: {} }, 'not_confirmed'],
    ['digits.ok == "1"', by('machine'), 'machine'],
  ] as [string, CallResult, string][])('by the rule %s with %o is %s', (rule, result, cause) => {
    expect(judgeAnswered(rule, result)).toBe(cause)
  })
})

it.each([
  ['answered', {}, 'unverified'],
  ['answered', by('person'), 'unverified'],
  ['answered', by('machine'), 'machine'],
  ['person', by('person'), 'answered'],
  ['digits.ok == "1"', { digits: { ok: '1' } }, 'answered'],
  ['digits.ok == "1"', {}, 'not_confirmed'],
] as [string, CallResult, string][])(
  'a call that is broken off is by the rule %s with %o %s',
  (rule, result, cause) => {
    expect(judgeAnswered(rule, result, true)).toBe(cause)
  },
)

it.each([
  ['digits.confirm == "1"', true],
  ['digits.a == "1" or digits.b == "1" and verdict == "person"', true],
  ['digits.service != "" and digits.recommend != ""', false],
  ['digits.a == "1" or transfer == "answered"', false],
  ['agent == "done"', false],
  ['answered', false],
  ['person', false],
])('%s is a confirmation: %s', (rule, expected) => {
  expect(isConfirmation(rule)).toBe(expected)
})
