// How many lines were in use, as far as this page has seen it: the service keeps the present, not the past, of it.
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { wallMilliseconds } from '../language/format.ts'
import { useServices } from './console-context.tsx'
import type { System } from './use-system.ts'

export interface LineSample {
  wallMs: number
  linesInUse: number
}

export interface LineSamples {
  read(): readonly LineSample[]
  subscribe(onChange: () => void): () => void
}

const MOST_SAMPLES = 1800

export function createLineSamples(queries: QueryClient): LineSamples {
  const listeners = new Set<() => void>()
  let samples: readonly LineSample[] = []
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== '/api/system' || query.state.status !== 'success') return
    const { time, linesInUse } = query.state.data as System
    const wallMs = wallMilliseconds(time)
    if (wallMs <= (samples.at(-1)?.wallMs ?? 0)) return
    samples = [...samples, { wallMs, linesInUse }].slice(-MOST_SAMPLES)
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

export function useLineSamples(): readonly LineSample[] {
  const { lineSamples } = useServices()
  return useSyncExternalStore(lineSamples.subscribe, lineSamples.read)
}
