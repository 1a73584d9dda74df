// Strict validation with readable messages. Bodies are never coerced, but null for an optional field is the same as leaving
// it out. Integers in a query string must be written as integers.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import { InvalidInput } from '../../kernel/errors.ts'
import type { ErrorDetail } from '../../words/faults.ts'
import { onFirstUse } from '../access/first-use.ts'
import type { FieldRule, NameRule } from './field-rule.ts'

interface JsonSchema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  minimum?: number
  maximum?: number
  multipleOf?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  enum?: unknown[]
  /** The error of a field that breaks a rule, by the keyword of the rule. */
  'x-rules'?: Record<string, FieldRule>
  /** What is said when the name of a field breaks a rule. */
  'x-name-rules'?: Record<string, NameRule>
  /** Another parameter that cannot be combined with this one. */
  'x-excludes'?: string
  'x-null-is-absent'?: boolean
  'x-stream'?: boolean
}

export function createValidatorCompiler(
  namedSchemas: () => Record<string, unknown>,
): FastifySchemaCompiler<unknown> {
  let ajv: Ajv | undefined
  return ({ schema, httpPart }) => {
    // A form is read as a stream, so there is no body to validate.
    if ((schema as JsonSchema)['x-stream']) return () => true
    return onFirstUse(() => {
      ajv ??= createAjv(namedSchemas())
      const validate = ajv.compile(schema as object)
      const prepare =
        httpPart === 'querystring'
          ? readQuery(schema as JsonSchema)
          : httpPart === 'body'
            ? dropNulls(resolve(schema as JsonSchema, namedSchemas()))
            : () => undefined
      return (input: unknown) => {
        const error = prepare(input)
        return error ? { error } : check(validate, input)
      }
    })
  }
}

function createAjv(namedSchemas: Record<string, unknown>): Ajv {
  // A number too large for JavaScript is parsed as infinite: still a number, and above every maximum.
  const ajv = new Ajv({ useDefaults: true, verbose: true, strict: false, strictNumbers: false })
  ajv.addKeyword({
    keyword: 'x-trim',
    type: 'string',
    modifying: true,
    before: 'maxLength',
    validate: (on: boolean, value: string, _schema: unknown, context?: Location) => {
      if (on && context) context.parentData[context.parentDataProperty] = value.trim()
      return true
    },
  })

  for (const [id, schema] of Object.entries(namedSchemas)) ajv.addSchema(schema as object, id)
  return ajv
}

interface Location {
  parentData: Record<string | number, unknown>
  parentDataProperty: string | number
}

/** Converts the input to what the schema describes, or returns what is wrong with it. */
type Preparation = (input: unknown) => InvalidInput | undefined

function resolve(schema: JsonSchema, named: Record<string, unknown>): JsonSchema {
  const name = schema.$ref?.replace(/#$/, '')
  return name === undefined ? schema : (named[name] as JsonSchema)
}

function dropNulls({ properties = {} }: JsonSchema): Preparation {
  const names = Object.keys(properties).filter((name) => properties[name]?.['x-null-is-absent'])
  return (input) => {
    if (typeof input !== 'object' || input === null) return undefined
    const body = input as Record<string, unknown>
    for (const name of names) if (body[name] === null) delete body[name]
    return undefined
  }
}

function readQuery({ properties = {} }: JsonSchema): Preparation {
  const entries = Object.entries(properties)
  const integers = entries.filter(([, { type }]) => type === 'integer').map(([name]) => name)
  const exclusions = entries.flatMap(([name, property]) => {
    const other = property['x-excludes']
    return other === undefined ? [] : [[name, other] as const]
  })
  return (input) => {
    const query = input as Record<string, unknown>
    for (const [name, other] of exclusions) {
      if (query[name] !== undefined && query[other] !== undefined)
        return new InvalidInput({
          fault: 'excluded',
          field: name,
          params: { other },
        })
    }
    for (const name of integers) {
      const value = query[name]
      if (typeof value === 'string' && /^-?\d+$/.test(value)) query[name] = nearestSafeInteger(value)
    }
    return undefined
  }
}

/** Of any length: a number above every limit stays above it. */
function nearestSafeInteger(digits: string): number {
  const number = Number(digits)
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, number))
}

function check(validate: ValidateFunction, input: unknown): { value: unknown } | { error: Error } {
  if (validate(input)) return { value: input }
  const { message, detail } = describe(validate.errors?.[0])
  return { error: new InvalidInput(message, detail) }
}

interface Fault {
  message: string
  detail: ErrorDetail
}

export function describe(error: ErrorObject | undefined): Fault {
  if (!error) return { message: 'the request is not valid', detail: { fault: 'request_malformed' } }
  const field = fieldName(error.instancePath)
  const schema = (error.parentSchema ?? {}) as JsonSchema
  const rule = schema['x-rules']?.[error.keyword]
  if (error.propertyName !== undefined) return describeName(error.propertyName, error.keyword, schema)
  if (rule)
    return {
      message: [field, rule.message].filter(Boolean).join(' '),
      detail: { ...rule.detail, field: field || undefined },
    }
  if (error.keyword === 'required') {
    const missing = [field, error.params['missingProperty']].filter(Boolean).join('.')
    return { message: `${missing} is required`, detail: { fault: 'required', field: missing } }
  }
  const { rest, ...detail } = describeRule(error, schema)
  const what = field || (error.keyword === 'type' ? 'the request body' : 'the request')
  return { message: `${what} ${rest}`, detail: { ...detail, field: field || undefined } }
}

/** `rest` is what follows the name of the field in a sentence. */
function describeRule(error: ErrorObject, schema: JsonSchema): ErrorDetail & { rest: string } {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, multipleOf = 1 } = schema
  switch (error.keyword) {
    case 'type': {
      const types = typesOf(schema)
      return { rest: `must be ${typeName(types)}`, fault: 'wrong_type', params: { types } }
    }
    case 'enum': {
      const allowed = (schema.enum ?? []).filter((each) => each !== null).map(String)
      return { rest: `must be one of ${allowed.join(', ')}`, fault: 'not_one_of', params: { allowed } }
    }
    case 'minimum':
    case 'maximum': {
      const params = limits(minimum, maximum)
      return { rest: `must be ${range(minimum, maximum)}`, fault: 'out_of_range', params }
    }
    case 'multipleOf': {
      const params = { of: multipleOf }
      return { rest: `must be a multiple of ${multipleOf}`, fault: 'not_multiple', params }
    }
    case 'minLength':
    case 'maxLength': {
      const params = limits(minLength, maxLength)
      return { rest: `must have ${range(minLength, maxLength, 'character')}`, fault: 'wrong_length', params }
    }
    case 'minItems':
    case 'maxItems': {
      const params = limits(minItems, maxItems)
      return { rest: `must have ${range(minItems, maxItems, 'item')}`, fault: 'wrong_count', params }
    }
    case 'additionalProperties': {
      const allowed = Object.keys(schema.properties ?? {})
      const given = JSON.stringify(String(error.params['additionalProperty']).slice(0, 80))
      return {
        rest: `must have only the fields ${allowed.join(', ')} (got ${given})`,
        fault: 'not_one_of',
        params: { allowed },
      }
    }
    case 'pattern':
      return { rest: 'must be of another form', fault: 'invalid' }
    default:
      return { rest: error.message ?? 'is not valid', fault: 'invalid' }
  }
}

function limits(min: number | undefined, max: number | undefined): { min?: number; max?: number } {
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
}

/** For errors in a field's name; the message shows the name in a searchable form. */
function describeName(given: string, keyword: string, schema: JsonSchema): Fault {
  const rule = schema['x-name-rules']?.[keyword]
  const name = given.slice(0, 80)
  const { fault = 'field_name_length', message } = rule ?? {}
  const { minLength: min = 0, maxLength: max = Number.MAX_SAFE_INTEGER } = schema
  const detail: ErrorDetail =
    fault === 'field_reserved'
      ? { fault, field: name }
      : fault === 'field_name_length'
        ? { fault, field: name, params: { name, min, max } }
        : { fault, field: name, params: { name } }
  if (keyword === 'not' && message !== undefined) return { message: `${given} ${message}`, detail }
  const words = message ?? `must have ${range(schema.minLength, schema.maxLength, 'character')}`
  return { message: `a field name ${words}: ${JSON.stringify(name)}`, detail }
}

/** Turns `/contactIds/0` into `contactIds[0]`. */
function fieldName(instancePath: string): string {
  return instancePath
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(
      (path, part) => (/^\d+$/.test(part) && path ? `${path}[${part}]` : path ? `${path}.${part}` : part),
      '',
    )
}

/** Leaves out null where it is the same as a missing field. */
function typesOf(schema: JsonSchema): string[] {
  const types = [schema.type ?? 'of another type'].flat()
  return schema['x-null-is-absent'] ? types.filter((type) => type !== 'null') : types
}

function typeName(types: string[]): string {
  const names: Record<string, string> = {
    string: 'a string',
    integer: 'an integer',
    number: 'a number',
    boolean: 'true or false',
    object: 'a JSON object',
    array: 'an array',
    null: 'null',
  }
  const known = types.flatMap((each) => (names[each] ?? each).split(' or '))
  const last = known.pop()
  return known.length > 0 ? `${known.join(', ')} or ${last}` : String(last)
}

/** With a noun: "at least 1 item", "from 1 to 50 items". */
function range(min: number | undefined, max: number | undefined, noun = ''): string {
  const nouns = noun && ` ${noun}${(max ?? min) === 1 ? '' : 's'}`
  if (min === undefined) return `at most ${max}${nouns}`
  if (max === undefined) return `at least ${min}${nouns}`
  return `from ${min} to ${max}${nouns}`
}
