// What came of a call, in the five words that every page uses: counters, charts, reports and lists.
import { type CallEnding, callWords } from '@carillon/server/words/calls'
import { useMemo } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import type { Tone } from '../status-badge.tsx'

export type EndingCounts = Record<CallEnding, number>

export const endingTones: Record<CallEnding, Tone> = {
  successful: 'success',
  unsuccessful: 'answered',
  machine: 'machine',
  notAnswered: 'silent',
  failed: 'failed',
}

/** `isConfirmation`: of a task in which success is a confirmation. */
export function useEndingWords(isConfirmation = false): Record<CallEnding, string> {
  const { endings, confirmed } = useMessages(callWords)
  return useMemo(
    () => (isConfirmation ? { ...endings, ...confirmed } : endings),
    [endings, confirmed, isConfirmation],
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
