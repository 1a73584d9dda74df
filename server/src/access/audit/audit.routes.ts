import { Type } from 'typebox'
import {
  type Api,
  afterRow,
  defaulted,
  EXAMPLE_ID,
  fileOperation,
  Id,
  named,
  oneOf,
  operation,
  orNull,
  PageQuery,
  pageOf,
  ref,
  success,
  Timestamp,
} from '../../platform/http/schemas/route-schema.ts'
import { text } from '../../platform/http/schemas/text-schema.ts'
import { readTimeRange, timeBound } from '../../platform/http/schemas/time-range.ts'
import { sendFile } from '../../platform/http/send-stream.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import type { ActorKind } from '../../platform/trail/actor.ts'
import type { AuditFilter, AuditRow } from './audit.queries.ts'
import type { Audit } from './audit.service.ts'

const value = (description: string) =>
  Type.Unsafe<unknown>({ description: `${description}; null: there was none.`, examples: [100] })

const ACTOR_KINDS: ActorKind[] = ['token', 'person', 'command', 'service']
const filterText = (description: string, example: string) =>
  Type.Optional(text({ minLength: 1, maxLength: 200, description, examples: [example] }))

const FilterQuery = {
  actor: filterText('Only what this actor did: a part of the name, ignoring case.', 'crm'),
  actorKind: Type.Optional(oneOf(ACTOR_KINDS, { description: 'Only what such actors did.' })),
  actorId: filterText('Only what the token or person with this id did.', EXAMPLE_ID),
  operation: filterText(
    'Only such changes: `calendar.update`, or `calendar` for everything about calendars.',
    'calendar',
  ),
  subjectId: filterText('Only changes of the thing with this id.', EXAMPLE_ID),
  address: filterText('Only what came from this address.', '192.0.2.7'),
  from: timeBound('Changes at this time or later', { isCharted: true }),
  to: timeBound('Changes before this time', { isCharted: true }),
}

interface GivenFilter extends Omit<AuditFilter, 'from' | 'to'> {
  from?: string
  to?: string
}

interface AuditRouteDependencies {
  audit: Audit
  timestamps: Timestamps
  clock: Clock
}

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
    actorKind: {
      ...orNull(oneOf(ACTOR_KINDS)),
      description:
        'What the actor is: a token, a person, somebody at the command line, or the service itself; null in records of releases that did not keep it.',
    },
    actorId: orNull(Type.String({ description: 'The id of the token or the person; null otherwise.' })),
    address: orNull(
      Type.String({
        description: 'The address of the client; null for what is not a request.',
        examples: ['192.0.2.7'],
      }),
    ),
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

export function addAuditRoutes(app: Api, { audit, timestamps, clock }: AuditRouteDependencies): void {
  app.addSchema(ServiceChange)

  app.get(
    '/api/audit/list',
    operation({
      id: 'listChanges',
      tag: 'Service',
      summary: 'List who changed settings, tokens, trunks, lists, calendars and audio, newest first',
      description:
        'Changes of tasks are in `GET /api/task/{id}/audit`, those of numbers in the history of the number.',
      needs: 'administer',
      bound: 'all',
      query: Type.Object({ ...PageQuery, afterId: afterRow('^[1-9][0-9]{0,14}$', '1042'), ...FilterQuery }),
      data: pageOf(ref(ServiceChange)),
    }),
    async (request) => {
      const { pageNum, pageSize, afterId, ...filter } = request.query
      const { total, rows } = await audit.list({ pageNum, pageSize, afterId, filter: readFilter(filter) })
      return success({ total, rows: rows.map(present) })
    },
  )

  app.get(
    '/api/audit/export',
    fileOperation({
      id: 'exportChanges',
      tag: 'Service',
      summary: 'Export the audit trail, newest first',
      description: 'The rows of the list and the changes of tasks. `changes` is JSON.',
      needs: 'administer',
      records: 'audit.export',
      bound: 'all',
      query: Type.Object({
        format: defaulted(oneOf(['csv', 'xlsx'], { default: 'csv' as const })),
        ...FilterQuery,
      }),
    }),
    async (request, reply) => {
      const { format, ...filter } = request.query
      const file = audit.exportFile(readFilter(filter), format === 'csv' ? 'csv' : 'excel')
      return sendFile(reply, file, `audit_${timestamps.compact(clock.now())}`)
    },
  )

  function readFilter({ from, to, ...filter }: GivenFilter): AuditFilter {
    return { ...filter, ...readTimeRange({ from, to }, timestamps) }
  }

  function present(row: AuditRow) {
    return {
      id: String(row.id),
      time: timestamps.format(row.at),
      actor: row.actor,
      actorKind: row.actor_kind,
      actorId: row.actor_id,
      address: row.address,
      operation: row.operation,
      subjectId: row.subject_id,
      subjectName: row.subject_name,
      changes: row.changes,
    }
  }
}
