// The building blocks of route schemas. One schema is validation, TypeScript type and OpenAPI documentation.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify'
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import type { Bound, Permission } from '../../kernel/access/permissions.ts'
import { codeOf, definitionOf, ERROR_CODES, type ErrorCode } from '../../words/error-codes.ts'
import type { FaultDefinition } from '../../words/faults/fault-definition.ts'
import { type ErrorDetail, faults } from '../../words/faults.ts'
import { rule } from './field-rule.ts'

export type Api = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The permission that it needs; a route without one is public. */
    needs?: Permission
    /** Whose things it is about: without it, a route that needs a permission is not added. */
    bound?: Bound
    /** A read that counts: under which name it is recorded, before its first byte. */
    records?: string
    /** The errors that it may return. */
    errors?: ErrorStatus[]
    /** The kind of work whose concurrency is limited, per token and per node. */
    work?: WorkOfRoute
  }
}

export type LimitedWork = 'exports' | 'uploads' | 'eventStreams' | 'largeReads'

/** A kind, or a function of the request, whose query is not validated yet; undefined is not limited. */
type WorkOfRoute = LimitedWork | ((request: FastifyRequest) => LimitedWork | undefined)

/** A schema with a name of its own in the OpenAPI document; add it to the server with `addSchema`. */
export function named<Schema extends TSchema>(name: string, schema: Schema): Schema & { $id: string } {
  return { ...schema, $id: name }
}

export function ref<Schema extends TSchema & { $id: string }>(schema: Schema) {
  return Type.Unsafe<Static<Schema>>({ $ref: `${schema.$id}#` })
}

/** May be left out; the default is filled in before the handler runs. */
export function defaulted<Schema extends TSchema>(schema: Schema): Schema {
  return Type.Optional(schema) as unknown as Schema
}

/** A value of the schema, or null. */
export function orNull<Schema extends TSchema>(schema: Schema) {
  const { type, enum: values } = schema as { type?: string; enum?: unknown[] }
  return Type.Unsafe<Static<Schema> | null>({
    ...schema,
    type: [type, 'null'],
    ...(values && { enum: [...values, null] }),
  })
}

/** An optional field of a body; null is the same as leaving it out. */
export function optional<Schema extends TSchema>(schema: Schema) {
  return Type.Optional(Type.Unsafe<Static<Schema>>({ ...orNull(schema), 'x-null-is-absent': true }))
}

export function oneOf<const Value extends string>(values: Value[], options: object = {}) {
  return Type.Unsafe<Value>({ type: 'string', enum: values, ...options })
}

export const EXAMPLE_ID = '01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e'
const ID_PATTERN = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
const MAX_PAGE_SIZE = 1000

export const Id = Type.String({ examples: [EXAMPLE_ID] })

export const Timestamp = Type.String({
  description: 'Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.',
  examples: ['2026-03-02 09:30:00'],
})

export const TimestampOrNull = orNull(Timestamp)

export const IdParams = Type.Object({ id: Id })

/** The body of an operation that takes only an id. */
export const IdBody = Type.Object({ id: Id }, { examples: [{ id: EXAMPLE_ID }] })

export function afterRow(pattern: string, example: string) {
  return Type.Optional(
    Type.String({
      pattern,
      'x-rules': { pattern: rule('unknown_row', 'must be the id of a row of this list') },
      'x-excludes': 'pageNum',
      description:
        'Instead of `pageNum`: the rows that follow the one with this id, also if it was deleted meanwhile. Reading on from ' +
        'the last row of each answer neither skips nor repeats a row that exists throughout.',
      examples: [example],
    }),
  )
}

export const PageQuery = {
  pageNum: defaulted(
    Type.Integer({
      minimum: 1,
      default: 1,
      description: 'Page number, from 1. Pages shift when rows are added or deleted; `afterId` does not.',
    }),
  ),
  pageSize: defaulted(
    Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, default: 20, description: 'Rows per page.' }),
  ),
  afterId: afterRow(ID_PATTERN, EXAMPLE_ID),
}

/** Pages of up to this many rows are not limited. */
const SMALL_PAGE = 100

/** The `work` of a list whose rows can be large: limits how many long pages are read at once. */
export function largeReads({ query }: { query: unknown }): LimitedWork | undefined {
  return Number((query as { pageSize?: unknown }).pageSize) > SMALL_PAGE ? 'largeReads' : undefined
}

export function pageOf<Row extends TSchema>(row: Row) {
  return Type.Object({
    total: Type.Integer({ description: 'Number of rows in all pages together.' }),
    rows: Type.Array(row),
  })
}

export function envelope<Data extends TSchema>(data: Data) {
  return Type.Object({
    code: Type.Integer({ description: '0 on success.', examples: [0] }),
    message: Type.String({ examples: ['success'] }),
    data,
  })
}

export function success<Data>(data: Data): { code: number; message: string; data: Data } {
  return { code: 0, message: 'success', data }
}

function described(name: string, { meaning, params = {} }: FaultDefinition): string {
  const names = Object.keys(params).map((each) => `\`${each}\``)
  return `\`${name}\` ${meaning}${names.length > 0 ? ` (${names.join(', ')})` : ''}`
}

function describeCode(code: ErrorCode): string {
  const { faults: reasons, ...own } = definitionOf(code)
  if (!reasons) return described(code, own)
  return `${described(code, own)} (\`reason\`: ${reasons.map((fault) => described(fault, faults[fault])).join(', ')})`
}

export const ErrorDetailSchema = named(
  'ErrorDetail',
  Type.Object(
    {
      field: orNull(
        Type.String({
          description: 'The field or query parameter that it is about; null if it is about none.',
          examples: ['taskName'],
        }),
      ),
      row: Type.Optional(
        Type.Integer({ description: 'Of a file: the row, as a spreadsheet numbers it.', examples: [7] }),
      ),
      code: Type.Unsafe<string>(
        oneOf(ERROR_CODES, {
          description: `What is wrong; parameters are in brackets. ${ERROR_CODES.map(describeCode).join('; ')}.`,
        }),
      ),
      params: Type.Object(
        {},
        {
          additionalProperties: {
            anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'array', items: { type: 'string' } }],
          },
          description: 'The facts of the code, by name.',
        },
      ),
    },
    { description: 'One thing that is wrong, for programs.' },
  ),
)

export const ErrorEnvelope = named(
  'Error',
  Type.Object(
    {
      code: Type.Integer({ description: 'The HTTP status code.', examples: [404] }),
      message: Type.String({
        description: 'A sentence that says what is wrong and names the field or the id.',
      }),
      data: Type.Null(),
      errors: Type.Array(ref(ErrorDetailSchema), {
        description: 'The same for programs: a code with parameters for each thing that is wrong.',
      }),
    },
    { description: 'The answer to a request that failed.' },
  ),
)

export const errorMeanings = {
  400: 'The request is malformed or breaks a rule; the message names the field.',
  401: 'The access token is missing, unknown, expired or revoked.',
  403: 'The token does not have the scope that this operation needs.',
  404: 'There is nothing with this id.',
  405: 'The operation is not allowed in the current state of the task.',
  409: 'Something with this name or number exists already, something is still going on, or the same request is.',
  413: 'The request is larger than the service takes.',
  415: 'The body is of another content type than the operation takes.',
  416: 'The range is outside the file.',
  422: 'The Idempotency-Key was used for another request.',
  429: 'Too many requests, or too many of this kind at once; see Retry-After.',
  500: 'An error of the service itself.',
  503: 'The database cannot be reached at the moment, or has no connection free.',
} as const

export type ErrorStatus = keyof typeof errorMeanings

/** The errors that openapi.json shows as examples. */
const exampleErrors: Record<ErrorStatus, ErrorDetail> = {
  400: { field: 'taskName', fault: 'required' },
  401: { fault: 'token_invalid' },
  403: { fault: 'scope_missing', params: { needed: 'write', scope: 'read' } },
  404: { fault: 'not_found', params: { what: 'task', id: EXAMPLE_ID } },
  405: {
    fault: 'not_allowed',
    params: { operation: 'pause', status: 'DRAFT', allowed: ['RUNNING'] },
  },
  409: { field: 'taskName', fault: 'name_taken', params: { name: 'Spring' } },
  413: { fault: 'body_too_large', params: { maxBytes: 1_048_576 } },
  415: { fault: 'media_type_unsupported', params: { expected: 'application/json' } },
  416: { fault: 'range_outside', params: { size: 90_044 } },
  422: { fault: 'key_reused' },
  429: { fault: 'rate_limited', params: { seconds: 12 } },
  500: { fault: 'internal_error' },
  503: { fault: 'database_unreachable' },
}

export interface Operation<Params = unknown, Query = unknown, Body = unknown, Data = unknown> {
  id: string
  tag: string
  summary: string
  description?: string
  needs: Permission
  /** Whose things it is about: what those do not see who are bound to some data sources. */
  bound: Bound
  params?: Params
  query?: Query
  body?: Body
  /** `data` of the envelope. */
  data: Data
  errors?: ErrorStatus[]
  /** The kind of work whose concurrency is limited. */
  work?: WorkOfRoute
  /** A person must have given the password or a passkey in the last 15 minutes: otherwise 403 with `password_needed`. Tokens are not asked. */
  proof?: 'recent'
  /** A read that counts: under which name it is recorded, before its first byte. */
  records?: string
}

/** Route options of a JSON operation: the envelope around its data, its errors, what it needs and how it is bound. */
export function operation<
  Params extends TSchema = TObject<Record<never, never>>,
  Query extends TSchema = TObject<TProperties>,
  Body extends TSchema = TSchema,
  Data extends TSchema = TSchema,
>(options: Operation<Params, Query, Body, Data>) {
  const { id, tag, summary, description, needs, bound, params, query, body, data, errors = [] } = options
  const { work, proof, records } = options
  return {
    schema: {
      operationId: id,
      tags: [tag],
      summary,
      ...(description !== undefined && { description }),
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: { 200: { description: summary, ...envelope(data) } },
    } as {
      params: Params
      querystring: Query
      body: Body
      response: { 200: ReturnType<typeof envelope<Data>> }
    },
    config: {
      ...(proof && { proof }),
      needs,
      bound,
      errors: allErrors(errors, body !== undefined),
      ...(work && { work }),
      ...(records && { records }),
    },
  }
}

/** Route options of a JSON operation that nobody has to be signed in for. */
export function publicOperation<Query extends TSchema, Body extends TSchema, Data extends TSchema>(
  options: Omit<Operation<never, Query, Body, Data>, 'needs' | 'bound' | 'params'>,
) {
  const { schema, config } = operation({ ...options, needs: 'see', bound: 'none' })
  return { schema: { ...schema, security: [] }, config: { errors: config.errors } }
}

/** Route options of a JSON operation that reads what has the id in its path. */
export function readOperation<Data extends TSchema, Query extends TSchema = TObject<TProperties>>(
  options: Omit<Operation<typeof IdParams, Query, never, Data>, 'params' | 'body' | 'errors'>,
) {
  return operation({ ...options, params: IdParams, errors: [404] })
}

/** Route options of a JSON operation whose body may be left out, which means {}; null is invalid. */
export function optionalBody<Params extends TSchema, Body extends TSchema, Data extends TSchema>(
  options: Omit<Operation<Params, never, Body, Data>, 'query'> & { body: Body },
) {
  const { schema, config } = operation<Params, TObject<TProperties>, Body, Data>(options)
  return {
    schema: { ...schema, 'x-optional-body': true },
    config,
    preValidation: async (request: { body: unknown }) => {
      if (request.body === undefined) request.body = {}
    },
  }
}

type StreamOperation<Params, Query, Body = never> = Omit<Operation<Params, Query, Body, never>, 'data'>

/** Route options of an operation whose answer is a stream, without the envelope. */
function streamOperation<
  Params extends TSchema,
  Query extends TSchema = TObject<TProperties>,
  Body extends TSchema = TSchema,
>(
  options: StreamOperation<Params, Query, Body>,
  { description, mediaTypes }: { description: string; mediaTypes: string[] },
) {
  const { schema, config } = operation({ ...options, data: Type.Null() })
  const contentOf = (mediaType: string) =>
    mediaType.startsWith('text/')
      ? { type: 'string' }
      : { type: 'string', contentMediaType: 'application/octet-stream' }
  const content = Object.fromEntries(mediaTypes.map((type) => [type, { schema: contentOf(type) }]))
  return {
    schema: { ...schema, response: { 200: { description, content } } } as unknown as {
      params: Params
      querystring: Query
      body: Body
    },
    config,
  }
}

/** Route options of an operation that answers with a file: an export, unless `mediaTypes` says otherwise. */
export function fileOperation<Params extends TSchema, Query extends TSchema = TObject<TProperties>>(
  options: Omit<StreamOperation<Params, Query>, 'work'> & { records: string },
  mediaTypes = ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
) {
  return streamOperation(
    { ...options, work: 'exports' },
    { description: 'The file, as a stream.', mediaTypes },
  )
}

/** Route options of an operation that answers with an audio file, or with the part of it that a player asks for. */
export function audioOperation<
  Params extends TSchema,
  Query extends TSchema = TObject<TProperties>,
  Body extends TSchema = TSchema,
>(options: Omit<StreamOperation<Params, Query, Body>, 'work'>) {
  return streamOperation(options, { description: 'The WAV file.', mediaTypes: ['audio/wav'] })
}

/** Route options of an operation that answers with audio as it comes. */
export function liveAudioOperation<Params extends TSchema>(
  options: Omit<StreamOperation<Params, TObject<TProperties>>, 'work'>,
) {
  return streamOperation(
    { ...options, work: 'eventStreams' },
    { description: 'The audio: 8 kHz mu-law.', mediaTypes: ['audio/basic'] },
  )
}

/** Route options of an operation that answers with server-sent events. */
export function eventOperation<Params extends TSchema, Query extends TSchema = TObject<TProperties>>(
  options: Omit<StreamOperation<Params, Query>, 'work'>,
) {
  return streamOperation(
    { ...options, work: 'eventStreams' },
    { description: 'The events.', mediaTypes: ['text/event-stream'] },
  )
}

function allErrors(errors: ErrorStatus[], hasBody: boolean): ErrorStatus[] {
  const always: ErrorStatus[] = hasBody
    ? [400, 401, 403, 413, 415, 429, 500, 503]
    : [400, 401, 403, 429, 500, 503]
  return [...new Set([...always, ...errors])].sort((a, b) => a - b)
}

/**
 * For the document only. In a route's schema each would be compiled into its own serializer, which took most of the start
 * time, for answers that are rare and small.
 */
export function describeErrors(errors: ErrorStatus[]): Record<string, object> {
  return Object.fromEntries(
    errors.map((status) => [
      status,
      {
        description: errorMeanings[status],
        ...ref(ErrorEnvelope),
        // Callers see the example, so each status has its own.
        'x-example': {
          code: status,
          message: errorMeanings[status],
          data: null,
          errors: [{ field: exampleErrors[status].field ?? null, ...codeOf(exampleErrors[status]) }],
        },
      },
    ]),
  )
}
