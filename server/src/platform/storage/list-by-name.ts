// Pages of a table whose rows have a name and a time of creation: newest first, by a part of the name.

import { containsPattern, type Page, type Paged, readPage } from '../kernel/paging.ts'
import type { Queryable } from './database.ts'
import { sql } from './sql.ts'

/** A part of the name, ignoring case; every name has the empty one. */
export type PageByName = Page & { name?: string | undefined }

export function listByName<Row>(table: string, columns: string) {
  const find = sql(`find_in_${table}`, `select from ${table} where id = $1`)
  const count = sql<{ total: number }>(
    `count_${table}`,
    `select count(*) as total from ${table} where name ilike $1`,
  )
  const readAt = sql<Row>(
    `list_${table}`,
    `select ${columns} from ${table}
     where name ilike $1
     order by create_time desc, id desc
     offset $2 limit $3`,
  )
  const readAfter = sql<Row>(
    `list_${table}_after`,
    `select ${columns} from ${table}
     where name ilike $1 and (create_time, id) < (select create_time, id from ${table} where id = $2)
     order by create_time desc, id desc
     limit $3`,
  )
  return (db: Queryable, { name = '', ...page }: PageByName): Promise<Paged<Row>> => {
    const pattern = containsPattern(name)
    return readPage(page, {
      find: (afterId) => find.first(db, [afterId]),
      count: () => count.first(db, [pattern]),
      readAt: (offset, limit) => readAt(db, [pattern, offset, limit]),
      readAfter: (afterId, limit) => readAfter(db, [pattern, afterId, limit]),
    })
  }
}
