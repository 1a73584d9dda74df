import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { Card } from '../../parts/card.tsx'
import { reportsMessages } from './reports.messages.ts'
import type { Report } from './use-report.ts'

/** The tasks of a report side by side. */
export function TaskTable({ tasks }: { tasks: Report['tasks'] }) {
  const t = useMessages(reportsMessages)
  const format = useFormat()
  return (
    <Card title={t.tasks} isFlush>
      <div className="report-scroll">
        <table className="bar-table report-tasks" aria-label={t.tasks}>
          <thead>
            <tr>
              <th scope="col">{t.task}</th>
              {[t.calls, t.contactRate, t.successRate, t.failures, t.noAnswers, t.averageTalk].map(
                (title) => (
                  <th key={title} scope="col" data-align="right">
                    {title}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {tasks.map((task) => (
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
                <td>{format.number(task.calls)}</td>
                <td>{format.percent(task.contactRate)}</td>
                <td>{format.percent(task.successRate)}</td>
                <td>{format.number(task.failures)}</td>
                <td>{format.number(task.noAnswers)}</td>
                <td>{format.duration(Math.round(task.averageTalkSeconds))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}
