import { Type } from 'typebox'
import {
  type Api,
  afterRow,
  Id,
  named,
  operation,
  orNull,
  PageQuery,
  pageOf,
  ref,
  success,
  Timestamp,
} from '../../platform/http/schemas/route-schema.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import type { AuditRow } from './audit.queries.ts'
import type { Audit } from './audit.service.ts'

const value = (description: string) =>
  Type.Unsafe<unknown>({ description: `${description}; null: there was none.`, examples: [100] })

const ServiceChange = named(
  'ServiceChange',
  Type.Object({
    id: Type.String({ examples: ['1042'] }),
    time: Timestamp,
    actor: Type.String({
      description:
        'The name of the token, "command line", or "service" for what the start of the service did.',
      examples: ['crm'],
    }),
    operation: Type.String({
      description: 'What was changed, and how.',
      examples: ['calendar.update'],
    }),
    subjectId: { ...orNull(Id), description: 'The thing that was changed; null for settings.' },
    subjectName: orNull(
      Type.String({ description: 'Its name at that time.', examples: ['Public holidays'] }),
    ),
    changes: Type.Array(
      Type.Object({
        field: Type.String({ examples: ['lines'] }),
        before: value('The value before'),
        after: value('The value after'),
      }),
      { description: 'The fields that have another value.' },
    ),
  }),
)

export function addAuditRoutes(app: Api, audit: Audit, timestamps: Timestamps): void {
  app.addSchema(ServiceChange)

  app.get(
    '/api/audit/list',
    operation({
      id: 'listChanges',
      tag: 'Service',
      summary: 'List who changed settings, tokens, trunks, lists, calendars and audio, newest first',
      description:
        'Changes of tasks are in `GET /api/task/{id}/audit`, those of numbers in the history of the number.',
      scope: 'admin',
      query: Type.Object({ ...PageQuery, afterId: afterRow('^[1-9][0-9]{0,14}$', '1042') }),
      data: pageOf(ref(ServiceChange)),
    }),
    async (request) => {
      const { total, rows } = await audit.list(request.query)
      return success({ total, rows: rows.map(present) })
    },
  )

  function present(row: AuditRow) {
    return {
      id: String(row.id),
      time: timestamps.format(row.at),
      actor: row.actor,
      operation: row.operation,
      subjectId: row.subject_id,
      subjectName: row.subject_name,
      changes: row.changes,
    }
  }
}
