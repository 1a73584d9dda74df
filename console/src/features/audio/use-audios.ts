import type { Schemas } from '@carillon/client'
import { useApiQuery } from '../../session/api-hooks.ts'

export type Audio = Schemas['Audio']

/** Few are expected; what is not among them is shown by its id. */
const MAX_NAMED = 200

/** The latest audios, for names and choices. */
export function useAudios(): Audio[] | undefined {
  return useApiQuery('/api/audio/list', { params: { query: { pageSize: MAX_NAMED } } }).data?.rows
}
