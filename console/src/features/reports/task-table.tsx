import { Anchor, UnstyledButton } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { Card } from '../../parts/card.tsx'
import { useEndingWords } from '../../parts/figures/call-endings.ts'
import { reportsMessages } from './reports.messages.ts'
import type { Report } from './use-report.ts'
import { type ReportSort, rankTasks } from './what-worked.ts'

type Task = Report['tasks'][number]

interface TaskColumn {
  id: string
  title: string
  /** The table can be sorted by it, the best first. */
  sort?: ReportSort
  cell(task: Task): string
}

/** The tasks of a report side by side, ranked by what is chosen. */
export function TaskTable({ tasks }: { tasks: Task[] }) {
  const t = useMessages(reportsMessages)
  const [sort, setSort] = useState<ReportSort>('successRate')
  const columns = useColumns()
  return (
    <Card title={t.tasks} isFlush>
      <div className="report-scroll">
        <table className="bar-table report-tasks" aria-label={t.tasks}>
          <thead>
            <tr>
              <th scope="col">{t.task}</th>
              {columns.map(({ id, title, sort: by }) => (
                <th
                  key={id}
                  scope="col"
                  data-align="right"
                  aria-sort={by === undefined ? undefined : by === sort ? 'descending' : 'none'}
                >
                  {by === undefined ? (
                    title
                  ) : (
                    <UnstyledButton
                      fz="inherit"
                      fw="inherit"
                      c="inherit"
                      title={t.sortBy(title)}
                      onClick={() => setSort(by)}
                    >
                      {title}
                      {by === sort && <IconArrowDown size={12} aria-hidden style={{ verticalAlign: -1 }} />}
                    </UnstyledButton>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rankTasks(tasks, sort).map((task) => (
              <tr key={task.id}>
                <th scope="row">
                  <Anchor
                    component={Link}
                    href={`/reports?taskIds=${task.id}`}
                    className="cell-name"
                    title={task.taskName}
                  >
                    {task.taskName}
                  </Anchor>
                </th>
                {columns.map(({ id, cell }) => (
                  <td key={id}>{cell(task)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

function useColumns(): TaskColumn[] {
  const t = useMessages(reportsMessages)
  const words = useEndingWords()
  const format = useFormat()
  return [
    { id: 'calls', title: t.calls, sort: 'calls', cell: ({ calls }) => format.number(calls) },
    {
      id: 'successes',
      title: words.successful,
      sort: 'successes',
      cell: ({ successes }) => format.number(successes),
    },
    {
      id: 'successRate',
      title: t.successRate,
      sort: 'successRate',
      cell: ({ successRate }) => format.percent(successRate),
    },
    {
      id: 'attemptsPerSuccess',
      title: t.attemptsPerSuccess,
      sort: 'attemptsPerSuccess',
      cell: ({ attemptsPerSuccess }) =>
        attemptsPerSuccess === null ? '–' : format.number(attemptsPerSuccess, 1),
    },
    ...(['unsuccessful', 'machine', 'notAnswered', 'failed'] as const).map((ending) => ({
      id: ending,
      title: words[ending],
      cell: ({ endings }: Task) => format.number(endings[ending]),
    })),
    {
      id: 'averageTalk',
      title: t.averageTalk,
      cell: ({ averageTalkSeconds }) => format.duration(Math.round(averageTalkSeconds)),
    },
  ]
}
