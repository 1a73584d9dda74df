import { MultiSelect, SegmentedControl, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { TimeField } from '../../parts/forms/time-field.tsx'
import { useApiQuery } from '../../session/api-hooks.ts'
import { reportsMessages } from './reports.messages.ts'
import { PERIOD_BEFORE, type Report, shiftDay, type useReport } from './use-report.ts'

const PRESET_DAYS = [1, 7, 30]
const MAX_TASKS = 20

type Asked = ReturnType<typeof useReport>

/** Which tasks, which days, and what to compare with. */
export function ReportFilters({ asked, report }: { asked: Asked; report: Report | undefined }) {
  const t = useMessages(reportsMessages)
  const { address, taskIds, days, today, compare } = asked
  const [search, setSearch] = useState('')
  const [needle] = useDebouncedValue(search, 200)
  const found = useApiQuery(
    '/api/task/list',
    { params: { query: { pageSize: 50, ...(needle.trim() && { taskName: needle.trim() }) } } },
    { keepsPrevious: true },
  ).data
  // Tasks that were chosen keep their names, also if the search does not find them.
  const names = new Map([
    ...(found?.rows ?? []).map(({ id, taskName }) => [id, taskName] as const),
    ...(report?.tasks ?? []).map(({ id, taskName }) => [id, taskName] as const),
  ])
  const choices = [...names].map(([value, label]) => ({ value, label }))
  const preset = PRESET_DAYS.find(
    (count) => today !== undefined && days?.to === today && days.from === shiftDay(today, 1 - count),
  )
  const setDays = (from: string, to: string) => address.set({ from, to })
  return (
    <div className="toolbar report-filters">
      <MultiSelect
        aria-label={t.tasks}
        placeholder={taskIds.length === 0 ? t.allTasks : ''}
        size="xs"
        className="report-tasks-filter"
        data={choices}
        value={taskIds}
        onChange={(ids) => address.set({ taskIds: ids.join(',') })}
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        clearable
        maxValues={MAX_TASKS}
        nothingFoundMessage={t.noTask}
      />
      <SegmentedControl
        aria-label={t.period}
        data={PRESET_DAYS.map((count) => ({ value: String(count), label: t.days(count) }))}
        value={preset === undefined ? '' : String(preset)}
        onChange={(count) => today && setDays(shiftDay(today, 1 - Number(count)), today)}
      />
      <TimeField
        kind="date"
        w={135}
        aria-label={t.from}
        value={days?.from ?? report?.from.split(' ')[0] ?? ''}
        max={today}
        onChange={(from) => from !== '' && setDays(from, days?.to ?? today ?? from)}
      />
      <TimeField
        kind="date"
        w={135}
        aria-label={t.to}
        value={days?.to ?? today ?? ''}
        max={today}
        onChange={(to) => to !== '' && setDays(days?.from ?? to, to)}
      />
      <Select
        aria-label={t.compare}
        placeholder={t.compareNothing}
        className="report-compare-filter"
        clearable
        searchable
        data={[
          { value: PERIOD_BEFORE, label: t.periodBefore },
          ...choices.filter(({ value }) => !taskIds.includes(value)),
        ]}
        value={compare ?? null}
        onChange={(chosen) => address.set({ compare: chosen ?? undefined })}
      />
    </div>
  )
}
