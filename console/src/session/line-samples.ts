// Lines in use over time. The service reports only the current number, so the page records each one it receives.
import type { AnswerOf } from '@carillon/client'
import type { QueryClient } from '@tanstack/react-query'
import { wallMilliseconds } from '../language/format.ts'

export interface LineSample {
  wallMs: number
  linesInUse: number
}

export interface LineSamples {
  read(): readonly LineSample[]
  subscribe(onChange: () => void): () => void
}

const MAX_SAMPLES = 1800

export function createLineSamples(queries: QueryClient): LineSamples {
  const listeners = new Set<() => void>()
  let samples: readonly LineSample[] = []
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== '/api/system' || query.state.status !== 'success') return
    const { time, linesInUse } = query.state.data as AnswerOf<'get', '/api/system'>
    const wallMs = wallMilliseconds(time)
    if (wallMs <= (samples.at(-1)?.wallMs ?? 0)) return
    samples = [...samples, { wallMs, linesInUse }].slice(-MAX_SAMPLES)
    for (const listener of listeners) listener()
  })
  return {
    read: () => samples,
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}
