import { sql } from '../../platform/storage/sql.ts'
import type { ActorKind } from '../../platform/trail/actor.ts'
import type { FieldChange } from '../../platform/trail/record.ts'

export interface AuditRow {
  id: number
  at: Date
  actor: string
  /** Null: in a row of before this was kept. */
  actor_kind: ActorKind | null
  actor_id: string | null
  address: string | null
  operation: string
  subject_id: string | null
  subject_name: string | null
  changes: FieldChange[]
}

/** Each is optional; those that are given all hold. */
export interface AuditFilter {
  /** Part of the name, as a pattern. */
  actor?: string | undefined
  actorKind?: ActorKind | undefined
  actorId?: string | undefined
  /** Such as `calendar.update`, or `calendar` for all of it. */
  operation?: string | undefined
  subjectId?: string | undefined
  address?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

export interface ExportedRow extends AuditRow {
  task_id: string | null
  reason: string | null
}

const columns = 'id, at, actor, actor_kind, actor_id, address, operation, subject_id, subject_name, changes'
/** Changes of everything but tasks, whose changes are events and belong to their tasks. */
const ofService = 'task_id is null'

export const countChanges = sql<{ total: number }, []>(
  'count_audit',
  `select count(*) as total from audit where ${ofService}`,
)

export const listChanges = sql<AuditRow, [offset: number, limit: number]>(
  'list_audit',
  `select ${columns} from audit where ${ofService} order by id desc offset $1 limit $2`,
)

export const listChangesAfter = sql<AuditRow, [afterId: string, limit: number]>(
  'list_audit_after',
  `select ${columns} from audit where ${ofService} and id < $1 order by id desc limit $2`,
)

export const findChange = sql<{ id: number }, [id: string]>(
  'find_audit',
  `select id from audit where ${ofService} and id = $1`,
)

/** The filter is one parameter. Without a filter, lists have the statements above, whose plans need no look at rows that are left out. */
const FILTER = `jsonb_to_record($1::jsonb) as f (
     actor text, "actorKind" text, "actorId" text, operation text, "subjectId" text, address text, "from" timestamptz, "to" timestamptz
   )`
const IS_FOUND = `(f.actor is null or a.actor ilike f.actor) and (f."actorKind" is null or a.actor_kind = f."actorKind")
     and (f."actorId" is null or a.actor_id = f."actorId") and (f.address is null or a.address = f.address)
     and (f.operation is null or a.operation = f.operation or starts_with(a.operation, f.operation || '.'))
     and (f."subjectId" is null or coalesce(a.subject_id, a.task_id)::text = f."subjectId")
     and (f."from" is null or a.at >= f."from") and (f."to" is null or a.at < f."to")`
const FOUND = `from audit a cross join ${FILTER} where ${ofService} and ${IS_FOUND}`
const found = (more: string) => `select ${columns.replaceAll(/\w+/g, 'a.$&')} ${FOUND} ${more}`

export const countFound = sql<{ total: number }, [AuditFilter]>(
  'count_audit_found',
  `select count(*) as total ${FOUND}`,
)

export const listFound = sql<AuditRow, [AuditFilter, offset: number, limit: number]>(
  'list_audit_found',
  found('order by a.id desc offset $2 limit $3'),
)

export const listFoundAfter = sql<AuditRow, [AuditFilter, afterId: string, limit: number]>(
  'list_audit_found_after',
  found('and a.id < $2 order by a.id desc limit $3'),
)

export const findFound = sql<{ id: number }, [AuditFilter, id: string]>(
  'find_audit_found',
  `select a.id ${FOUND} and a.id = $2`,
)

/** Also changes of tasks. $2: below this id; null: from the newest on. */
export const readForExport = sql<ExportedRow, [AuditFilter, belowId: number | null, limit: number]>(
  'read_audit_for_export',
  `select ${columns.replaceAll(/\w+/g, 'a.$&')}, a.task_id, a.reason
   from audit a cross join ${FILTER} where ($2::bigint is null or a.id < $2) and ${IS_FOUND}
   order by a.id desc limit $3`,
)
