// Query parameters and fields that an operation does not have. A misspelled name must not be ignored in silence: it is refused with 400, or,
// on the routes of the contract, which stay tolerant, listed in a header of the answer. This is judged before all other rules, so that the
// answer to `taskNam` is not that `taskName` is missing.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { InvalidInput } from '../../kernel/errors.ts'
import { isOfContract } from './contract-routes.ts'
import type { Api } from './route-schema.ts'

/** Of an answer of a route of the contract: the names that were ignored. */
export const IGNORED_HEADER = 'x-ignored-fields'

interface ObjectSchema {
  $ref?: string
  properties?: Record<string, ObjectSchema>
  items?: ObjectSchema
  additionalProperties?: unknown
  patternProperties?: unknown
  'x-stream'?: boolean
}

type NamedSchemas = Record<string, unknown>

/** Of the fields that are unknown, an answer names only the first. */
const MAX_TOLD = 20
const MAX_NAME = 80

/** Paths outside are not the API: a probe or a proxy may add a parameter to them. */
const isStrict = (url: string) => url.startsWith('/api/')

export function judgeUnknownFields(app: Api): void {
  let schemas: NamedSchemas | undefined
  const named = () => {
    schemas ??= app.getSchemas()
    return schemas
  }
  app.addHook('preValidation', (request, reply, done) => {
    const { url = '', schema = {} } = request.routeOptions
    if (!isStrict(url)) return done()
    const { querystring, body } = schema as { querystring?: ObjectSchema; body?: ObjectSchema }
    const parameters = unknownNames(querystring ?? NO_FIELDS, request.query, named)
    const fields = body?.['x-stream'] ? [] : unknownNames(body ?? NO_FIELDS, request.body, named)
    if (parameters.length + fields.length === 0) return done()
    if (isOfContract(request.method, url)) {
      noteIgnored(reply, [...parameters, ...fields])
      return done()
    }
    done(
      parameters.length > 0
        ? refusal(parameters, Object.keys(querystring?.properties ?? {}), 'query parameter')
        : refusal(fields, Object.keys(resolve(body ?? NO_FIELDS, named).properties ?? {}), 'field'),
    )
  })
}

/** A part of a form that is not the file. */
export function judgeFormPart(request: FastifyRequest, reply: FastifyReply, name: string): void {
  if (!isOfContract(request.method, request.routeOptions.url ?? '')) throw refusal([name], ['file'], 'field')
  noteIgnored(reply, [name])
}

const NO_FIELDS: ObjectSchema = { properties: {} }

/** It lists the fields that it has, and says nothing about others. */
export function hasOnlyItsFields(schema: ObjectSchema): boolean {
  return (
    schema.properties !== undefined &&
    !('additionalProperties' in schema) &&
    schema.patternProperties === undefined
  )
}

/** Paths such as `days[0].nam`. What says itself which fields it may have is left to validation. */
export function unknownNames(
  given: ObjectSchema,
  value: unknown,
  named: () => NamedSchemas = () => ({}),
): string[] {
  const found: string[] = []
  visit(given, value, '')
  return found

  function visit(unresolved: ObjectSchema, value: unknown, path: string): void {
    if (typeof value !== 'object' || value === null) return
    const schema = resolve(unresolved, named)
    if (Array.isArray(value)) {
      for (const [index, each] of value.entries())
        if (schema.items) visit(schema.items, each, `${path}[${index}]`)
      return
    }
    const { properties = {} } = schema
    const isClosed = hasOnlyItsFields(schema)
    for (const [name, each] of Object.entries(value)) {
      const at = path ? `${path}.${name}` : name
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined
      if (property) visit(property, each, at)
      else if (isClosed) found.push(at)
    }
  }
}

function resolve(schema: ObjectSchema, named: () => NamedSchemas): ObjectSchema {
  const name = schema.$ref?.replace(/#$/, '')
  return name === undefined ? schema : ((named()[name] ?? {}) as ObjectSchema)
}

function refusal(names: string[], allowed: string[], what: 'query parameter' | 'field'): InvalidInput {
  const told = names.slice(0, MAX_TOLD).map((name) => name.slice(0, MAX_NAME))
  const more = names.length - told.length
  const list = `${told.map((name) => JSON.stringify(name)).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  const has = allowed.length > 0 ? `it has ${allowed.join(', ')}` : `it has no ${what}s`
  const message = `this operation has no ${what} ${list}; ${has}`
  const [field = ''] = told
  return new InvalidInput(message, { fault: 'field_unknown', field, params: { names: told, allowed } })
}

/** Percent-encoded, because a name may have any character. */
function noteIgnored(reply: FastifyReply, names: string[]): void {
  const before = String(reply.getHeader(IGNORED_HEADER) ?? '')
  const told = names
    .slice(0, MAX_TOLD)
    .map((name) => encodeURIComponent(name.slice(0, MAX_NAME).toWellFormed()))
  const more = names.length - told.length
  const all = [...(before ? [before] : []), ...told, ...(more > 0 ? [`(${more} more)`] : [])]
  reply.header(IGNORED_HEADER, all.join(', '))
}
