import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useApiQuery } from '../../../session/api-hooks.ts'
import type { ImportJob } from './import-step.ts'
import type { ImportTarget } from './import-target.ts'

const REFETCH_MS = 2000

/** The imports into a data source or a do-not-call list that have not ended, newest first. */
export function useOpenImports(target: ImportTarget | undefined): ImportJob[] {
  const queries = useQueryClient()
  const [wasRunning, setWasRunning] = useState(false)
  const id = target?.id ?? ''
  const query = target?.kind === 'doNotCall' ? { doNotCallListId: id } : { dataSourceId: id }
  const { data } = useApiQuery(
    '/api/import/list',
    { params: { query } },
    { isEnabled: target !== undefined, ...(wasRunning && { refetchEveryMs: REFETCH_MS }) },
  )
  const open = data?.rows.filter(({ endTime }) => endTime === null) ?? []
  const isRunning = open.some(({ status }) => status === 'running')
  useEffect(() => {
    setWasRunning(isRunning)
    // An import has ended: the page shows its contacts.
    if (wasRunning && !isRunning) void queries.invalidateQueries()
  }, [wasRunning, isRunning, queries])
  return open
}
