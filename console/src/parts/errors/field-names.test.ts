// Every field that the console sends has a name that people know, in case the service finds a fault with it.
import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { errorText, loadErrorWords, loadFieldNames } from './error-text.ts'
import { fieldNames } from './field-names.ts'

interface Schema {
  $ref?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}
interface Operation {
  requestBody?: { content: Record<string, { schema: Schema }> }
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const sources = import.meta.glob<string>(['../../**/*.{ts,tsx}', '!../../**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const api: Document = JSON.parse(readFileSync(new URL('../../../../openapi.json', import.meta.url), 'utf8'))

/** Objects whose keys are not fields of a form: causes of calls, events of a preview, fields of a contact. */
const KEYS_OF_THEIR_OWN = /^(retryRules|events|fields)\./

/** `stopWhen.results.count`: fields inside of lists have no index. */
function pathsOf(schema: Schema, path: string, open: readonly string[]): string[] {
  const { $ref: name } = schema
  if (name !== undefined) {
    const found = api.components.schemas[name.slice(name.lastIndexOf('/') + 1)]
    return found && !open.includes(name) ? pathsOf(found, path, [...open, name]) : []
  }
  const inner = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])]
  return [
    ...inner.flatMap((each) => pathsOf(each, path, open)),
    ...Object.entries(schema.properties ?? {}).flatMap(([field, each]) => {
      const here = path ? `${path}.${field}` : field
      return [here, ...pathsOf(each, here, open)]
    }),
  ]
}

function fieldsSent(): string[] {
  const used = new Set(Object.values(sources).flatMap((text) => text.match(/(?<=')\/api\/[^']*(?=')/g) ?? []))
  const bodies = Object.entries(api.paths)
    .filter(([path]) => used.has(path))
    .flatMap(([, operations]) => Object.values(operations))
    .flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
  return [...new Set(bodies.flatMap(({ schema }) => pathsOf(schema, '', [])))]
}

beforeAll(() => Promise.all([loadFieldNames(), loadErrorWords('en'), loadErrorWords('zh')]))

it.each(['en', 'zh'] as const)('are there for all that the console sends, in %s', (language) => {
  const sent = fieldsSent().filter((path) => !KEYS_OF_THEIR_OWN.test(path))
  expect(sent.length).toBeGreaterThan(100)
  const names = fieldNames[language]
  expect(sent.filter((path) => !names[path.slice(path.lastIndexOf('.') + 1)])).toEqual([])
})

it('stand in the sentence of an error, also for what is in a list or an object', () => {
  const detail = (field: string) => ({ field, code: 'required', params: {} }) as const
  expect(errorText(detail('host'), 'en')).toMatch(/^Address of the carrier /)
  expect(errorText(detail('prefixRules[1].match'), 'en')).toMatch(/^Begins with /)
  expect(errorText(detail('billing.firstSeconds'), 'zh')).toContain('最少计费时长')
  expect(errorText({ ...detail('flow.steps[2].text'), params: { step: 'ask' } }, 'en')).toMatch(
    /^Sentence of step "ask" /,
  )
})
