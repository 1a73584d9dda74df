// Generates a part of the client from openapi.json: the types of all operations, and the limits of all fields, so that
// forms can validate like the API.
import { readFile } from 'node:fs/promises'
import openapiTS, { astToString } from 'openapi-typescript'

interface Property {
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  minItems?: number
  maxItems?: number
  default?: unknown
  enum?: unknown[]
  type?: string | string[]
  items?: Property
  properties?: Record<string, Property>
  /** The max length of a value after trimming. */
  'x-maxTrimmedLength'?: number
}

interface Schema {
  properties?: Record<string, Property>
  required?: string[]
  'x-names'?: Record<string, number>
  'x-allowed-from'?: Record<string, number[]>
}

interface Document {
  paths: Record<string, Record<string, { requestBody?: object }>>
  components: { schemas: Record<string, Schema> }
}

const LIMITS = [
  ...(['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'] as const),
  ...(['pattern', 'default'] as const),
]
const NOTE = '// Made from openapi.json by `npm run client`: changes are lost.\n'

export const generatedFolder = new URL('../src/generated/', import.meta.url)

/** The generated files by name. */
export async function describeClient(): Promise<Record<string, string>> {
  const text = await readFile(new URL('../../openapi.json', import.meta.url), 'utf8')
  const document = JSON.parse(text) as Document
  const types = astToString(await openapiTS(text, { defaultNonNullable: false }))
  return {
    'api.ts': NOTE + types,
    'task-states.ts': NOTE + taskStatesOf(document),
    'limits.ts': `${NOTE}export const limits = ${byName(limitsOf(document))} as const\n${defaultsOf(document)}${countriesOf(document)}`,
  }
}

/** A line for each name. */
function byName(values: Limits): string {
  const lines = Object.entries(values).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`,
  )
  return `{\n${lines.join('')}}`
}

/** The states of a task, and in which of them each operation is allowed. */
function taskStatesOf({ components }: Document): string {
  const { 'x-names': names, 'x-allowed-from': allowedFrom } = components.schemas['TaskStatus'] ?? {}
  return `export const TaskStatus = ${JSON.stringify(names, null, 2)} as const

export const allowedFrom = ${JSON.stringify(allowedFrom, null, 2)} as const
`
}

/** The countries that a data source can have. */
function countriesOf({ components }: Document): string {
  const codes = components.schemas['NewDataSource']?.properties?.['country']?.enum ?? []
  return `\nexport const countries = ${JSON.stringify(codes.filter((code) => code !== null))} as const\n`
}

/** Limits of request bodies only; answers need no validation. */
function limitsOf(document: Document): Limits {
  return Object.fromEntries(
    bodiesOf(document)
      .map(([name, schema]) => [name, limitsOfFields(schema)] as const)
      .filter(([, fields]) => Object.keys(fields).length > 0),
  )
}

type Limits = { [name: string]: unknown }

function bodiesOf({ paths, components }: Document): [string, Schema][] {
  const bodies = Object.values(paths).flatMap((path) => Object.values(path).map((each) => each.requestBody))
  const sent = JSON.stringify(bodies)
  return Object.entries(components.schemas).filter(([name]) => sent.includes(`schemas/${name}"`))
}

function limitsOfFields({ properties = {}, required = [] }: Schema): Limits {
  const limited = Object.entries(properties)
    .map(([field, property]) => [field, limitsOfValue(property)] as const)
    .filter(([, limits]) => Object.keys(limits).length > 0)
  return Object.fromEntries(
    limited.map(([field, limits]) => [field, { ...limits, isRequired: required.includes(field) }]),
  )
}

function limitsOfValue(property: Property): Limits {
  const given = asTrimmed(property)
  const limits: Limits = {}
  for (const limit of LIMITS) if (given[limit] !== undefined) limits[limit] = given[limit]
  const values = property.enum?.filter((value) => value !== null)
  if (values) limits['values'] = values
  const items = property.items ? limitsOfValue(property.items) : {}
  if (Object.keys(items).length > 0) limits['items'] = items
  const fields = limitsOfFields(property)
  if (Object.keys(fields).length > 0) limits['fields'] = fields
  return limits
}

/** What a field of a new thing is that is left out, so that a form can begin with it. */
function defaultsOf(document: Document): string {
  const isNullable = ({ type }: Property) => Array.isArray(type) && type.includes('null')
  const all = bodiesOf(document).flatMap(([name, { properties = {} }]) => {
    const fields = Object.entries(properties).filter(
      ([, each]) => each.default !== undefined || isNullable(each),
    )
    const defaults = Object.fromEntries(fields.map(([field, each]) => [field, each.default ?? null]))
    return name.startsWith('New') && fields.length > 0 ? [[name, defaults]] : []
  })
  return `\nexport const defaults = ${byName(Object.fromEntries(all))} as const\n`
}

/** A form trims before it validates, so it needs only the max length. */
function asTrimmed({ 'x-maxTrimmedLength': maxLength, pattern, ...rest }: Property): Property {
  return maxLength === undefined ? { ...rest, ...(pattern && { pattern }) } : { ...rest, maxLength }
}
