// Pagination that is not in the address bar, for tables in dialogs and drawers.
import { useState } from 'react'
import type { Address } from '../use-address.ts'

export function useLocalPages(initialSize = 20): Address {
  const [page, setPage] = useState({ pageNum: 1, pageSize: initialSize })
  return {
    page,
    setPage: (pageNum) => setPage({ ...page, pageNum }),
    setPageSize: (pageSize) => setPage({ pageNum: 1, pageSize }),
    get: () => undefined,
    set: () => undefined,
    clear: () => undefined,
    isFiltered: false,
  }
}
