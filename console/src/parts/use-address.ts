// Keeps filters and the page number in the address bar, so that a view can be linked, reloaded and returned to.
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'

export interface Address {
  get(name: string): string | undefined
  /** Undefined or empty removes a parameter. Changing a filter returns to the first page. */
  set(values: Record<string, string | undefined>): void
  /** Removes all filters. */
  clear(): void
  page: { pageNum: number; pageSize: number }
  setPage(page: number): void
  setPageSize(size: number): void
  /** Whether any filter is set. */
  isFiltered: boolean
}

export const PAGE_SIZES = [20, 50, 100, 200]
const DEFAULT_PAGE_SIZE = 50

/** A prefix separates the parameters of two tables on one page. */
export function useAddress(prefix = ''): Address {
  const [params, setParams] = useSearchParams()
  const pageKey = `${prefix}page`
  const sizeKey = `${prefix}size`

  const write = useCallback(
    (values: Record<string, string | undefined>) => {
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          for (const [name, value] of Object.entries(values)) {
            if (value) next.set(name, value)
            else next.delete(name)
          }
          return next
        },
        { replace: true },
      )
    },
    [setParams],
  )

  // The same object while the parameters are the same, so that what depends on it is not rendered again.
  return useMemo(() => {
    const pageSize = wholeNumber(params.get(sizeKey), DEFAULT_PAGE_SIZE)
    const isFilter = (name: string) => name.startsWith(prefix) && name !== pageKey && name !== sizeKey
    const filters = [...params.keys()].filter(isFilter)
    return {
      get: (name) => params.get(prefix + name) ?? undefined,
      set: (values) => write({ ...prefixed(values, prefix), [pageKey]: undefined }),
      clear: () => write(Object.fromEntries([pageKey, ...filters].map((name) => [name, undefined]))),
      page: {
        pageNum: wholeNumber(params.get(pageKey), 1),
        pageSize: PAGE_SIZES.includes(pageSize) ? pageSize : DEFAULT_PAGE_SIZE,
      },
      setPage: (page) => write({ [pageKey]: page === 1 ? undefined : String(page) }),
      setPageSize: (size) =>
        write({ [pageKey]: undefined, [sizeKey]: size === DEFAULT_PAGE_SIZE ? undefined : String(size) }),
      isFiltered: filters.length > 0,
    }
  }, [params, prefix, pageKey, sizeKey, write])
}

function prefixed(values: Record<string, string | undefined>, prefix: string) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [prefix + name, value]))
}

function wholeNumber(text: string | null, fallback: number): number {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : fallback
}
