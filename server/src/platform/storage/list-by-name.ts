// Pages of a table whose rows have a name and a time of creation: newest first, by a part of the name.

import { containsPattern, type Page, type Paged, readPage } from '../kernel/paging.ts'
import type { Queryable } from './database.ts'
import { sql } from './sql.ts'

/** A part of the name, ignoring case; every name has the empty one. */
export type PageByName = Page & {
  name?: string | undefined
  /** Only rows with one of these ids; null: all. */
  ids?: readonly string[] | null | undefined
}

export function listByName<Row>(table: string, columns: string) {
  const all = statementsOf<Row>(table, columns, '')
  const some = statementsOf<Row>(table, columns, '_of')
  return (db: Queryable, { name = '', ids, ...page }: PageByName): Promise<Paged<Row>> => {
    const pattern = containsPattern(name)
    const { find, count, readAt, readAfter } = ids ? some : all
    const only = ids ? [ids] : []
    return readPage(page, {
      find: (afterId) => find.first(db, [afterId, ...only]),
      count: () => count.first(db, [pattern, ...only]),
      readAt: (offset, limit) => readAt(db, [pattern, offset, limit, ...only]),
      readAfter: (afterId, limit) => readAfter(db, [pattern, afterId, limit, ...only]),
    })
  }
}

/** Statements of their own for those who see only some rows: the plans of all others stay as they are. */
function statementsOf<Row>(table: string, columns: string, form: '' | '_of') {
  const among = (parameter: string) => (form === '' ? '' : ` and id = any(${parameter}::uuid[])`)
  const find = sql(`find_in_${table}${form}`, `select from ${table} where id = $1${among('$2')}`)
  const count = sql<{ total: number }>(
    `count_${table}${form}`,
    `select count(*) as total from ${table} where name ilike $1${among('$2')}`,
  )
  const readAt = sql<Row>(
    `list_${table}${form}`,
    `select ${columns} from ${table}
     where name ilike $1${among('$4')}
     order by create_time desc, id desc
     offset $2 limit $3`,
  )
  const readAfter = sql<Row>(
    `list_${table}_after${form}`,
    `select ${columns} from ${table}
     where name ilike $1 and (create_time, id) < (select create_time, id from ${table} where id = $2)${among('$4')}
     order by create_time desc, id desc
     limit $3`,
  )
  return { find, count, readAt, readAfter }
}
