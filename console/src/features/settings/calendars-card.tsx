import type { Schemas } from '@carillon/client'
import { Group } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { NameCell } from '../../parts/tables/cells.tsx'
import type { Column } from '../../parts/tables/data-table.tsx'
import { ListCard } from '../../parts/tables/list-card.tsx'
import { RowAction } from '../../parts/tables/row-action.tsx'
import { useLocalPages } from '../../parts/tables/use-local-pages.ts'
import { useDelete } from '../../parts/use-dangerous-action.ts'
import { useApiQuery } from '../../session/api-hooks.ts'
import { useRightReason } from '../../session/use-right-reason.ts'
import { permissionMessages } from './permission.messages.ts'

const CalendarDialog = lazyPart(async () => (await import('./calendar-dialog.tsx')).CalendarDialog)

type Calendar = Schemas['CalendarSummary']

/** Holidays on which no calls start. */
export function CalendarsCard() {
  const { calendars: t } = useMessages(permissionMessages)
  const address = useLocalPages()
  const rightReason = useRightReason()('operate')
  const [dialog, setDialog] = useState<'new' | { id: string }>()
  const columns = useColumns(setDialog)
  const found = useApiQuery(
    '/api/calendar/list',
    { params: { query: address.page } },
    { keepsPrevious: true },
  )
  return (
    <ListCard
      words={t}
      columns={columns}
      found={found}
      address={address}
      disabledReason={rightReason}
      onAdd={() => setDialog('new')}
    >
      {dialog !== undefined && (
        <CalendarDialog id={dialog === 'new' ? undefined : dialog.id} onClose={() => setDialog(undefined)} />
      )}
    </ListCard>
  )
}

function useColumns(onEdit: (calendar: Calendar) => void): Column<Calendar>[] {
  const { calendars: t } = useMessages(permissionMessages)
  const format = useFormat()
  const canWrite = useRightReason()('operate') === undefined
  const remove = useDelete('/api/calendar/delete', t, 'deleteCalendar')
  const actions: Column<Calendar> = {
    id: 'actions',
    title: t.columns.actions,
    isActions: true,
    width: 70,
    cell: (calendar) => (
      <Group gap={2} wrap="nowrap" justify="flex-end">
        <RowAction label={t.edit(calendar.name)} Icon={IconPencil} onClick={() => onEdit(calendar)} />
        <RowAction label={t.delete(calendar.name)} Icon={IconTrash} onClick={() => remove(calendar)} />
      </Group>
    ),
  }
  return [
    { id: 'name', title: t.columns.name, cell: ({ name }) => <NameCell name={name} /> },
    {
      id: 'scope',
      title: t.columns.scope,
      cell: ({ isGlobal }) => (
        <StatusBadge tone={isGlobal ? 'busy' : 'idle'} isHollow={!isGlobal}>
          {isGlobal ? t.scopes.global : t.scopes.chosen}
        </StatusBadge>
      ),
    },
    {
      id: 'days',
      title: t.columns.days,
      align: 'right',
      cell: ({ dayCount }) => format.number(dayCount),
    },
    {
      id: 'updated',
      title: t.columns.updated,
      visibleFrom: 'sm',
      cell: ({ updateTime }) => <span className="cell-time">{format.dateTime(updateTime)}</span>,
    },
    ...(canWrite ? [actions] : []),
  ]
}
