import { sql } from '../../platform/storage/sql.ts'

/** A field of a changed thing; null before or after: there was, or is, no value. */
export interface FieldChange {
  field: string
  before: unknown
  after: unknown
}

export interface AuditRow {
  id: number
  at: Date
  actor: string
  operation: string
  subject_id: string | null
  subject_name: string | null
  changes: FieldChange[]
}

const columns = 'id, at, actor, operation, subject_id, subject_name, changes'
/** Those of tasks are events too, and belong to their tasks. */
const ofService = 'task_id is null'

export const insertChange = sql<
  never,
  [
    at: Date,
    actor: string,
    operation: string,
    subjectId: string | null,
    subjectName: string | null,
    changes: string,
  ]
>(
  'insert_audit',
  `insert into audit (at, actor, operation, subject_id, subject_name, changes, event_seq, change_xact)
   values ($1, $2, $3, $4, $5, $6::jsonb, null, null)`,
)

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
