import { UnstyledButton } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { Card } from '../../parts/card.tsx'
import { useEndingWords } from '../../parts/figures/call-endings.ts'
import { NameCell } from '../../parts/tables/cells.tsx'
import { type Column, DataTable } from '../../parts/tables/data-table.tsx'
import { reportsMessages } from './reports.messages.ts'
import type { Report } from './use-report.ts'
import { type ReportSort, rankTasks } from './what-worked.ts'

type Task = Report['tasks'][number]

/** The tasks of a report side by side, ranked by what is chosen. */
export function TaskTable({ tasks }: { tasks: Task[] }) {
  const t = useMessages(reportsMessages)
  const [sort, setSort] = useState<ReportSort>('successRate')
  const columns = useColumns(sort, setSort)
  return (
    <Card title={t.tasks} isFlush>
      <DataTable
        label={t.tasks}
        isBounded
        columns={columns}
        rows={rankTasks(tasks, sort)}
        keyOf={({ id }) => id}
        empty={null}
      />
    </Card>
  )
}

function useColumns(sort: ReportSort, onSort: (by: ReportSort) => void): Column<Task>[] {
  const t = useMessages(reportsMessages)
  const words = useEndingWords()
  const format = useFormat()
  /** The table can be sorted by it, the best first. */
  const sorted = (by: ReportSort, title: string) => ({
    id: by,
    title,
    align: 'right' as const,
    ...(by === sort && { order: 'desc' as const }),
    head: (
      <UnstyledButton
        fz="inherit"
        fw="inherit"
        c="inherit"
        title={t.sortBy(title)}
        onClick={() => onSort(by)}
      >
        {title}
        {by === sort && <IconArrowDown size={12} aria-hidden style={{ verticalAlign: -1 }} />}
      </UnstyledButton>
    ),
  })
  return [
    {
      id: 'task',
      title: t.task,
      cell: ({ id, taskName }) => <NameCell name={taskName} href={`/reports?taskIds=${id}`} />,
    },
    { ...sorted('calls', t.calls), cell: ({ calls }) => format.number(calls) },
    {
      ...sorted('successes', words.successful),
      cell: ({ successes }) => format.number(successes),
    },
    {
      ...sorted('successRate', t.successRate),
      cell: ({ successRate }) => format.percent(successRate),
    },
    {
      ...sorted('attemptsPerSuccess', t.attemptsPerSuccess),
      cell: ({ attemptsPerSuccess }) =>
        attemptsPerSuccess === null ? '–' : format.number(attemptsPerSuccess, 1),
    },
    ...(['unsuccessful', 'machine', 'notAnswered', 'failed'] as const).map((ending) => ({
      id: ending,
      title: words[ending],
      align: 'right' as const,
      cell: ({ endings }: Task) => format.number(endings[ending]),
    })),
    {
      id: 'averageTalk',
      title: t.averageTalk,
      align: 'right',
      cell: ({ averageTalkSeconds }) => format.duration(Math.round(averageTalkSeconds)),
    },
  ]
}
