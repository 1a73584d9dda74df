// Flows as they are stored: each once, and never changed.
import { sql } from '../storage/sql.ts'
import type { Flow } from './flow.ts'

export const readFlow = sql<{ document: Flow }>('read_flow', 'select document from call_flow where id = $1')

/** A flow is never changed: another document is another flow. */
export const insertFlow = sql<never>('insert_flow', 'insert into call_flow (id, document) values ($1, $2)')
