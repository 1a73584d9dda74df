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
  default?: unknown
  enum?: unknown[]
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

const LIMITS = ['minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'default'] as const
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
    'limits.ts': `${NOTE}export const limits = ${JSON.stringify(limitsOf(document), null, 2)} as const\n${countriesOf(document)}`,
  }
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
function limitsOf({ paths, components }: Document): Record<string, Record<string, Property>> {
  const bodies = Object.values(paths).flatMap((path) => Object.values(path).map((each) => each.requestBody))
  const sent = JSON.stringify(bodies)
  const named = Object.entries(components.schemas).filter(([name]) => sent.includes(`schemas/${name}"`))
  const schemas = named.map(([name, { properties = {}, required = [] }]) => {
    const fields = Object.entries(properties).map(([field, property]) => {
      const given = asTrimmed(property)
      const limited = LIMITS.filter((limit) => given[limit] !== undefined).map((limit) => [
        limit,
        given[limit],
      ])
      return [field, { ...Object.fromEntries(limited), isRequired: required.includes(field) }] as const
    })
    return [name, Object.fromEntries(fields.filter(([, limits]) => Object.keys(limits).length > 1))] as const
  })
  return Object.fromEntries(schemas.filter(([, fields]) => Object.keys(fields).length > 0))
}

/** A form trims before it validates, so it needs only the max length. */
function asTrimmed({ 'x-maxTrimmedLength': maxLength, pattern, ...rest }: Property): Property {
  return maxLength === undefined ? { ...rest, ...(pattern && { pattern }) } : { ...rest, maxLength }
}
