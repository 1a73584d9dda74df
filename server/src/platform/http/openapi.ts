// The OpenAPI document, generated from the routes' schemas.
import swagger from '@fastify/swagger'
import type { FastifyContextConfig, FastifySchema } from 'fastify'
import { scopeFor } from '../kernel/access/permissions.ts'
import { VERSION } from '../kernel/version.ts'
import { IDEMPOTENCY_KEY, KEY_FORM, REPLAYED } from './keyed-requests/keyed-requests.ts'
import { isOfContract } from './schemas/contract-routes.ts'
import { type Api, describeErrors, type ErrorStatus, errorMeanings } from './schemas/route-schema.ts'
import { hasOnlyItsFields } from './schemas/unknown-fields.ts'

const description = `Outbound calling: data sources hold contacts, tasks dial them by rules.

Every JSON answer is an envelope of \`code\` (0 on success), \`message\` and \`data\`. An error has the same number as HTTP
status and as \`code\`, a \`message\` that names the field or id, \`data\` null, and \`errors\`: the same as codes with parameters, for
programs. Timestamps are \`YYYY-MM-DD HH:MM:SS\` in
the time zone of the service; durations are in seconds.

Query parameters and fields that an operation does not have are refused with 400, which names them. Some operations ignore them instead, and list them
in the header \`X-Ignored-Fields\` of the answer.`

/** `webhooks`: what the service itself sends. */
export async function addOpenApi(app: Api, webhooks: object = {}): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Carillon',
        version: VERSION,
        description,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      tags: [
        { name: 'Tasks', description: 'Campaigns: which data source to dial, by which rules.' },
        { name: 'Data sources', description: 'Named lists of contacts.' },
        {
          name: 'Call flows',
          description: 'What answered calls do: what is said, asked, and done with the answers.',
        },
        { name: 'Contacts', description: 'The phone numbers of a data source and their custom fields.' },
        { name: 'Do-not-call', description: 'Lists of numbers that may not be called.' },
        { name: 'Permission', description: 'Which numbers may be called, when and how often.' },
        { name: 'Consent', description: 'What people have agreed to, by number.' },
        { name: 'Calls', description: 'Call records: what was dialed, and how it ended.' },
        { name: 'Recordings', description: 'What was recorded of calls.' },
        { name: 'Audio', description: 'What calls play and say.' },
        { name: 'Events', description: 'What the service is doing, and why.' },
        { name: 'Webhooks', description: 'Events that are sent to your own systems.' },
        { name: 'Dialer', description: 'Limits for all nodes together.' },
        { name: 'Trunks', description: 'Ways out to the phone network.' },
        {
          name: 'Own phones',
          description: 'Phones that test calls ring without a trunk: SIP apps and browsers.',
        },
        { name: 'People', description: 'Who signs in, and with which rights.' },
        { name: 'Access tokens', description: 'Access to this API.' },
        { name: 'Gateway', description: 'Reports from the systems that place the calls.' },
        { name: 'Service', description: 'Health and metrics.' },
      ],
      components: {
        securitySchemes: {
          accessToken: {
            type: 'http',
            scheme: 'bearer',
            description:
              'An access token, from `carillon token create`. Each operation names the scope that the token needs: `read`, `write` or `admin`; each includes those before it.',
          },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: '__Host-carillon',
            description:
              'Of a person who has signed in (`POST /api/session/signIn`), for pages of the service itself: other methods than GET and HEAD need its `Origin`. ' +
              'Over plain HTTP its name is `carillon_session`.',
          },
          gatewaySignature: {
            type: 'apiKey',
            in: 'header',
            name: 'x-carillon-signature',
            description:
              'HMAC-SHA256 over the direction, the method, the path, `x-carillon-timestamp` and the body; see docs/gateways.md.',
          },
        },
      },
      security: [{ accessToken: [] }, { session: [] }],
      webhooks: webhooks as never,
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) => String(json['$id'] ?? `schema-${index}`),
    },
    transform: ({ schema, url, route: { config, method } }) => {
      const isKeyed = config?.needs !== undefined && method === 'POST'
      const errors = [...(config?.errors ?? []), ...(isKeyed ? KEY_ERRORS : [])]
      const described = withErrors(
        schema,
        [...new Set(errors)].sort((a, b) => a - b),
      )
      const keyed = isKeyed ? withKey(described) : described
      const known = isOfContract(String([method].flat()[0]), url) ? withIgnored(keyed) : keyed
      return { schema: withAccess(known, config), url }
    },
    transformObject: (document) =>
      shareErrors(
        tidy(closeRequests((document as { openapiObject: Document }).openapiObject)) as Document,
      ) as never,
  })
}

function withErrors(schema: FastifySchema | undefined, errors: ErrorStatus[]): FastifySchema {
  return { ...schema, response: { ...(schema?.response as object | undefined), ...describeErrors(errors) } }
}

const KEY_ERRORS: ErrorStatus[] = [409, 422]

const IdempotencyKey = {
  type: 'string',
  pattern: KEY_FORM.source,
  description:
    'Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets ' +
    `the first answer, with the header \`${REPLAYED}: true\`. A new UUID for each request is a good key.`,
  examples: ['6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e'],
}

/** For the document only: the server checks the header before it reads the body. */
function withKey(schema: FastifySchema): FastifySchema {
  return { ...schema, headers: { type: 'object', properties: { [IDEMPOTENCY_KEY]: IdempotencyKey } } }
}

/** The schema as openapi.json shows it. */
function withIgnored(schema: FastifySchema): FastifySchema {
  const { 200: answer, ...errors } = schema.response as Record<string, object>
  const headers = {
    'X-Ignored-Fields': {
      type: 'string',
      description:
        'Query parameters and fields of the request that this operation does not have, percent-encoded and separated by commas: the first 20.',
    },
  }
  return { ...schema, response: { 200: { ...answer, headers }, ...errors } }
}

interface DescribedOperation {
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { description?: string; $ref?: string }>
}

interface Document {
  paths: Record<string, Record<string, DescribedOperation>>
  components: { schemas: Record<string, object>; responses?: Record<string, object> }
}

/** Says of the bodies of strict operations that they have no other fields. */
function closeRequests(document: Document): Document {
  const { schemas } = document.components
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, { requestBody }] of Object.entries(methods)) {
      if (isOfContract(method.toUpperCase(), path)) continue
      for (const media of Object.values(requestBody?.content ?? {})) {
        const name = (media.schema as { $ref?: string }).$ref?.split('/').at(-1)
        if (name === undefined) media.schema = closed(media.schema)
        else schemas[name] = closed(schemas[name] ?? {})
      }
    }
  return document
}

/** What an error means is mostly the same for all operations, so the document says it once. */
function shareErrors(document: Document): Document {
  const shared: Record<string, object> = {}
  for (const methods of Object.values(document.paths))
    for (const { responses } of Object.values(methods))
      for (const [status, response] of Object.entries(responses)) {
        if (response.description !== (errorMeanings as Record<string, string>)[status]) continue
        shared[`Error${status}`] = response
        responses[status] = { $ref: `#/components/responses/Error${status}` }
      }
  const sorted = Object.entries(shared).sort(([a], [b]) => (a < b ? -1 : 1))
  return { ...document, components: { ...document.components, responses: Object.fromEntries(sorted) } }
}

function closed<Schema extends object>(schema: Schema): Schema {
  const { properties, items } = schema as { properties?: Record<string, object>; items?: object }
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, closed(each)])),
    }),
    ...(items && { items: closed(items) }),
    ...(hasOnlyItsFields(schema) && { additionalProperties: false }),
  }
}

/** In words for readers, and as the role that OpenAPI 3.1 has for programs. */
function withAccess(schema: FastifySchema, config: FastifyContextConfig | undefined): FastifySchema {
  if (!config?.needs) return schema
  const scope = scopeFor(config.needs)
  const { description } = schema as { description?: string }
  const needs = `Needs a token with scope \`${scope}\`.`
  return {
    ...schema,
    description: description === undefined ? needs : `${description} ${needs}`,
    security: [{ accessToken: [scope] }, { session: [] }],
    'x-needs': config.needs,
    'x-bound': config.bound,
    ...(config.proof && { 'x-proof': config.proof }),
    ...(config.records && { 'x-records': config.records }),
  } as FastifySchema
}

const OURS = [
  'x-trim',
  'x-rules',
  'x-name-rules',
  'x-excludes',
  'x-null-is-absent',
  'x-example',
  'x-stream',
  'x-optional-body',
]

/** Removes our own keywords, and applies those that are meant for the document. */
export function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy)
  if (typeof value !== 'object' || value === null) return value
  // `x-documented`: rules that services enforce after validation.
  const { 'x-documented': documented, ...given } = value as Record<string, unknown>
  const shown: Record<string, unknown> = { ...given, ...(documented as object | undefined) }
  // HEAD exists wherever GET does and needs no description.
  if ('get' in shown) delete shown['head']
  // The plugin marks every body as required.
  if ('x-optional-body' in shown)
    shown['requestBody'] = { ...(shown['requestBody'] as object), required: false }
  if ('x-trim' in shown && 'maxLength' in shown) {
    // maxLength counts after trimming, so the document expresses the limit as a pattern.
    shown['x-maxTrimmedLength'] = shown['maxLength']
    delete shown['maxLength']
  }
  return Object.fromEntries(
    Object.entries(shown)
      .filter(([key]) => !OURS.includes(key))
      .map(([key, each]) => [key, tidy(each)]),
  )
}
