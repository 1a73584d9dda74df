import type { Schemas } from '@carillon/client'
import { Anchor, Button, Group, Progress, SegmentedControl, Select, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { type Format, wallMilliseconds } from '../../../language/format.ts'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { type Column, DataTable } from '../../../parts/data-table.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { PageHeader } from '../../../parts/page-header.tsx'
import { SearchField } from '../../../parts/search-field.tsx'
import { type Address, useAddress } from '../../../parts/use-address.ts'
import { useApiQuery } from '../../../session/api-hooks.ts'
import { operationsMessages } from '../operations.messages.ts'
import { SameListWarnings } from '../same-list.tsx'
import { TaskStatusBadge } from '../task-status.tsx'
import { tasksMessages } from '../tasks.messages.ts'
import { BatchBar } from './batch-bar.tsx'
import { readSort, type Sort, SortTitle } from './sort-title.tsx'

type Task = Schemas['TaskSummary']

const groups = ['active', 'drafts', 'ended'] as const

export function TaskListPage() {
  const t = useMessages(tasksMessages)
  const more = useMessages(operationsMessages)
  const address = useAddress()
  const [, navigate] = useLocation()
  const columns = useColumns(address)
  // By id, with the task as it was listed: the state says what can be done.
  const [selected, setSelected] = useState<ReadonlyMap<string, Task>>(new Map())
  const taskName = address.get('name')
  const status = readStatus(address.get('status'))
  const group = groups.find((name) => name === address.get('group'))
  const [from, to] = [readDate(address.get('from')), readDate(address.get('to'))]
  const query = {
    ...address.page,
    ...readSort(address),
    include: 'progress' as const,
    ...(taskName !== undefined && { taskName }),
    ...(status !== undefined && { status }),
    ...(group !== undefined && { group }),
    ...(from !== undefined && { createdFrom: `${from} 00:00:00` }),
    ...(to !== undefined && { createdTo: `${dayAfter(to)} 00:00:00` }),
  }
  const { data, error, refetch } = useApiQuery(
    '/api/task/list',
    { params: { query } },
    { keepsPrevious: true },
  )
  const listed = new Map(data?.rows.map((task) => [task.id, task]))
  const select = (ids: Set<string>) => {
    const tasks = [...ids].map((id) => listed.get(id) ?? selected.get(id))
    setSelected(new Map(tasks.flatMap((task) => (task ? [[task.id, task]] : []))))
  }

  return (
    <>
      <PageHeader title={t.title} actions={<NewTaskButton />} />
      <SameListWarnings />
      <div className="toolbar">
        <GroupTabs
          group={group}
          counts={data?.groups}
          onChange={(name) => address.set({ group: name, status: undefined })}
        />
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
        <Group gap="xs" wrap="nowrap">
          <Text span size="xs" c="dimmed" aria-hidden>
            {t.columns.created}
          </Text>
          <DateField label={more.createdFrom} value={from} onChange={(date) => address.set({ from: date })} />
          –
          <DateField label={more.createdTo} value={to} onChange={(date) => address.set({ to: date })} />
        </Group>
      </div>
      <DataTable
        label={t.tasksLabel}
        columns={columns}
        rows={data?.rows}
        error={error}
        onRetry={refetch}
        keyOf={(task) => task.id}
        nameOf={(task) => task.taskName}
        selection={{ ids: new Set(selected.keys()), change: select }}
        selectionBar={
          <BatchBar
            selected={[...selected.values()].map((task) => listed.get(task.id) ?? task)}
            elsewhere={[...selected.keys()].filter((id) => !listed.has(id)).length}
            onDone={() => setSelected(new Map())}
          />
        }
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

interface GroupTabsProps {
  group: (typeof groups)[number] | undefined
  counts: Schemas['TaskPage']['groups']
  onChange(group: string | undefined): void
}

function GroupTabs({ group, counts, onChange }: GroupTabsProps) {
  const t = useMessages(operationsMessages)
  const format = useFormat()
  const all = counts && counts.active + counts.drafts + counts.ended
  const label = (title: string, count: number | undefined) =>
    count === undefined ? title : `${title} (${format.number(count)})`
  return (
    <SegmentedControl
      aria-label={t.groups}
      size="xs"
      maw="100%"
      value={group ?? 'all'}
      onChange={(value) => onChange(value === 'all' ? undefined : value)}
      data={[
        { value: 'all', label: label(t.all, all) },
        ...groups.map((name) => ({ value: name, label: label(t[name], counts?.[name]) })),
      ]}
    />
  )
}

interface DateFieldProps {
  label: string
  value: string | undefined
  onChange(date: string | undefined): void
}

function DateField({ label, value, onChange }: DateFieldProps) {
  return (
    <TextInput
      type="date"
      aria-label={label}
      w={135}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  )
}

function readDate(text: string | undefined): string | undefined {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : undefined
}

function dayAfter(date: string): string {
  return new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)
}

function NewTaskButton() {
  const t = useMessages(tasksMessages)
  return (
    <Button component={Link} href="/tasks/new" leftSection={<IconPlus size={14} aria-hidden />}>
      {t.newTask}
    </Button>
  )
}

function useColumns(address: Address): Column<Task>[] {
  const { columns: t, priorities } = useMessages(tasksMessages)
  const more = useMessages(operationsMessages)
  const format = useFormat()
  return useMemo(() => {
    const sorted = (by: Sort, title: string) => ({
      title: <SortTitle by={by} title={title} address={address} />,
      ...(readSort(address).sort === by && { order: readSort(address).order }),
    })
    const time = (timestamp: string | null | undefined) => (
      <Text span size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }} title={format.dateTime(timestamp)}>
        {timestamp ? minuteOf(timestamp, format) : '–'}
      </Text>
    )
    return [
      {
        id: 'name',
        ...sorted('taskName', t.name),
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
      {
        id: 'status',
        ...sorted('status', t.status),
        width: 110,
        cell: (task) => <TaskStatusBadge status={task.status} />,
      },
      {
        id: 'progress',
        ...sorted('progress', more.progress),
        width: 130,
        visibleFrom: 'lg',
        cell: (task) => <TaskProgress task={task} />,
      },
      {
        id: 'expected',
        title: more.expectedEnd,
        width: 120,
        visibleFrom: 'xl',
        cell: (task) => time(task.expectedEndTime),
      },
      {
        id: 'list',
        title: more.list,
        visibleFrom: 'xl',
        width: 180,
        cell: (task) => (
          <Text span size="sm" className="cell-name" title={task.dataSourceName}>
            {task.dataSourceName}
          </Text>
        ),
      },
      {
        id: 'priority',
        ...sorted('priority', more.priority),
        visibleFrom: 'xl',
        width: 110,
        cell: (task) => <span style={{ whiteSpace: 'nowrap' }}>{priorities[(task.priority ?? 3) - 1]}</span>,
      },
      {
        id: 'contacts',
        title: t.contacts,
        align: 'right',
        width: 90,
        cell: (task) => format.number(task.contactCount),
      },
      {
        id: 'calls',
        title: t.calls,
        align: 'right',
        width: 90,
        cell: (task) => format.number(task.callCount),
      },
      {
        id: 'successful',
        title: t.successful,
        align: 'right',
        width: 120,
        cell: (task) => (
          <span style={{ whiteSpace: 'nowrap' }}>
            {format.number(task.successCount)}
            {task.callCount > 0 && (
              <Text span c="dimmed" size="xs" ml="xs">
                {format.percent(task.successCount / task.callCount)}
              </Text>
            )}
          </span>
        ),
      },
      {
        id: 'created',
        ...sorted('createTime', t.created),
        visibleFrom: 'xl',
        width: 120,
        cell: (task) => time(task.createTime),
      },
      {
        id: 'started',
        ...sorted('startTime', t.started),
        visibleFrom: 'md',
        width: 120,
        cell: (task) => time(task.startTime),
      },
      { id: 'ended', title: t.ended, visibleFrom: 'md', width: 120, cell: (task) => time(task.endTime) },
    ]
  }, [t, priorities, more, format, address])
}

/** The columns would not fit a screen with seconds and the current year. */
function minuteOf(timestamp: string, format: Format): string {
  const wallMs = wallMilliseconds(timestamp)
  const isThisYear = new Date(wallMs).getUTCFullYear() === new Date().getFullYear()
  const time = format.clock(wallMs)
  if (format.shortTime(timestamp) !== format.dateTime(timestamp)) return time
  return isThisYear ? `${format.date(wallMs)} ${time}` : format.dateTime(timestamp)
}

function TaskProgress({ task: { progress, contactCount, status } }: { task: Task }) {
  const { progress: label } = useMessages(operationsMessages)
  const format = useFormat()
  if (!progress || status === 0 || contactCount === 0) return null
  const share = progress.done / contactCount
  return (
    <Group gap="xs" wrap="nowrap" miw={100}>
      <Progress value={share * 100} size="sm" flex={1} aria-label={label} />
      <Text span size="xs" c="dimmed">
        {format.percent(share)}
      </Text>
    </Group>
  )
}

function readStatus(text: string | undefined): number | undefined {
  return text !== undefined && /^[0-6]$/.test(text) ? Number(text) : undefined
}
