import { useApiQuery } from '../../session/api-hooks.ts'

/** What makes a call of a task a success; undefined until it is known. */
export function useSuccessRule(taskId: string): string | undefined {
  return useApiQuery('/api/task/{id}/settings', { params: { path: { id: taskId } } }).data?.successWhen
}
