// A query is written once, with a name, and called like a function:
//
//   const findTask = sql<TaskRow, [id: string]>('find_task', 'select id, name from task where id = $1')
//   const [task] = await findTask(db, [id])
//   const task = await findTask.first(db, [id])
//   const changed = await renameTask.run(db, [id, name])
//
// The name makes it a prepared statement: the server parses it once per connection. The text's hash is
// part of the name, so two slices may choose the same name without a conflict.

import { createHash } from 'node:crypto'
import type { Queryable } from './database.ts'

type Arguments<Values extends readonly unknown[]> = readonly [] extends Values
  ? [values?: Values]
  : [values: Values]

export interface Sql<Row, Values extends readonly unknown[]> {
  /** All rows. */
  (db: Queryable, ...args: Arguments<Values>): Promise<Row[]>
  /** The first row, if there is one. */
  first(db: Queryable, ...args: Arguments<Values>): Promise<Row | undefined>
  /** How many rows were inserted, updated, deleted or selected. */
  run(db: Queryable, ...args: Arguments<Values>): Promise<number>
}

export function sql<Row = never, Values extends readonly unknown[] = readonly unknown[]>(
  name: string,
  text: string,
): Sql<Row, Values> {
  const statement = { name: `${name}_${createHash('sha1').update(text).digest('hex').slice(0, 8)}`, text }
  // PostgreSQL truncates longer names, and two truncated names could be equal.
  if (statement.name.length > 63) throw new Error(`the query name ${name} is too long`)

  const all = async (db: Queryable, ...[values]: Arguments<Values>): Promise<Row[]> =>
    (await db.query<Row>({ ...statement, values })).rows
  return Object.assign(all, {
    first: async (db: Queryable, ...args: Arguments<Values>) => (await all(db, ...args))[0],
    run: async (db: Queryable, ...[values]: Arguments<Values>) =>
      (await db.query<Row>({ ...statement, values })).rowCount,
  })
}
