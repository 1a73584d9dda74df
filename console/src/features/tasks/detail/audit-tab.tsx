import type { Schemas } from '@carillon/client'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { type Column, DataTable, listOf } from '../../../parts/tables/data-table.tsx'
import { useAddress } from '../../../parts/use-address.ts'
import { useApiQuery } from '../../../session/api-hooks.ts'
import { permissionMessages } from '../permission/permission.messages.ts'
import { useChangeText } from '../settings/setting-texts.ts'
import { TaskStatusBadge } from '../task-status.tsx'
import { tasksMessages } from '../tasks.messages.ts'

export function AuditTab({ taskId }: { taskId: string }) {
  const { audit: t } = useMessages(tasksMessages)
  const { semicolon } = useMessages(permissionMessages)
  const textOf = useChangeText()
  const format = useFormat()
  const address = useAddress('audit-')
  const init = { params: { path: { id: taskId }, query: address.page } }
  const found = useApiQuery('/api/task/{id}/audit', init, { keepsPrevious: true })
  const columns: Column<Schemas['AuditEntry']>[] = [
    {
      id: 'time',
      title: t.time,
      cell: (entry) => <span className="cell-time">{format.dateTime(entry.time)}</span>,
    },
    {
      id: 'operation',
      title: t.operation,
      cell: (entry) => t.operations[entry.operation] ?? entry.operation,
    },
    { id: 'actor', title: t.actor, cell: (entry) => (entry.actor === 'dialer' ? t.dialer : entry.actor) },
    { id: 'status', title: t.status, cell: (entry) => <TaskStatusBadge status={entry.status} /> },
    {
      id: 'reason',
      title: t.reason,
      cell: ({ reason, changes }) => reason ?? (changes ?? []).map(textOf).map(changeText).join(semicolon),
    },
  ]
  return (
    <DataTable
      label={t.label}
      columns={columns}
      {...listOf(found, address)}
      keyOf={(entry, index) => `${entry.time} ${entry.operation} ${index}`}
      empty={null}
    />
  )
}

function changeText({ label, before, after }: { label: string; before: string; after: string }): string {
  return `${label}: ${before} → ${after}`
}
