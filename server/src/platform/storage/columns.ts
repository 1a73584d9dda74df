// Rows as parameters of a statement: one array for each column, put together again by `unnest`. The columns are named once, with
// their type and value, for the statement and for its parameters. The arrays are written here in PostgreSQL's syntax: the driver
// would check every value for characters that need quoting, which is a large part of the cost of thousands of calls a second.

type ColumnType = 'uuid' | 'text' | 'jsonb' | 'smallint' | 'int' | 'bigint' | 'float8' | 'boolean'
type Value = string | number | boolean | null | undefined

export interface Columns<Row> {
  /** How many parameters they take. */
  count: number
  names: readonly string[]
  /** As a table with these columns, of parameters from `$first` on. */
  table(first: number, name?: string): string
  values(rows: readonly Row[]): (string | null)[]
}

export function columnsOf<Row>(
  columns: Record<string, [type: ColumnType, value: (row: Row) => Value]>,
): Columns<Row> {
  const names = Object.keys(columns)
  const all = Object.values(columns)
  return {
    count: all.length,
    names,
    table(first, name = 'given') {
      const arrays = all.map(([type], index) => `$${first + index}::${type}[]`)
      return `unnest(${arrays.join(', ')}) as ${name} (${names.join(', ')})`
    },
    values: (rows) =>
      all.map(([type, value]) => arrayLiteral(rows, value, type === 'text' || type === 'jsonb')),
  }
}

/** The values of a column; null if no row has one, because `unnest` fills the column up. */
function arrayLiteral<Row>(rows: readonly Row[], read: (row: Row) => Value, isText: boolean): string | null {
  let literal = ''
  let hasValue = false
  for (const row of rows) {
    const value = read(row) ?? null
    if (value !== null) hasValue = true
    literal += `,${isText && typeof value === 'string' ? quoted(value) : value}`
  }
  return hasValue ? `{${literal.slice(1)}}` : null
}

const PLAIN = /^[\w+-]+$/

function quoted(text: string): string {
  const isPlain = PLAIN.test(text) && (text.length !== 4 || text.toUpperCase() !== 'NULL')
  return isPlain ? text : `"${text.replace(/["\\]/g, '\\$&')}"`
}
