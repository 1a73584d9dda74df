// The state of the whole service: time zone, limits, gateway health.
import type { AnswerOf } from '@carillon/client'
import { useApiQuery } from './api-hooks.ts'

export type System = AnswerOf<'get', '/api/system'>

/** Undefined until the first answer arrives. */
export function useSystem(): System | undefined {
  return useApiQuery('/api/system', {}, { refetchEveryMs: 5000 }).data
}
