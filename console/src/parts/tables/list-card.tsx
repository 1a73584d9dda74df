import { Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ActionButton } from '../action-button.tsx'
import { Card } from '../card.tsx'
import { EmptyState } from '../empty-state.tsx'
import { type Column, DataTable, type FoundList, listOf } from './data-table.tsx'
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
  found: FoundList<Row>
  address?: TablePaging['address']
  /** Why the token may not add any. */
  disabledReason: string | undefined
  onAdd(): void
  /** Actions before the button that adds. */
  actions?: ReactNode
  /** Dialogs. */
  children?: ReactNode
}

/** A card of the settings with a list, to which a button adds. */
export function ListCard<Row extends { id: string }>(props: ListCardProps<Row>) {
  const { words, columns, found, address, disabledReason, onAdd, actions, children } = props
  return (
    <Card
      title={words.title}
      isFlush
      beside={
        <Group gap="xs">
          {actions}
          <ActionButton
            leftSection={<IconPlus size={14} aria-hidden />}
            disabledReason={disabledReason}
            onClick={onAdd}
          >
            {words.add}
          </ActionButton>
        </Group>
      }
    >
      <DataTable
        label={words.label ?? words.title}
        isBounded
        columns={columns}
        {...listOf(found, address)}
        keyOf={({ id }) => id}
        empty={<EmptyState title={words.empty} hint={words.emptyHint} />}
      />
      {children}
    </Card>
  )
}
