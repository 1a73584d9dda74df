// React hooks for the typed API client. Path and parameters are the cache key, so that live events can find the answers
// that they make stale.
import type { AnswerOf, InitOf, PathOf } from '@carillon/client'
import type { ApiError } from '@carillon/client/errors'
import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { useClient } from './console-context.tsx'

interface ApiQueryOptions {
  isEnabled?: boolean
  /** Shows the previous answer until the next one arrives, for paging through a list. */
  keepsPrevious?: boolean
  refetchEveryMs?: number
}

interface RefetchOptions<Data> {
  /** When it says no, `refetchEveryMs` ends. */
  refetchWhile?: (data: Data | undefined) => boolean
}

export function useApiQuery<P extends PathOf<'get'>>(
  path: P,
  init: InitOf<'get', P>,
  options: ApiQueryOptions & RefetchOptions<AnswerOf<'get', P>> = {},
): UseQueryResult<AnswerOf<'get', P>, ApiError> {
  const { isEnabled = true, keepsPrevious = false, refetchEveryMs, refetchWhile = () => true } = options
  const client = useClient()
  return useQuery<AnswerOf<'get', P>, ApiError>({
    queryKey: [path, init],
    queryFn: ({ signal }) => client.get(path, { ...init, signal } as InitOf<'get', P>),
    enabled: isEnabled,
    ...(keepsPrevious && { placeholderData: keepPreviousData as never }),
    ...(refetchEveryMs !== undefined && {
      refetchInterval: ({ state }) => refetchWhile(state.data) && refetchEveryMs,
    }),
  })
}

/** Fetches an answer that will probably be needed next. */
export function useApiPrefetch<P extends PathOf<'get'>>(
  path: P,
  init: InitOf<'get', P>,
  { isEnabled = true }: Pick<ApiQueryOptions, 'isEnabled'> = {},
): void {
  const client = useClient()
  const queries = useQueryClient()
  const initKey = JSON.stringify(init)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `initKey` replaces `init`, which is a new object on every render
  useEffect(() => {
    if (!isEnabled) return
    void queries.prefetchQuery({
      queryKey: [path, init],
      queryFn: ({ signal }) => client.get(path, { ...init, signal } as InitOf<'get', P>),
    })
  }, [initKey, isEnabled, path, client, queries])
}

/** After a change, everything on the screen is fetched again: it is little data, and none of it may be out of date. */
export function useApiMutation<P extends PathOf<'post'>>(
  path: P,
): UseMutationResult<AnswerOf<'post', P>, ApiError, InitOf<'post', P>> {
  const client = useClient()
  const queries = useQueryClient()
  return useMutation<AnswerOf<'post', P>, ApiError, InitOf<'post', P>>({
    mutationFn: (init) => client.post(path, init),
    onSettled: () => queries.invalidateQueries(),
  })
}
