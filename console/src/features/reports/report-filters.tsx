import { MultiSelect, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { PeriodChoice } from '../../parts/forms/period-choice.tsx'
import { useApiQuery } from '../../session/api-hooks.ts'
import { reportsMessages } from './reports.messages.ts'
import { PERIOD_BEFORE, type Report, type useReport } from './use-report.ts'

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
      <PeriodChoice
        presets={PRESET_DAYS}
        days={days}
        today={today}
        first={report?.from.split(' ')[0]}
        onChange={(chosen) => address.set({ ...chosen })}
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
