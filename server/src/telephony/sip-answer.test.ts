import { describe, expect, it } from 'vitest'
import { FINAL_CAUSES } from '../dialing/dialer/settle/retry-policy.ts'
import { answerWords } from '../platform/words/sip-answers.ts'
import { causeOf, isAboutTrunk, isCarrierFault, isTimeout, refusalReason, ringsOut } from './sip-answer.ts'

/** What was decided of each: its cause, and whose fault it is before a phone has rung. All that are not named are below. */
const DECIDED: [number, string | undefined, 'trunk' | 'callee'][] = [
  [401, 'network_error', 'trunk'],
  [402, 'network_error', 'trunk'],
  [403, 'network_error', 'trunk'],
  [404, 'invalid_number', 'callee'],
  [407, 'network_error', 'trunk'],
  [408, 'unreachable', 'callee'],
  [410, 'invalid_number', 'callee'],
  [480, 'unreachable', 'callee'],
  [484, 'invalid_number', 'callee'],
  [485, 'invalid_number', 'callee'],
  [486, 'busy', 'callee'],
  [488, 'network_error', 'trunk'],
  [503, 'congestion', 'trunk'],
  [600, 'busy', 'callee'],
  [603, 'rejected', 'callee'],
  [604, 'invalid_number', 'callee'],
  [606, 'network_error', 'trunk'],
  [607, 'rejected', 'callee'],
  [608, 'rejected', 'callee'],
]
const named = new Map(DECIDED.map(([status, ...meaning]) => [status, meaning]))

function decided(status: number) {
  const isOfTrunk = status < 400 || (status >= 500 && status < 600)
  return named.get(status) ?? (isOfTrunk ? ['network_error', 'trunk'] : [undefined, 'callee'])
}

describe('every SIP status that can end a call', () => {
  const statuses = Array.from({ length: 400 }, (_, index) => index + 300)

  it('has the cause and the fault that were decided', () => {
    const meanings = statuses.map((status) => [
      status,
      causeOf(status),
      isAboutTrunk(status) ? 'trunk' : 'callee',
    ])
    expect(meanings).toEqual(statuses.map((status) => [status, ...decided(status)]))
  })

  it('is final for the contact only if the callee’s side has said it', () => {
    for (const status of statuses)
      if (isAboutTrunk(status)) expect(FINAL_CAUSES).not.toContain(causeOf(status))
    for (const status of [404, 410, 484, 485, 603, 604, 607, 608])
      expect(FINAL_CAUSES).toContain(causeOf(status))
  })

  it('has words in both languages, and a reason', () => {
    for (const status of statuses) {
      for (const language of ['en', 'zh'] as const)
        expect(answerWords(status, language).means, `${status} ${language}`).not.toBe('')
      expect(refusalReason(status)).toContain(`SIP ${status}: ${answerWords(status).means}`)
    }
  })

  it('says that the carrier failed with 5xx, and that nobody answered in time with 408, 480 and 487', () => {
    expect(statuses.filter(isCarrierFault)).toEqual(
      statuses.filter((status) => status >= 500 && status < 600),
    )
    expect(statuses.filter(ringsOut)).toEqual([408, 480, 487])
    expect(statuses.filter(isTimeout)).toEqual([408])
  })
})

it('says nothing without an answer, but that nobody gave one', () => {
  expect([causeOf(undefined), isAboutTrunk(undefined), isCarrierFault(undefined)]).toEqual([
    ...[undefined, false, false],
  ])
  expect([ringsOut(undefined), isTimeout(undefined)]).toEqual([true, true])
})
