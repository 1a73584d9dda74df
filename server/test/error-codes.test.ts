// The codes of errors and their reasons: listed once, in openapi.json and in the docs, and each of them produced somewhere.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { en } from '../src/platform/words/en/errors.ts'
import { codeOf, definitionOf, ERROR_CODES } from '../src/platform/words/error-codes.ts'
import { faultOf } from '../src/platform/words/errors.ts'
import type { FaultDefinition } from '../src/platform/words/faults/fault-definition.ts'
import { type Fault, faults } from '../src/platform/words/faults.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** Each code, followed by the faults that share it. */
const definitions = ERROR_CODES.flatMap((code) => {
  const { meaning, params = {}, faults: reasons = [] } = definitionOf(code)
  const names = Object.keys(reasons.length > 0 ? { reason: '' } : params)
  return [
    { name: code, title: `\`${code}\``, meaning, params: names },
    ...reasons.map((fault) => {
      const { meaning, params = {} }: FaultDefinition = faults[fault]
      return { name: fault, title: `\`${code}\`, \`${fault}\``, meaning, params: Object.keys(params) }
    }),
  ]
})

describe('the codes of errors', () => {
  it('are all in openapi.json, with their reasons and what they mean', () => {
    const { code } = JSON.parse(read('openapi.json')).components.schemas.ErrorDetail.properties
    expect(code.enum).toEqual(ERROR_CODES)
    for (const { name, meaning } of definitions) expect(code.description).toContain(`\`${name}\` ${meaning}`)
  })

  it('tell the fault, with their reason', () => {
    const names = Object.keys(faults) as Fault[]
    expect(names.map((fault) => faultOf(codeOf({ fault, params: {} }), en))).toEqual(names)
  })

  it('are each produced somewhere, by a fault', () => {
    const tables = ['platform/words/faults.ts']
    const sources = readdirSync(new URL('server/src/', root), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !tables.includes(name))
      .map((name) => read(`server/src/${name}`))
      .join('\n')
    expect(Object.keys(faults).filter((fault) => !sources.includes(`'${fault}'`))).toEqual([])
  })

  it('are all in docs/api-notes.md, with their parameters', () => {
    const lines = read('docs/api-notes.md').split('\n')
    const rows = definitions.map(({ title, meaning, params }) => {
      return `| ${title} | ${meaning} | ${params.map((name) => `\`${name}\``).join(', ')} |`
    })
    expect(rows.filter((row) => !lines.includes(row))).toEqual([])
    const begin = lines.indexOf('| code | meaning | parameters |') + 2
    expect(lines.slice(begin, lines.indexOf('', begin))).toEqual(rows)
  })
})
