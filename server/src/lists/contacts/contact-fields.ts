// The custom fields of a contact: any names with text values, within limits.

import { InvalidInput, shorten } from '../../platform/kernel/errors.ts'
import { INVISIBLE_PATTERN } from '../../platform/kernel/invisible-text.ts'
import type { ErrorDetail } from '../../platform/words/faults.ts'

export type ContactFields = Record<string, string>

const invisible = new RegExp(INVISIBLE_PATTERN, 'u')

export const MAX_FIELDS = 50
export const MAX_FIELD_NAME_LENGTH = 64
export const MAX_FIELD_LENGTH = 1000
/** Of all fields of a contact together, as JSON in UTF-8: this limits the size of answers. */
export const MAX_FIELDS_BYTES = 16 * 1024
/** Limits the columns of an export, so that it always fits on a sheet. */
export const MAX_FIELD_NAMES_PER_DATA_SOURCE = 500

/** Set by the service. In a file such columns are ignored, so that an export can be imported again. */
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
  'lastCallCause',
  'withdrawTime',
  'waitReason',
  'nextCallTime',
  '__proto__',
])

/** No white space at either end: the titles of a file are trimmed, so an exported name would change when it is imported. */
export const FIELD_NAME_PATTERN = '^[^\\s\\u0000](?:[^\\u0000]*[^\\s\\u0000])?$'

/** What is wrong with a field's name, or undefined. The contact's times are no custom fields, but have names like them. */
export function fieldNameProblem(name: string): FieldNameProblem | undefined {
  const field = shorten(name)
  if (OWNED_NAMES.has(name)) {
    const message = `${name} is set by the service and cannot be given`
    return { message, detail: { fault: 'field_reserved', field } }
  }
  if (name === '' || isLongerThan(name, MAX_FIELD_NAME_LENGTH)) {
    const params = { name: field, min: 1, max: MAX_FIELD_NAME_LENGTH }
    return {
      message: `a field name must have 1 to ${MAX_FIELD_NAME_LENGTH} characters: ${JSON.stringify(name.slice(0, 80))}`,
      detail: { fault: 'field_name_length', field, params },
    }
  }
  if (name !== name.trim()) {
    const message = `a field name must not begin or end with white space: ${JSON.stringify(name)}`
    return { message, detail: { fault: 'field_name_space', field, params: { name } } }
  }
  if (!invisible.test(name)) return undefined
  const message = `${JSON.stringify(name)} is no field name: it has no visible character`
  return { message, detail: { fault: 'field_name_invisible', field, params: { name } } }
}

export interface FieldNameProblem {
  message: string
  detail: ErrorDetail
}

export function fieldValueProblem(name: string, value: string): string | undefined {
  return isLongerThan(value, MAX_FIELD_LENGTH)
    ? `${name} must have at most ${MAX_FIELD_LENGTH} characters`
    : undefined
}

export interface FieldsProblem {
  code: 'too_many_fields' | 'fields_too_large'
  params: Record<string, number>
  message: string
}

/** What is wrong with all of a contact's fields together, or undefined. */
export function fieldsProblem(fields: ContactFields): FieldsProblem | undefined {
  if (Object.keys(fields).length > MAX_FIELDS) {
    const message = `a contact has at most ${MAX_FIELDS} custom fields`
    return { code: 'too_many_fields', params: { max: MAX_FIELDS }, message }
  }
  if (!isTooLarge(fields)) return undefined
  const message = `the custom fields of a contact have at most ${MAX_FIELDS_BYTES / 1024} KiB together`
  return { code: 'fields_too_large', params: { maxBytes: MAX_FIELDS_BYTES }, message }
}

/** A character takes at most 6 bytes, as an escape, so that few contacts have to be measured exactly. */
function isTooLarge(fields: ContactFields): boolean {
  let characters = 0
  for (const name in fields) characters += name.length + (fields[name]?.length ?? 0) + 1
  if (characters * 6 <= MAX_FIELDS_BYTES) return false
  return Buffer.byteLength(JSON.stringify(fields)) > MAX_FIELDS_BYTES
}

/** Counts code points, not UTF-16 units. */
function isLongerThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false
  let count = 0
  for (const _ of text) count += 1
  return count > limit
}

/** Refuses a value that no contact can have. */
export function refuseLongValue(name: string, value: string): void {
  const problem = fieldValueProblem(name, value)
  if (problem === undefined) return
  throw new InvalidInput(problem, { fault: 'wrong_length', field: name, params: { max: MAX_FIELD_LENGTH } })
}

/** Refuses fields that no contact can have together. */
export function refuseTooManyFields(fields: ContactFields): void {
  const problem = fieldsProblem(fields)
  if (problem === undefined) return
  const { message, code: fault, params } = problem
  throw new InvalidInput(message, { fault, params } as ErrorDetail)
}

export function tooManyFieldNames(): InvalidInput {
  const max = MAX_FIELD_NAMES_PER_DATA_SOURCE
  return new InvalidInput({
    fault: 'too_many_field_names',
    params: { max },
  })
}
