// Pages of a table that is in no address: inside a dialog, or of rows that only this page has.
import { useState } from 'react'
import type { Address } from './use-address.ts'

export function useLocalPages(firstSize = 20): Address {
  const [page, setPage] = useState({ pageNum: 1, pageSize: firstSize })
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
