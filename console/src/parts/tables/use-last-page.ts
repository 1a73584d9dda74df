import { useEffect } from 'react'
import type { Address } from '../use-address.ts'

/** Moves to the last page when the current one is past the end, after a deletion or from an old link. */
export function useLastPage(address: Address, answer: { total: number; rows: unknown[] } | undefined): void {
  const { pageSize } = address.page
  const isPastEnd = answer !== undefined && answer.rows.length === 0 && answer.total > 0
  const last = Math.ceil((answer?.total ?? 0) / pageSize)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `address` is a new object on every render
  useEffect(() => {
    if (isPastEnd) address.setPage(last)
  }, [isPastEnd, last])
}
