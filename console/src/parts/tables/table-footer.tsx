import { Pagination, Select, Text } from '@mantine/core'
import { memo } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { partsMessages } from '../parts.messages.ts'
import { type Address, PAGE_SIZES } from '../use-address.ts'

export interface TablePaging {
  total: number
  address: Address
}

export const TableFooter = memo(function TableFooter({ total, address }: TablePaging) {
  const t = useMessages(partsMessages)
  const format = useFormat()
  const { pageNum, pageSize } = address.page
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const from = Math.min(total, (pageNum - 1) * pageSize + 1)
  const to = Math.min(total, pageNum * pageSize)
  const range = t.rowsRange(format.number(from), format.number(to), format.number(total))
  const labels = { first: t.firstPage, previous: t.previousPage, next: t.nextPage, last: t.lastPage }
  return (
    <div className="table-footer">
      <Text size="xs" c="dimmed" aria-live="polite">
        {pages === 1 ? t.rowsTotal(format.number(total)) : range}
      </Text>
      {(pages > 1 || pageSize > (PAGE_SIZES[0] ?? 0)) && (
        <Select
          aria-label={t.rowsPerPage}
          w={84}
          size="xs"
          allowDeselect={false}
          data={PAGE_SIZES.map(String)}
          value={String(pageSize)}
          onChange={(value) => value && address.setPageSize(Number(value))}
        />
      )}
      {pages > 1 && (
        <Pagination
          ml="auto"
          total={pages}
          value={pageNum}
          onChange={address.setPage}
          siblings={1}
          withEdges={pages > 7}
          aria-label={t.pages}
          getItemProps={(page) => ({ 'aria-label': t.page(page) })}
          getControlProps={(control) => ({ 'aria-label': labels[control] })}
        />
      )}
    </div>
  )
})
