import type { Schemas } from '@carillon/client'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { type Column, DataTable } from '../../parts/tables/data-table.tsx'
import { denialMessages } from './denial.messages.ts'
import { tasksMessages } from './tasks.messages.ts'

type Denial = Schemas['Denial']

/** Decisions that a contact may not be called, newest first. */
export function DenialTable({ denials }: { denials: Denial[] }) {
  const { denials: t } = useMessages(tasksMessages)
  const reasons = useMessages(denialMessages)
  const format = useFormat()
  const columns: Column<Denial>[] = [
    {
      id: 'time',
      title: t.time,
      cell: ({ time }) => <span className="cell-time">{format.dateTime(time)}</span>,
    },
    { id: 'reason', title: t.reason, cell: ({ reason }) => reasons[reason] ?? reason },
    {
      id: 'until',
      title: t.until,
      cell: ({ until }) => (
        <span style={{ whiteSpace: 'nowrap' }}>{until === null ? t.never : format.dateTime(until)}</span>
      ),
    },
  ]
  return (
    <DataTable
      label={t.label}
      isBounded
      columns={columns}
      rows={denials}
      keyOf={({ time, reason }, index) => `${time} ${reason} ${index}`}
      empty={null}
    />
  )
}
