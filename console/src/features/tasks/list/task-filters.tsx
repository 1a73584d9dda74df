// The filters of the list of tasks, in the address.
import type { Schemas } from '@carillon/client'
import { Group, SegmentedControl, Select, Text } from '@mantine/core'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { TimeField } from '../../../parts/forms/time-field.tsx'
import { SearchField } from '../../../parts/tables/search-field.tsx'
import type { Address } from '../../../parts/use-address.ts'
import { operationsMessages } from '../operations.messages.ts'
import { tasksMessages } from '../tasks.messages.ts'

const groups = ['active', 'drafts', 'ended'] as const

/** Invalid values in the address are ignored. */
function readFilters(address: Address) {
  return {
    taskName: address.get('name'),
    status: readStatus(address.get('status')),
    group: groups.find((name) => name === address.get('group')),
    from: readDate(address.get('from')),
    to: readDate(address.get('to')),
  }
}

/** As `/api/task/list` takes them. */
export function taskFilters(address: Address) {
  const { taskName, status, group, from, to } = readFilters(address)
  return {
    ...(taskName !== undefined && { taskName }),
    ...(status !== undefined && { status }),
    ...(group !== undefined && { group }),
    ...(from !== undefined && { createdFrom: `${from} 00:00:00` }),
    ...(to !== undefined && { createdTo: `${dayAfter(to)} 00:00:00` }),
  }
}

interface TaskFiltersProps {
  address: Address
  /** How many tasks each group has. */
  counts: Schemas['TaskPage']['groups']
}

export function TaskFilters({ address, counts }: TaskFiltersProps) {
  const t = useMessages(tasksMessages)
  const more = useMessages(operationsMessages)
  const { taskName, status, group, from, to } = readFilters(address)
  return (
    <div className="toolbar">
      <GroupTabs
        group={group}
        counts={counts}
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
    count === undefined ? title : t.counted(title, format.number(count))
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
    <TimeField
      kind="date"
      aria-label={label}
      w={135}
      value={value ?? ''}
      onChange={(date) => onChange(date || undefined)}
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

function readStatus(text: string | undefined): number | undefined {
  return text !== undefined && /^[0-6]$/.test(text) ? Number(text) : undefined
}
