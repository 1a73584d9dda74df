import type { Schemas } from '@carillon/client'
import { Anchor, Button, Select, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link, useLocation } from 'wouter'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { type Column, DataTable } from '../../../parts/data-table.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { PageHeader } from '../../../parts/page-header.tsx'
import { SearchField } from '../../../parts/search-field.tsx'
import { useAddress } from '../../../parts/use-address.ts'
import { useApiQuery } from '../../../session/api-hooks.ts'
import { SameListWarnings } from '../same-list.tsx'
import { TaskStatusBadge } from '../task-status.tsx'
import { tasksMessages } from '../tasks.messages.ts'

type Task = Schemas['TaskSummary']

export function TaskListPage() {
  const t = useMessages(tasksMessages)
  const address = useAddress()
  const [, navigate] = useLocation()
  const columns = useColumns()
  const taskName = address.get('name')
  const status = readStatus(address.get('status'))
  const query = {
    ...address.page,
    ...(taskName !== undefined && { taskName }),
    ...(status !== undefined && { status }),
  }
  const { data, error, refetch } = useApiQuery(
    '/api/task/list',
    { params: { query } },
    { keepsPrevious: true },
  )

  return (
    <>
      <PageHeader title={t.title} actions={<NewTaskButton />} />
      <SameListWarnings />
      <div className="toolbar">
        <SearchField label={t.searchByName} value={taskName} onChange={(name) => address.set({ name })} />
        <Select
          aria-label={t.statusFilter}
          placeholder={t.anyStatus}
          w={150}
          clearable
          data={t.statuses.map((label, code) => ({ value: String(code), label }))}
          value={status === undefined ? null : String(status)}
          onChange={(code) => address.set({ status: code ?? undefined })}
        />
      </div>
      <DataTable
        label={t.tasksLabel}
        columns={columns}
        rows={data?.rows}
        error={error}
        onRetry={refetch}
        keyOf={(task) => task.id}
        onOpen={(task) => navigate(`/tasks/${task.id}`)}
        paging={{ total: data?.total ?? 0, address }}
        empty={
          address.isFiltered ? (
            <EmptyState
              title={t.noMatch}
              hint={t.noMatchHint}
              action={
                <Button variant="default" onClick={address.clear}>
                  {t.clearFilters}
                </Button>
              }
            />
          ) : (
            <EmptyState title={t.empty} hint={t.emptyHint} action={<NewTaskButton />} />
          )
        }
      />
    </>
  )
}

function NewTaskButton() {
  const t = useMessages(tasksMessages)
  return (
    <Button component={Link} href="/tasks/new" leftSection={<IconPlus size={14} aria-hidden />}>
      {t.newTask}
    </Button>
  )
}

function useColumns(): Column<Task>[] {
  const { columns: t } = useMessages(tasksMessages)
  const format = useFormat()
  const time = (timestamp: string | null) => (
    <Text span size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
      {format.dateTime(timestamp)}
    </Text>
  )
  return [
    {
      id: 'name',
      title: t.name,
      cell: (task) => (
        <Anchor
          component={Link}
          href={`/tasks/${task.id}`}
          className="cell-name"
          title={task.taskName}
          fw={500}
        >
          {task.taskName}
        </Anchor>
      ),
    },
    { id: 'status', title: t.status, width: 110, cell: (task) => <TaskStatusBadge status={task.status} /> },
    {
      id: 'contacts',
      title: t.contacts,
      align: 'right',
      width: 90,
      cell: (task) => format.number(task.contactCount),
    },
    { id: 'calls', title: t.calls, align: 'right', width: 90, cell: (task) => format.number(task.callCount) },
    {
      id: 'successful',
      title: t.successful,
      align: 'right',
      width: 120,
      cell: (task) => (
        <span style={{ whiteSpace: 'nowrap' }}>
          {format.number(task.successCount)}
          {task.callCount > 0 && (
            <Text span c="dimmed" size="xs" ml={6}>
              {format.percent(task.successCount / task.callCount)}
            </Text>
          )}
        </span>
      ),
    },
    { id: 'created', title: t.created, visibleFrom: 'xl', width: 180, cell: (task) => time(task.createTime) },
    { id: 'started', title: t.started, visibleFrom: 'md', width: 180, cell: (task) => time(task.startTime) },
    { id: 'ended', title: t.ended, visibleFrom: 'md', width: 180, cell: (task) => time(task.endTime) },
  ]
}

function readStatus(text: string | undefined): number | undefined {
  return text !== undefined && /^[0-6]$/.test(text) ? Number(text) : undefined
}
