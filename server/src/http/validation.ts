// Strict validation with sentences for people. Bodies are never coerced; integers in a query string are read
// only when they are written as integers.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'
import { InvalidInput } from '../kernel/errors.ts'

interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  minimum?: number
  maximum?: number
  multipleOf?: number
  minLength?: number
  maxLength?: number
  enum?: unknown[]
  'x-form'?: string
  'x-stream'?: boolean
}

export function createValidatorCompiler(
  namedSchemas: () => Record<string, unknown>,
): FastifySchemaCompiler<unknown> {
  const ajv = new Ajv({ useDefaults: true, verbose: true, strict: false })
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

  return ({ schema, httpPart }) => {
    for (const [id, each] of Object.entries(namedSchemas()))
      if (!ajv.getSchema(id)) ajv.addSchema(each as object, id)
    // A form that is read as a stream is never here as a whole.
    if ((schema as JsonSchema)['x-stream']) return () => true
    const validate = ajv.compile(schema as object)
    const prepare = httpPart === 'querystring' ? integersOf(schema as JsonSchema) : noPreparation
    return (input: unknown) => {
      prepare(input)
      return check(validate, input)
    }
  }
}

interface Location {
  parentData: Record<string | number, unknown>
  parentDataProperty: string | number
}

function noPreparation(): void {}

function integersOf(schema: JsonSchema): (input: unknown) => void {
  const names = Object.entries(schema.properties ?? {})
    .filter(([, property]) => property.type === 'integer')
    .map(([name]) => name)
  return (input) => {
    const query = input as Record<string, unknown>
    for (const name of names) {
      const value = query[name]
      if (typeof value === 'string' && /^-?\d{1,15}$/.test(value)) query[name] = Number(value)
    }
  }
}

function check(validate: ValidateFunction, input: unknown): { value: unknown } | { error: Error } {
  if (validate(input)) return { value: input }
  return { error: new InvalidInput(describe(validate.errors?.[0])) }
}

export function describe(error: ErrorObject | undefined): string {
  if (!error) return 'the request is not valid'
  const field = fieldName(error.instancePath)
  const schema = (error.parentSchema ?? {}) as JsonSchema
  switch (error.keyword) {
    case 'required':
      return `${[field, error.params['missingProperty']].filter(Boolean).join('.')} is required`
    case 'type':
      return `${field || 'the request body'} must be ${typeName(schema.type)}`
    case 'enum':
      return `${field} must be one of ${schema.enum?.join(', ')}`
    case 'minimum':
    case 'maximum':
      return `${field} must be ${range(schema.minimum, schema.maximum)}`
    case 'multipleOf':
      return `${field} must be a multiple of ${schema.multipleOf}`
    case 'minLength':
    case 'maxLength':
      return `${field} must have ${range(schema.minLength, schema.maxLength)} characters`
    case 'pattern':
      return `${field} must be ${schema['x-form'] ?? 'of another form'}`
    default:
      return `${field || 'the request'} ${error.message ?? 'is not valid'}`
  }
}

/** `/contactIds/0` is `contactIds[0]` to a person. */
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

function typeName(type: string | string[] | undefined): string {
  const names: Record<string, string> = {
    string: 'a string',
    integer: 'an integer',
    number: 'a number',
    boolean: 'true or false',
    object: 'a JSON object',
    array: 'an array',
    null: 'null',
  }
  return [type ?? 'of another type']
    .flat()
    .map((each) => names[each] ?? each)
    .join(' or ')
}

function range(least: number | undefined, most: number | undefined): string {
  if (least === undefined) return `at most ${most}`
  if (most === undefined) return `at least ${least}`
  return `from ${least} to ${most}`
}
