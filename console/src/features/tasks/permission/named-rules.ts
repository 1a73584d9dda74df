// The calendars, do-not-call lists and trunks that a task can choose, and those that apply to every task.
import { useApiQuery } from '../../../session/api-hooks.ts'

export interface NamedRule {
  id: string
  name: string
  isGlobal: boolean
}

/** Few are expected; what is not among them is shown by its id. */
const MAX_NAMED = 200
const init = { params: { query: { pageSize: MAX_NAMED } } }

export function useCalendars(): NamedRule[] | undefined {
  return useApiQuery('/api/calendar/list', init).data?.rows
}

export function useDoNotCallLists(): NamedRule[] | undefined {
  return useApiQuery('/api/doNotCall/list', init).data?.rows
}

export function useTrunks(): { id: string; name: string }[] | undefined {
  return useApiQuery('/api/trunk/list', {}).data?.rows
}
