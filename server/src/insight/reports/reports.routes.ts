import { Type } from 'typebox'
import { CALLS_TAG } from '../../dialing/calls/calls.routes.ts'
import {
  type Api,
  EXAMPLE_ID,
  fileOperation,
  operation,
  ref,
  success,
} from '../../platform/http/schemas/route-schema.ts'
import { text } from '../../platform/http/schemas/text-schema.ts'
import { readTimeRange, timeBound } from '../../platform/http/schemas/time-range.ts'
import { sendFile } from '../../platform/http/send-stream.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import { FileQuery } from '../../platform/labels/labels.schema.ts'
import { exportReport } from './export-report.ts'
import { AgentFigures, Report } from './report.schema.ts'
import { MAX_REPORT_TASKS, type ReportRequest, type Reports } from './reports.service.ts'

const query = {
  taskIds: Type.Optional(
    text({
      maxLength: 1000,
      description: `Ids of up to ${MAX_REPORT_TASKS} tasks, separated by commas; all tasks if not given.`,
      examples: [EXAMPLE_ID],
    }),
  ),
  from: timeBound(
    'From this time on; when the first of the tasks was published, or 30 days before the end, if not given',
    {
      isCharted: true,
    },
  ),
  to: timeBound('Before this time; now if not given', { isCharted: true }),
}

interface ReportQuery {
  taskIds?: string
  from?: string
  to?: string
}

interface ReportRouteDependencies {
  reports: Reports
  timestamps: Timestamps
  clock: Clock
}

export function addReportRoutes(app: Api, { reports, timestamps, clock }: ReportRouteDependencies): void {
  app.addSchema(AgentFigures)
  app.addSchema(Report)
  const tag = CALLS_TAG

  app.get(
    '/api/report',
    operation({
      id: 'getReport',
      tag,
      summary: 'What came of the calls of some tasks, or of all, in a period',
      description:
        'Calls by the time they ended. Sums are kept by the quarter of an hour, so the period is widened to full ones; the answer has both bounds.',
      needs: 'see',
      bound: 'all',
      query: Type.Object(query),
      data: ref(Report),
      errors: [404],
    }),
    async (request) => success(timestamps.formatAll(await reports.read(read(request.query)))),
  )

  app.get(
    '/api/report/export',
    fileOperation({
      id: 'exportReport',
      tag,
      summary: 'Export a report',
      description: 'A row for each figure; `section` says what it is about.',
      records: 'report.export',
      needs: 'see',
      bound: 'all',
      query: Type.Object({ ...query, ...FileQuery }),
      errors: [404],
    }),
    async (request, reply) => {
      const { format, labels, ...bounds } = request.query
      const report = await reports.read(read(bounds))
      const file = exportReport(report, format === 'csv' ? 'csv' : 'excel', labels)
      return sendFile(reply, file, `report_${timestamps.compact(clock.now())}`)
    },
  )

  function read({ taskIds = '', ...bounds }: ReportQuery): ReportRequest {
    const ids = taskIds
      .split(',')
      .map((id) => id.trim())
      .filter((id) => id !== '')
    return { taskIds: [...new Set(ids)], ...readTimeRange(bounds, timestamps) }
  }
}
