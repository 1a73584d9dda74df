// How column values become JavaScript values. Set per connection: changing pg's global table would affect every other
// user of the driver in this process.
//
// timestamptz is a Date and json/jsonb are parsed, as in the driver. Two defaults are changed: int8 and numeric are
// numbers instead of text, and a `date` stays text, because a Date would be midnight in this process's time zone.

import pg from 'pg'

const INT8 = 20
const INT8_ARRAY = 1016
const NUMERIC = 1700
const DATE = 1082
const TEXT_ARRAY: number = 1009

export function createValueTypes(): pg.TypeOverrides {
  const types = new pg.TypeOverrides()
  const parseTextArray: (text: string) => (string | null)[] = pg.types.getTypeParser(TEXT_ARRAY)
  types.setTypeParser(INT8, parseInteger)
  types.setTypeParser(INT8_ARRAY, (text) =>
    parseTextArray(text).map((item) => (item === null ? null : parseInteger(item))),
  )
  types.setTypeParser(NUMERIC, Number)
  types.setTypeParser(DATE, (text) => text)
  return types
}

/** Throws, because a silently rounded count or id would be worse. */
function parseInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a JavaScript number`)
  return value
}
