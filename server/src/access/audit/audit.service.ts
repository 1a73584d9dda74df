// Reads the audit trail. What is in it, and how a change gets there: platform/trail/record.ts.
import { containsPattern, type Page, type Paged, readPage } from '../../platform/kernel/paging.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import type { Database } from '../../platform/storage/database.ts'
import { type TableFile, writeTable } from '../../platform/tabular/write-table.ts'
import type { AuditFilter, AuditRow, ExportedRow } from './audit.queries.ts'
import * as queries from './audit.queries.ts'

interface AuditDependencies {
  db: Database
  exportDb: Database
  timestamps: Timestamps
}

const ROWS_AT_ONCE = 1000

export function createAudit({ db, exportDb, timestamps }: AuditDependencies) {
  const COLUMNS: [title: string, text: (row: ExportedRow) => string | null][] = [
    ['id', ({ id }) => String(id)],
    ['time', ({ at }) => timestamps.format(at)],
    ['actor', ({ actor }) => actor],
    ['actorKind', ({ actor_kind: kind }) => kind],
    ['actorId', ({ actor_id: id }) => id],
    ['address', ({ address }) => address],
    ['operation', ({ operation }) => operation],
    ['subjectId', ({ subject_id: id }) => id],
    ['subjectName', ({ subject_name: name }) => name],
    ['taskId', ({ task_id: id }) => id],
    ['reason', ({ reason }) => reason],
    ['changes', ({ changes }) => (changes?.length ? JSON.stringify(changes) : null)],
  ]

  async function* rowsOf(filter: AuditFilter): AsyncGenerator<string[][]> {
    for (let below: number | null = null; ; ) {
      const rows: ExportedRow[] = await queries.readForExport(exportDb, [filter, below, ROWS_AT_ONCE])
      if (rows.length > 0) yield rows.map((row) => COLUMNS.map(([, text]) => text(row) ?? ''))
      below = rows.at(-1)?.id ?? null
      if (rows.length < ROWS_AT_ONCE) return
    }
  }

  return {
    list({ filter: given, ...page }: Page & { filter: AuditFilter }): Promise<Paged<AuditRow>> {
      if (Object.values(given).every((value) => value === undefined))
        return readPage(page, {
          find: (afterId) => queries.findChange.first(db, [afterId]),
          count: () => queries.countChanges.first(db, []),
          readAt: (offset, limit) => queries.listChanges(db, [offset, limit]),
          readAfter: (afterId, limit) => queries.listChangesAfter(db, [afterId, limit]),
        })
      const filter = patternsOf(given)
      return readPage(page, {
        find: (afterId) => queries.findFound.first(db, [filter, afterId]),
        count: () => queries.countFound.first(db, [filter]),
        readAt: (offset, limit) => queries.listFound(db, [filter, offset, limit]),
        readAfter: (afterId, limit) => queries.listFoundAfter(db, [filter, afterId, limit]),
      })
    },

    /** Newest first, read in parts while the file is sent. */
    exportFile: (filter: AuditFilter, format: 'csv' | 'excel'): TableFile =>
      writeTable({ titles: COLUMNS.map(([title]) => title), rows: rowsOf(patternsOf(filter)) }, format),
  }
}

const patternsOf = (filter: AuditFilter): AuditFilter => ({
  ...filter,
  actor: filter.actor === undefined ? undefined : containsPattern(filter.actor),
})

export type Audit = ReturnType<typeof createAudit>
