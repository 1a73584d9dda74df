// The codes of errors: listed once, in openapi.json and in the docs, and each of them produced somewhere.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ERROR_CODES, type ErrorCode, errorCodes } from '../src/words/error-codes.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const names = (code: ErrorCode) =>
  Object.keys((errorCodes[code] as { params?: object }).params ?? {}).map((name) => `\`${name}\``)

describe('the codes of errors', () => {
  it('are all in openapi.json, with what they mean', () => {
    const { code } = JSON.parse(read('openapi.json')).components.schemas.ErrorDetail.properties
    expect(code.enum).toEqual(ERROR_CODES)
    for (const each of ERROR_CODES)
      expect(code.description).toContain(`\`${each}\` ${errorCodes[each].meaning}`)
  })

  it('are each produced somewhere', () => {
    const table = 'words/error-codes.ts'
    const sources = readdirSync(new URL('server/src/', root), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== table)
      .map((name) => read(`server/src/${name}`))
      .join('\n')
    expect(ERROR_CODES.filter((code) => !sources.includes(`'${code}'`))).toEqual([])
  })

  it('are all in docs/api-notes.md, with their parameters', () => {
    const lines = read('docs/api-notes.md').split('\n')
    const rowOf = (code: ErrorCode) =>
      `| \`${code}\` | ${errorCodes[code].meaning} | ${names(code).join(', ')} |`
    expect(ERROR_CODES.map(rowOf).filter((row) => !lines.includes(row))).toEqual([])
    const documented = lines.flatMap((line) => /^\| `(\w+)` \| .* \| .* ?\|$/.exec(line)?.[1] ?? [])
    expect(documented.filter((code) => !(ERROR_CODES as string[]).includes(code))).toEqual([])
  })
})
