// Requests made from the OpenAPI document: most as it describes them, some slightly off, some junk.

import fc from 'fast-check'
import { EDGE_URLS } from './edge-values.ts'
import { type ListedOperation, type OpenApiDocument, resolve, type Schema } from './openapi-document.ts'

export interface MadeRequest {
  url: string
  headers: Record<string, string>
  payload?: string
}

/** Ids that exist, by the name of the field that takes them. */
export type KnownIds = Record<string, string[]>

const BOUNDARY = 'boundary-of-the-tests'
const NASTY_TEXTS = [
  '',
  ' ',
  '\0',
  '\ud800',
  '%',
  '_',
  '\\',
  "'",
  '"',
  '../..',
  '😀',
  'x'.repeat(1001),
  '-1',
  'null',
  '=1+1',
]
const NASTY_NUMBERS = [0, -1, 1.5, 1e21, 2 ** 31, 2 ** 53, -(2 ** 63), Number.MAX_VALUE, 5e-324]

const nastyText = fc.oneof(
  fc.constantFrom(...NASTY_TEXTS),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
)
const junk: fc.Arbitrary<unknown> = fc.oneof(
  nastyText,
  fc.constantFrom<unknown>(...NASTY_NUMBERS, null, true, false, [], {}),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Mostly the first, sometimes the second. */
function mostly<Value>(
  usual: fc.Arbitrary<Value>,
  unusual: fc.Arbitrary<Value>,
  usualWeight = 9,
): fc.Arbitrary<Value> {
  return fc.oneof({ arbitrary: usual, weight: usualWeight }, { arbitrary: unusual, weight: 1 })
}

export function requestsFor(
  document: OpenApiDocument,
  { path, operation }: ListedOperation,
  knownIds: KnownIds,
): fc.Arbitrary<MadeRequest> {
  const parameters = operation.parameters ?? []
  const pathValues = valuesOf('path')
  const queryValues = valuesOf('query')

  function valuesOf(place: 'path' | 'query'): fc.Arbitrary<Record<string, string>> {
    const described = parameters.filter((parameter) => parameter.in === place)
    const values = described.map(({ name, schema }): [string, fc.Arbitrary<string>] => [
      name,
      mostly(describedValue(schema, name).map(String), nastyText),
    ])
    const all = Object.fromEntries(values)
    return place === 'path' ? fc.record(all) : fc.record<Record<string, string>>(all, { requiredKeys: [] })
  }

  function describedValue(given: Schema, name: string): fc.Arbitrary<unknown> {
    const schema = resolve(document, given)
    const known = knownIds[name === 'id' ? idKind(path) : name]
    if (known) return mostly(fc.constantFrom(...known), nastyText)
    const knownItems = name.endsWith('Ids') ? knownIds[name.slice(0, -1)] : undefined
    if (knownItems) return fc.array(fc.constantFrom(...knownItems), { maxLength: 4 })
    if (['phoneNumbers', 'ownPhones', 'callerIds'].includes(name))
      return fc.array(fc.stringMatching(/^\+?\d{3,20}$/), { minLength: 1, maxLength: 4 })
    if (name === 'phoneNumber' || name === 'callerId') return fc.stringMatching(/^\+?\d{3,20}$/)
    // A random name would be looked up on the network.
    if (name === 'url') return fc.constantFrom(...EDGE_URLS)
    if (schema.enum) return fc.constantFrom(...schema.enum)
    return fc.oneof(...[schema.type ?? 'string'].flat().map((type) => valueOfType(type, schema)))
  }

  function valueOfType(type: string, schema: Schema): fc.Arbitrary<unknown> {
    const { minimum: min = -1000, maximum: max = 100_000, minLength = 0, maxLength = 200 } = schema
    switch (type) {
      case 'integer':
        return fc.integer({ min, max })
      case 'number':
        return fc.double({ min, max, noNaN: true })
      case 'boolean':
        return fc.boolean()
      case 'null':
        return fc.constant(null)
      case 'array':
        return fc.array(describedValue(schema.items ?? {}, ''), { maxLength: 5 })
      case 'object':
        return objectOf(schema)
      default:
        return schema.pattern
          ? fc.stringMatching(new RegExp(schema.pattern))
          : fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 200) })
    }
  }

  /** As described; with something missing, something else, or something more. */
  function objectOf(schema: Schema): fc.Arbitrary<unknown> {
    const properties = Object.entries(schema.properties ?? {})
    const described = fc.record<Record<string, unknown>>(
      Object.fromEntries(
        properties.map(([name, property]) => [name, mostly(describedValue(property, name), junk, 30)]),
      ),
      { requiredKeys: schema.required ?? [] },
    )
    const more = fc.dictionary(mostly(fc.string(), nastyText), junk, { maxKeys: 3 })
    const extended = fc.tuple(described, more).map(([value, added]) => ({ ...added, ...value }))
    const incomplete = fc
      .tuple(described, fc.constantFrom('', ...properties.map(([name]) => name)))
      .map(([value, missing]) =>
        Object.fromEntries(Object.entries(value).filter(([name]) => name !== missing)),
      )
    return fc.oneof({ arbitrary: described, weight: 6 }, { arbitrary: extended, weight: 3 }, incomplete, junk)
  }

  const url = fc.tuple(pathValues, queryValues).map(([inPath, inQuery]) => {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encode(inPath[name] ?? ''))
    const query = Object.entries(inQuery).map(([name, value]) => `${name}=${encode(value)}`)
    return query.length > 0 ? `${filled}?${query.join('&')}` : filled
  })
  return fc.tuple(url, bodyOf()).map(([made, body]) => ({ url: made, headers: {}, ...body }))

  function bodyOf(): fc.Arbitrary<Pick<MadeRequest, 'payload' | 'headers'> | undefined> {
    const content = operation.requestBody?.content
    if (!content) return fc.constant(undefined)
    const schema = content['application/json']?.schema
    const usual = schema ? describedValue(schema, '').map(jsonBody) : formBodies
    const odd = fc.oneof(
      fc.constant(undefined),
      nastyText.map((payload) => ({ headers: { 'content-type': 'application/json' }, payload })),
      nastyText.map((payload) => ({ headers: { 'content-type': 'text/plain' }, payload })),
    )
    return mostly<Pick<MadeRequest, 'payload' | 'headers'> | undefined>(usual, odd, 20)
  }
}

const ID_KINDS: [path: string, kind: string][] = [
  ['/api/task', 'taskId'],
  ['/api/token', 'tokenId'],
  ['/api/doNotCall', 'doNotCallListId'],
  ['/api/calendar', 'calendarId'],
  ['/api/trunk', 'trunkId'],
  ['/api/webhook', 'webhookId'],
]

/** Whose id it is says the beginning of its path. */
export function idKind(path: string): string {
  return ID_KINDS.find(([start]) => path.startsWith(start))?.[1] ?? 'dataSourceId'
}

/** An empty segment would be another path, and lone surrogates have no encoding. */
export function encode(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replace(/^\.{0,2}$/, '%20')
}

function jsonBody(value: unknown) {
  return { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(value) ?? '' }
}

const cell = mostly(fc.oneof(fc.stringMatching(/^\+?\d{3,20}$/), fc.string({ unit: 'grapheme' })), nastyText)
const csv = fc
  .tuple(fc.array(cell, { maxLength: 4 }), fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 5 }))
  .map(([titles, rows]) => [['phoneNumber', ...titles], ...rows].map((cells) => cells.join(',')).join('\n'))
const formBodies = fc
  .tuple(mostly(fc.constant('file'), nastyText), mostly(csv, nastyText, 4))
  .map(([name, text]) => ({
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: [
      `--${BOUNDARY}`,
      `content-disposition: form-data; name="${name}"; filename="contacts.csv"`,
      '',
      text.toWellFormed(),
      `--${BOUNDARY}--`,
      '',
    ].join('\r\n'),
  }))
