import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ActionButton } from '../action-button.tsx'
import { Card } from '../card.tsx'
import { EmptyState } from '../empty-state.tsx'
import { type Column, DataTable } from './data-table.tsx'
import type { TablePaging } from './table-footer.tsx'

interface ListCardProps<Row extends { id: string }> {
  words: {
    title: string /** Describes the table to screen readers; default: the title. */
    label?: string
    add: string
    empty: string
    emptyHint: string
  }
  columns: Column<Row>[]
  /** What useApiQuery returns. */
  found: { data?: { rows: Row[]; total?: number }; error: Error | null; refetch(): unknown }
  address?: TablePaging['address']
  /** Why the token may not add any. */
  disabledReason: string | undefined
  onAdd(): void
  /** Dialogs. */
  children?: ReactNode
}

/** A card of the settings with a list, to which a button adds. */
export function ListCard<Row extends { id: string }>(props: ListCardProps<Row>) {
  const { words, columns, found, address, disabledReason, onAdd, children } = props
  return (
    <Card
      title={words.title}
      isFlush
      beside={
        <ActionButton
          leftSection={<IconPlus size={14} aria-hidden />}
          disabledReason={disabledReason}
          onClick={onAdd}
        >
          {words.add}
        </ActionButton>
      }
    >
      <DataTable
        label={words.label ?? words.title}
        isBounded
        columns={columns}
        rows={found.data?.rows}
        error={found.error}
        onRetry={found.refetch}
        keyOf={({ id }) => id}
        {...(address && { paging: { total: found.data?.total ?? 0, address } })}
        empty={<EmptyState title={words.empty} hint={words.emptyHint} />}
      />
      {children}
    </Card>
  )
}
