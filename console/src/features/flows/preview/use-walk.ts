// A call that is only walked through. The service keeps nothing of it: each time it is told all that has happened.
import type { AnswerOf, InitOf } from '@carillon/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../session/console-context.tsx'
import type { Flow } from '../flow.ts'

export type Walk = AnswerOf<'post', '/api/flow/preview'>
export type WalkEntry = Walk['entries'][number]
type Body = NonNullable<InitOf<'post', '/api/flow/preview'>['body']>
export type WalkEvent = NonNullable<Body['events']>[number]

export interface Walking {
  /** Counts the calls, so that each begins anew. */
  round: number
  walk: Walk | undefined
  error: Error | null
  isStarted: boolean
  start(first: WalkEvent[]): void
  /** Ignored while the answer to the last one is still awaited. */
  tell(event: WalkEvent): void
}

/** `fromStep`: where it begins, if not at the first step. */
export function useWalk(flow: Flow, fields: Record<string, string>, fromStep?: string): Walking {
  const client = useClient()
  const [round, setRound] = useState(0)
  const [events, setEvents] = useState<WalkEvent[]>()
  const body = { flow, fields, events: events ?? [], ...(fromStep && { fromStep }) } as Body
  const { data, error, isPlaceholderData } = useQuery<Walk, Error>({
    queryKey: ['/api/flow/preview', round, JSON.stringify(body)],
    queryFn: ({ signal }) => client.post('/api/flow/preview', { body, signal }),
    enabled: events !== undefined,
    // Until the next step is known; but nothing of the call before.
    placeholderData: (events?.length ?? 0) > 1 ? keepPreviousData : undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return {
    round,
    walk: events && data,
    error,
    isStarted: events !== undefined,
    start(first) {
      setRound(round + 1)
      setEvents(first)
    },
    tell(event) {
      if (data && !isPlaceholderData && !data.isOver) setEvents([...(events ?? []), event])
    },
  }
}
