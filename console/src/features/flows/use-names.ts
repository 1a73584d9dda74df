// The names of what a flow refers to by id.
import { useMemo } from 'react'
import { useApiQuery } from '../../session/api-hooks.ts'
import { useAudios } from '../audio/use-audios.ts'

/** Few are expected; what is not among them is shown by its id. */
const MAX_NAMED = 200

export function useDoNotCallNames(): { id: string; name: string }[] | undefined {
  return useApiQuery('/api/doNotCall/list', { params: { query: { pageSize: MAX_NAMED } } }).data?.rows
}

export function useNames() {
  const audios = useAudios()
  const lists = useDoNotCallNames()
  return useMemo(
    () => ({
      audio: (id: string) => audios?.find((each) => each.id === id)?.name ?? id,
      list: (id: string) => lists?.find((each) => each.id === id)?.name ?? id,
    }),
    [audios, lists],
  )
}
