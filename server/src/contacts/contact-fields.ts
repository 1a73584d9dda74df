// The custom fields of a contact: any name, text values, within bounds.

export type ContactFields = Record<string, string>

export const MAX_FIELDS = 50
export const MAX_FIELD_NAME_LENGTH = 64
export const MAX_FIELD_LENGTH = 1000
/** Columns that a data source may have in all, so that an export always fits a sheet. */
export const MAX_FIELD_NAMES_PER_DATA_SOURCE = 500

/** Set by the service; in a file such columns are passed over, so that an export can be imported again. */
export const OWNED_NAMES: ReadonlySet<string> = new Set([
  'id',
  'contactId',
  'dataSourceId',
  'status',
  'callCount',
  'createTime',
  'updateTime',
  'callDuration',
  'lastCallTime',
  '__proto__',
])

/** A sentence about what is wrong with a field's name or value, or undefined. */
export function fieldNameProblem(name: string): string | undefined {
  if (OWNED_NAMES.has(name)) return `${name} is set by the service and cannot be given`
  if (name === '' || isLongerThan(name, MAX_FIELD_NAME_LENGTH)) {
    return `a field name must have 1 to ${MAX_FIELD_NAME_LENGTH} characters: ${JSON.stringify(name.slice(0, 80))}`
  }
  // A file's titles are trimmed: such a name would go out in an export and not come back.
  if (name !== name.trim()) {
    return `a field name must not begin or end with white space: ${JSON.stringify(name)}`
  }
  return undefined
}

export function fieldValueProblem(name: string, value: string): string | undefined {
  return isLongerThan(value, MAX_FIELD_LENGTH)
    ? `${name} must have at most ${MAX_FIELD_LENGTH} characters`
    : undefined
}

/** Numbers and booleans are kept as their text; anything else that is not text is no value. */
export function fieldText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return undefined
}

/** Past this JSON numbers lose digits before anybody can read them; still larger ones are read as infinite. */
export function hasLostDigits(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER
}

/** Counted in code points, as a person counts. */
function isLongerThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false
  let count = 0
  for (const _ of text) count += 1
  return count > limit
}
