// Requests of which the OpenAPI document itself says whether they are valid: made as it describes them, half of them with one
// thing that is at the edge of what it allows, or beyond. Ids always name something, so that nothing but validity decides.

import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import {
  EDGE_DATES,
  EDGE_FIELD_NAMES,
  EDGE_PHONES,
  EDGE_TEXTS,
  EDGE_TIMES,
  EDGE_URLS,
  edgeValue,
  printable,
} from './edge-values.ts'
import { judgedForms } from './judged-forms.ts'
import {
  type ListedOperation,
  type OpenApiDocument,
  pointer,
  resolve,
  type Schema,
} from './openapi-document.ts'
import { encode, idKind, type KnownIds, type MadeRequest } from './request-arbitraries.ts'

export interface JudgedRequest extends MadeRequest {
  isValid: boolean
}

type Values = Record<string, unknown>

/** Flows are the only union in a request. */
const VALID_FLOWS = [
  { steps: [{ id: 'a', type: 'say', text: 'Hello {{name|there}}.' }] },
  {
    language: 'en-US',
    onMachine: { do: 'leaveMessage', step: 'c' },
    steps: [
      { id: 'a', type: 'gather', text: 'Press 1.', keys: '1', noInput: 'c' },
      { id: 'b', type: 'branch', cases: [{ when: 'digits.a == "1"', next: 'c' }] },
      { id: 'c', type: 'set', field: 'answer', value: 'yes' },
      { id: 'd', type: 'hangup' },
    ],
  },
]

export function judgedRequests(
  document: OpenApiDocument,
  listed: ListedOperation,
  knownIds: KnownIds,
  ajv: Ajv2020,
): fc.Arbitrary<JudgedRequest> {
  const { path, operation } = listed
  const parameters = operation.parameters ?? []
  const url = urls()
  const body = bodies()
  return fc.tuple(url, body, fc.boolean()).map(([address, sent, breaksUrl]) => {
    const { url, isValid } = breaksUrl ? address.edge : address.usual
    const { isValid: isBodyValid, ...rest } = breaksUrl ? sent.usual : sent.edge
    return { url, ...rest, isValid: isValid && isBodyValid }
  })

  /** A value as the schema wants it; filtered, as a pattern alone does not tell how to make one. */
  function usualValue(given: Schema, name: string): fc.Arbitrary<unknown> {
    const schema = resolve(document, given)
    const known = knownIds[name === 'id' ? idKind(path) : name]
    if (known) return fc.constantFrom(...known)
    const knownItems = name.endsWith('Ids') ? knownIds[name.slice(0, -1)] : undefined
    if (knownItems) return fc.array(fc.constantFrom(...knownItems), { maxLength: 3 })
    if (schema.anyOf) return fc.constantFrom(...VALID_FLOWS)
    // It may name other schemas.
    const isValid = ajv.compile({ ...schema, components: document.components })
    return typedValue(schema, name).filter((value) => isValid(value))
  }

  function typedValue({ type = 'string', ...schema }: Schema, name: string): fc.Arbitrary<unknown> {
    const { minimum = -1e6, maximum = 1e6, multipleOf = 1 } = schema
    const numbers = fc
      .integer({ min: Math.ceil(minimum / multipleOf), max: Math.floor(maximum / multipleOf) })
      .map((number) => number * multipleOf)
    if (schema.enum) return fc.constantFrom(...schema.enum)
    const types = [type].flat()
    if (types.includes('boolean')) return fc.oneof(printable, numbers, fc.boolean(), fc.constant(null))
    if (types.includes('integer') || types.includes('number')) return numbers
    if (types.includes('array')) return fc.array(usualValue(schema.items ?? {}, name), { maxLength: 3 })
    if (types.includes('object') && schema.properties) {
      const fields = Object.entries(schema.properties).map(([field, each]) => [
        field,
        usualValue(each, field),
      ])
      return fc.record<Values>(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] })
    }
    if (types.includes('object') && schema.additionalProperties === true)
      return fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), printable, { maxKeys: 3 })
    if (types.includes('object') && typeof schema.additionalProperties === 'object')
      return fc.dictionary(fc.stringMatching(/^[a-z]{1,9}$/), usualValue(schema.additionalProperties, ''), {
        maxKeys: 3,
      })
    if (['phoneNumber', 'phoneNumbers', 'ownPhones', 'callerId', 'callerIds'].includes(name))
      return fc.oneof(fc.stringMatching(/^\+?\d{3,20}$/), fc.constantFrom(...EDGE_PHONES))
    if (name === 'url') return fc.constantFrom(...EDGE_URLS)
    if (name.endsWith('Prefixes')) return fc.stringMatching(/^\+?\d{1,20}$/)
    // A random text is hardly ever a condition.
    if (name === 'successWhen') return fc.constantFrom('answered', 'person', 'result.mood == "good"', 'x')
    if (name === 'host' || name === 'fromDomain')
      return fc.constantFrom('sip.example.com', '192.0.2.7', '[2001:db8::7]')
    if (name === 'callbackTime') return fc.constantFrom('17:00', '+90m', '2030-05-04T17:00:00+02:00', 'soon')
    if (name === 'date') return fc.constantFrom(...EDGE_DATES)
    if (schema.pattern?.includes('call')) return fc.constantFrom('0', 'task', 'call', 'task,call')
    if (schema.pattern?.includes('[0-5][0-9]')) return fc.constantFrom(...EDGE_TIMES)
    // Others than those that match are as good as never found by filtering. Look-aheads cannot be made.
    if (schema.pattern && !/\(\?[^:]/.test(schema.pattern))
      return fc.stringMatching(new RegExp(schema.pattern))
    return fc.oneof(printable, fc.constantFrom(...EDGE_TEXTS))
  }

  function urls(): fc.Arbitrary<Record<'usual' | 'edge', { url: string; isValid: boolean }>> {
    const inPath = parameters.filter((parameter) => parameter.in === 'path')
    // What a row is read on from is a matter of what there is, as ids are.
    const inQuery = parameters.filter(({ in: place, name }) => place === 'query' && name !== 'afterId')
    const pathValues = fc.record(
      Object.fromEntries(inPath.map(({ name, schema }) => [name, usualValue(schema, name)])),
    )
    const queryValues = fc.record(
      Object.fromEntries(inQuery.map(({ name, schema }) => [name, usualValue(schema, name)])),
      { requiredKeys: inQuery.filter(({ required }) => required).map(({ name }) => name) },
    )
    // A URL past 16 KiB is refused by its length, whatever it says.
    const shortValue = edgeValue.filter((value) => encodeURIComponent(String(value)).length < 10_000)
    const edge = fc.tuple(fc.constantFrom('', ...inQuery.map(({ name }) => name)), shortValue)
    return fc.tuple(pathValues, queryValues, edge).map(([ids, query, [name, value]]) => ({
      usual: written(ids, query),
      edge: written(ids, name === '' ? query : { ...query, [name]: String(value) }),
    }))

    function written(ids: Values, query: Values) {
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encode(String(ids[name])))
      const given = Object.entries(query).map(
        ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
      )
      const isValid = inQuery.every(({ name, schema, required }) =>
        name in query ? fits(schema, String(query[name])) : !required,
      )
      return { url: given.length > 0 ? `${filled}?${given.join('&')}` : filled, isValid }
    }
  }

  /** A parameter is text: an integer only if it is written as one. */
  function fits(schema: Schema, text: string): boolean {
    const value = schema.type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text
    return ajv.compile(schema)(value)
  }

  function bodies(): fc.Arbitrary<Record<'usual' | 'edge', Omit<JudgedRequest, 'url'>>> {
    if (operation.requestBody?.content['multipart/form-data']) return judgedForms(path)
    const schema = operation.requestBody?.content['application/json']?.schema
    if (!schema)
      return fc.constant({ usual: { headers: {}, isValid: true }, edge: { headers: {}, isValid: true } })
    const place = ['paths', path, 'post', 'requestBody', 'content', 'application/json', 'schema']
    const validate = ajv.getSchema(pointer(...place)) as ValidateFunction
    const { properties = {}, required = [], additionalProperties } = resolve(document, schema)
    const described = fc.record<Values>(
      Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, usualValue(property, name)]),
      ),
      { requiredKeys: required },
    )
    const isOpen = typeof additionalProperties === 'object'
    const more = isOpen
      ? fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), usualValue(additionalProperties, ''), { maxKeys: 3 })
      : fc.dictionary(fc.constantFrom('unknown', '__proto__', 'constructor'), edgeValue, { maxKeys: 1 })
    const usual = fc.tuple(described, more).map(([fields, added]) => ({ ...added, ...fields }))
    const names = Object.keys(properties)
    const changes: fc.Arbitrary<(body: Values) => unknown>[] = [
      fc.tuple(fc.constantFrom(...names), edgeValue).map(([name, value]) => (body) => ({
        ...body,
        [name]: value,
      })),
      fc.constantFrom(...names).map((left) => (body) => without(body, left)),
      fc.constantFrom<unknown>(null, [], 'x', 7, true).map((value) => () => value),
    ]
    if (isOpen) {
      const name = fc.constantFrom(...EDGE_FIELD_NAMES)
      changes.push(
        fc.tuple(name, edgeValue).map(
          ([name, value]) =>
            (body) =>
              ownField(body, name, value),
        ),
        fc.tuple(name, printable).map(
          ([name, value]) =>
            (body) =>
              ownField(body, name, value),
        ),
        fc
          .constantFrom(
            [48, 1],
            [49, 1],
            [50, 1],
            [51, 1],
            [52, 1],
            [16, 1000],
            [17, 1000],
            [40, 400],
            [40, 404],
          )
          .map(([count = 0, length = 0]) => (body) => ({
            ...Object.fromEntries(named(body, names)),
            ...fieldsOf(count, length),
          })),
      )
    }
    return fc.tuple(usual, fc.oneof(...changes)).map(([body, change]) => ({
      usual: judged(body),
      edge: judged(change(body)),
    }))

    function judged(body: unknown): Omit<JudgedRequest, 'url'> {
      const payload = JSON.stringify(body)
      return {
        headers: { 'content-type': 'application/json' },
        payload,
        isValid: validate(JSON.parse(payload)),
      }
    }
  }
}

function without(body: Values, left: string): Values {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== left))
}

function named(body: Values, names: string[]): [string, unknown][] {
  return Object.entries(body).filter(([name]) => names.includes(name))
}

/** Also one that an assignment would take for the prototype. */
function ownField(body: Values, name: string, value: unknown): Values {
  return Object.fromEntries([...Object.entries(body), [name, value]])
}

function fieldsOf(count: number, length: number): Values {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 'x'.repeat(length)]))
}
