// An import job, followed while it runs. The answer of the API is the one copy of its state: events update it.
import type { Client } from '@carillon/client'
import { ApiError } from '@carillon/client/errors'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useApiQuery } from '../../../session/api-hooks.ts'
import { useClient, useSessionState } from '../../../session/console-context.tsx'
import type { ImportJob, ImportJobDetail } from './import-step.ts'

const PATH = '/api/import/{id}'
const RETRY_MS = 1000

export function useImportJob(id: string) {
  const client = useClient()
  const queries = useQueryClient()
  const { token } = useSessionState()
  const init = { params: { path: { id } } }
  const { data, error, refetch } = useApiQuery(PATH, init)
  const [followError, setFollowError] = useState<unknown>()
  const isRunning = data?.status === 'running'
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new token after a sign-in opens the stream again
  useEffect(() => {
    if (!isRunning) return
    const leaving = new AbortController()
    void follow({ client, queries, id, signal: leaving.signal, onError: setFollowError })
    return () => leaving.abort()
  }, [client, queries, id, isRunning, token])
  useRefreshAtEnd(data)
  return { job: data, error, refetch, followError }
}

/**
 * Everything on the page may show what is new. The end is seen in the job, not in its events: a short import may have ended
 * before they are followed.
 */
function useRefreshAtEnd(job: ImportJob | undefined): void {
  const queries = useQueryClient()
  const wasOpen = useRef(false)
  const isOpen = job?.endTime === null
  useEffect(() => {
    if (wasOpen.current && !isOpen) void queries.invalidateQueries()
    wasOpen.current = isOpen
  }, [isOpen, queries])
}

interface Following {
  client: Client
  queries: QueryClient
  id: string
  signal: AbortSignal
  onError(error: unknown): void
}

async function follow({ client, queries, id, signal, onError }: Following): Promise<void> {
  const queryKey = [PATH, { params: { path: { id } } }]
  function show(job: ImportJob): void {
    onError(undefined)
    queries.setQueryData<ImportJobDetail>(queryKey, (known) => known && { ...known, ...job })
  }
  while (!signal.aborted) {
    try {
      const last = await client.followImport(id, show, { signal })
      if (last?.endTime) return
    } catch (error) {
      if (signal.aborted) return
      onError(error)
      // Signing in again starts over.
      if (error instanceof ApiError && error.status === 401) return
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    // Where a proxy lets no streams pass, the state of the job is read here.
    if (!signal.aborted) await queries.invalidateQueries({ queryKey })
  }
}
