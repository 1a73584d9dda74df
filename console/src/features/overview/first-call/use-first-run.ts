import { useApiQuery } from '../../../session/api-hooks.ts'

/** Whether no task has been published yet; undefined until it is known. */
export function useFirstRun(): boolean | undefined {
  const { data, isError } = useApiQuery('/api/task/list', { params: { query: { pageSize: 1 } } })
  if (!data) return isError ? false : undefined
  return data.total === 0 || (data.total === 1 && data.rows[0]?.startTime === null)
}
