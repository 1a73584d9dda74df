// The service as a whole: its time zone, its limits, how its gateways are.
import type { AnswerOf } from '@carillon/client'
import { useApiQuery } from './api-hooks.ts'

export type System = AnswerOf<'get', '/api/system'>

/** Undefined until the service has answered. */
export function useSystem(): System | undefined {
  return useApiQuery('/api/system', {}, { refetchEveryMs: 5000 }).data
}
