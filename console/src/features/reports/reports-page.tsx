import './reports.css'
import { useMessages } from '../../language/language-provider.tsx'
import { useFormat } from '../../language/use-format.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorState } from '../../parts/errors/error-state.tsx'
import { ExportMenu } from '../../parts/files/export-menu.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { useClient } from '../../session/console-context.tsx'
import { ReportCards } from './report-cards.tsx'
import { ReportCourse } from './report-course.tsx'
import { ReportFigures } from './report-figures.tsx'
import { ReportFilters } from './report-filters.tsx'
import { reportsMessages } from './reports.messages.ts'
import { TaskTable } from './task-table.tsx'
import { useReport } from './use-report.ts'
import { WhatWorked } from './what-worked-line.tsx'

export function ReportsPage() {
  const t = useMessages(reportsMessages)
  const format = useFormat()
  const client = useClient()
  const asked = useReport()
  const { query, other, previous } = asked
  const { data: report, error, refetch } = asked.report
  return (
    <>
      <PageHeader
        title={t.title}
        actions={
          <ExportMenu
            needs="see"
            choices={[
              {
                id: 'report',
                download: (style) =>
                  client.download('/api/report/export', { params: { query: { ...query, ...style } } }),
              },
            ]}
          />
        }
      />
      <ReportFilters asked={asked} report={report} />
      <div className="page-scroll">
        {error && !report && <ErrorState error={error} onRetry={refetch} />}
        {report?.totals.calls === 0 && <EmptyState title={t.noCalls} hint={t.noCallsHint} />}
        {report && report.totals.calls > 0 && (
          <div className="report">
            <WhatWorked report={report} />
            <div>
              <ReportFigures report={report} other={other} previous={previous} />
              <ReportCourse report={report} />
            </div>
            <ReportCards report={report} other={other} />
            {report.tasks.length > 1 && <TaskTable tasks={report.tasks} />}
          </div>
        )}
        {report && (
          <p className="report-note">
            {t.covers(format.dateTime(report.from), format.dateTime(report.to))}
            {other && ` ${t.comparedWith(format.dateTime(other.from), format.dateTime(other.to))}`}
          </p>
        )}
      </div>
    </>
  )
}
