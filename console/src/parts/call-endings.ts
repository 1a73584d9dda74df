// What came of a call, in the five words that every page uses: counters, charts, reports and lists.
import { useMemo } from 'react'
import { useMessages } from '../language/language-provider.tsx'
import type { Tone } from './status-badge.tsx'

export const CALL_ENDINGS = ['successful', 'unsuccessful', 'machine', 'notAnswered', 'failed'] as const
export type CallEnding = (typeof CALL_ENDINGS)[number]
export type EndingCounts = Record<CallEnding, number>

export const endingTones: Record<CallEnding, Tone> = {
  successful: 'good',
  unsuccessful: 'warn',
  machine: 'busy',
  notAnswered: 'idle',
  failed: 'bad',
}

interface EndingWords {
  words: Record<CallEnding, string>
  /** Where success means that the callee pressed a certain key. */
  confirmed: Pick<Record<CallEnding, string>, 'successful' | 'unsuccessful'>
}

const en: EndingWords = {
  words: {
    successful: 'Successful',
    unsuccessful: 'Answered, not successful',
    machine: 'Machine',
    notAnswered: 'Not answered',
    failed: 'Failed',
  },
  confirmed: { successful: 'Confirmed', unsuccessful: 'Answered, not confirmed' },
}

const zh: EndingWords = {
  words: {
    successful: '成功',
    unsuccessful: '已接听，未成功',
    machine: '机器接听',
    notAnswered: '未接听',
    failed: '失败',
  },
  confirmed: { successful: '已确认', unsuccessful: '已接听，未确认' },
}

export const endingMessages = { en, zh }

/** `isConfirmation`: of a task in which success is a confirmation. */
export function useEndingWords(isConfirmation = false): Record<CallEnding, string> {
  const { words, confirmed } = useMessages(endingMessages)
  return useMemo(
    () => (isConfirmation ? { ...words, ...confirmed } : words),
    [words, confirmed, isConfirmation],
  )
}

/** The contacts that are done without a success, by what came of their last call: they add up to `failed`. */
export function splitFailed(
  failed: number,
  causes: readonly { state: string; ending: CallEnding | null; contacts: number }[],
): Omit<EndingCounts, 'successful'> {
  const counts = { unsuccessful: 0, machine: 0, notAnswered: 0, failed: 0 }
  for (const { state, ending, contacts } of causes)
    if (state === 'failed') counts[ending === null || ending === 'successful' ? 'failed' : ending] += contacts
  // Causes of many contacts may be some seconds older: the largest part takes the difference, so that no two figures disagree.
  const [largest] = (Object.keys(counts) as (keyof typeof counts)[]).sort((a, b) => counts[b] - counts[a])
  const counted = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (largest) counts[largest] = Math.max(0, counts[largest] + failed - counted)
  return counts
}
