// Records of calls: what was dialed, when, and how it ended.
import { findDataSource } from '../data-sources/data-sources.service.ts'
import { NotFound } from '../kernel/errors.ts'
import { isId } from '../kernel/ids.ts'
import { offsetOf, type Page, type Paged } from '../kernel/paging.ts'
import type { Database } from '../storage/database.ts'
import type { CallRow, ListedCall } from './calls.queries.ts'
import * as queries from './calls.queries.ts'

export interface CallFilter extends Page {
  outcome: number | undefined
  cause: string | undefined
  /** The start lies at or after the one and before the other. */
  from: Date | undefined
  to: Date | undefined
}

export interface Calls {
  ofTask(taskId: string, filter: CallFilter): Promise<Paged<CallRow>>
  ofContact(dataSourceId: string, contactId: string, filter: CallFilter): Promise<Paged<CallRow>>
}

export function createCalls({ db }: { db: Database }): Calls {
  return {
    async ofTask(taskId, filter) {
      if (!isId(taskId)) throw new NotFound('task', taskId)
      const isCounted = filter.cause === undefined && filter.from === undefined && filter.to === undefined
      const list = isCounted ? queries.listCountedTaskCalls : queries.listTaskCalls
      const rows = await list(db, [taskId, ...values(filter)])
      if (rows.length === 0) throw new NotFound('task', taskId)
      return paged(rows)
    },

    async ofContact(dataSourceId, contactId, filter) {
      await findDataSource(db, dataSourceId)
      if (!isId(contactId)) throw new NotFound('contact', contactId)
      const rows = await queries.listContactCalls(db, [contactId, ...values(filter), dataSourceId])
      if (rows.length === 0) throw new NotFound('contact', contactId)
      return paged(rows)
    },
  }
}

function values({ from, to, outcome, cause, ...page }: CallFilter): unknown[] {
  return [from ?? null, to ?? null, outcome ?? null, cause ?? null, offsetOf(page), page.pageSize]
}

function paged(rows: ListedCall[]): Paged<CallRow> {
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.filter((row): row is CallRow & { total: number } => row.id !== null),
  }
}
