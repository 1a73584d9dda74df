// What the form of a new task starts with: values that protect people, unless the service is set not to. The API has defaults of its
// own, which the contract fixes.
import { useApiQuery } from '../../../session/api-hooks.ts'
import { emptyTask, type TaskFormValues } from './task-form-values.ts'

/** Calls from 9:00 to 20:00 on the clock of the called person, and an hour between attempts. */
export const protectiveTask: TaskFormValues = {
  ...emptyTask,
  dailyStartTime: '09:00',
  dailyEndTime: '20:00',
  windowZone: 'recipient',
  callInterval: 1,
  intervalUnit: '3600',
}

/** Undefined until it is known. If it cannot be known, people are protected. */
export function useNewTask(): TaskFormValues | undefined {
  const { data, error } = useApiQuery('/api/console/settings', {})
  if (!data) return error ? protectiveTask : undefined
  return data.protectNewTasks ? protectiveTask : emptyTask
}
