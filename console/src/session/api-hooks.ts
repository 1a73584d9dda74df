// The API as React knows it: operations of the typed client by their path. The path and what is asked for are the key
// of the cache, so that live events can tell which answers they make stale.
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

export interface ApiQueryOptions {
  isEnabled?: boolean
  /** Shows the answer before while the next one is on its way: for pages of one list. */
  keepsPrevious?: boolean
  refetchEveryMs?: number
}

export function useApiQuery<P extends PathOf<'get'>>(
  path: P,
  init: InitOf<'get', P>,
  { isEnabled = true, keepsPrevious = false, refetchEveryMs }: ApiQueryOptions = {},
): UseQueryResult<AnswerOf<'get', P>, ApiError> {
  const client = useClient()
  return useQuery<AnswerOf<'get', P>, ApiError>({
    queryKey: [path, init],
    queryFn: ({ signal }) => client.get(path, { ...init, signal } as InitOf<'get', P>),
    enabled: isEnabled,
    ...(keepsPrevious && { placeholderData: keepPreviousData as never }),
    ...(refetchEveryMs !== undefined && { refetchInterval: refetchEveryMs }),
  })
}

/** Fetches an answer that will probably be asked for next. */
export function useApiPrefetch<P extends PathOf<'get'>>(
  path: P,
  init: InitOf<'get', P>,
  { isEnabled = true }: Pick<ApiQueryOptions, 'isEnabled'> = {},
): void {
  const client = useClient()
  const queries = useQueryClient()
  const asked = JSON.stringify(init)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` stands for `init`, which is made anew every time
  useEffect(() => {
    if (!isEnabled) return
    void queries.prefetchQuery({
      queryKey: [path, init],
      queryFn: ({ signal }) => client.get(path, { ...init, signal } as InitOf<'get', P>),
    })
  }, [asked, isEnabled, path, client, queries])
}

/** After a change everything on the screen is asked for again: it is little, and nothing of it may be out of date. */
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
