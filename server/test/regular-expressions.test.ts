// Every regular expression of the service matches in linear time: one request must not occupy a node. They are found in the
// syntax tree of the sources and analysed, so a new one is checked without a word here.
import { readFileSync } from 'node:fs'
import scslre from 'scslre'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { EUROPEAN_UNION_KEY } from '../src/campaigns/permission/european-union.ts'
import { EXIT_PATTERN } from '../src/conversations/flows/steps/steps.ts'
import { INVISIBLE_PATTERN } from '../src/platform/kernel/invisible-text.ts'
import { MASKED_PATTERN } from '../src/platform/kernel/phone/masked-numbers.ts'
import {
  PHONE_NUMBER_PATTERN,
  PLAIN_PHONE_NUMBER_PATTERN,
} from '../src/platform/kernel/phone/phone-number.ts'
import { GUARD_PATTERNS } from '../src/platform/tabular/formula-guard.ts'
import { readSourceFiles } from './support/source-imports.ts'

interface Pattern {
  place: string
  source: string
  flags: string
}

/** They see only what the operator sets, what a program of ours prints, or the few digits of a number. */
const SEES_NO_TEXT_OF_USERS = [
  'config.ts /\\/+$/',
  'commands/remote/api-client.ts /\\/+$/',
  'telephony/switches/asterisk/asterisk-settings.ts /\\/+$/',
  'telephony/switches/http/http-gateway-settings.ts /\\/+$/',
  'platform/kernel/env-file.ts /^\\s*([A-Za-z_]\\w*)\\s*=\\s*(.*?)\\s*$/',
  'platform/kernel/settings.ts /:\\/\\/[^/?#\\s]*:[^/?#\\s]*@/',
  'conversations/recordings/recording-settings.ts /^\\/+|\\/+$/g',
  'platform/storage/embedded/postgres-binaries.ts /(\\d+)(\\.|devel|beta|rc)/',
  'platform/storage/embedded/postmaster.ts /^\\s*(\\S+)\\s+(\\d+)\\s+(.*)$/s',
  'platform/storage/hosts/host-list.ts /^(postgres(?:ql)?:\\/\\/(?:[^/?#]*@)?)([^/?#]*)([^?#]*)(.*)$/s',
  'platform/tabular/xlsx/xlsx-cell-format.ts /\\.?0+$/',
]

/** Those that are put together, by the file that does it. */
const COMPUTED: Record<string, string[]> = {
  'campaigns/permission/european-union.ts': [EUROPEAN_UNION_KEY],
  'platform/kernel/phone/masked-numbers.ts': [MASKED_PATTERN],
  'lists/contacts/contact-fields.ts': [INVISIBLE_PATTERN],
  // Of the paths of routes, such as `/api/task/:id`.
  'platform/http/server.ts': ['^/api/task/[^/]+/.*$'],
  'telephony/switches/http/platform-result.ts': [EXIT_PATTERN],
  'platform/kernel/phone/phone-number.ts': [
    PHONE_NUMBER_PATTERN,
    PLAIN_PHONE_NUMBER_PATTERN,
    // Parts of the first one.
    '^[^.]*\\.[^0-9.]*0[^1-9.]*$',
    '[ \\u00a0\\-.()\\[\\]]',
  ],
  'platform/tabular/formula-guard.ts': [
    GUARD_PATTERNS.places,
    GUARD_PATTERNS.places.replaceAll("(?='*", "'(?='*"),
  ],
}

function patternsOf(path: string, text: string): { literal: Pattern[]; computed: number } {
  const literal: Pattern[] = []
  let computed = 0
  function visit(node: unknown): void {
    if (typeof node !== 'object' || node === null) return
    const { type, regex, callee } = node as {
      type?: string
      regex?: { pattern: string; flags: string } | null
      callee?: { name?: string }
    }
    if (type === 'Literal' && regex) literal.push({ place: path, source: regex.pattern, flags: regex.flags })
    if (callee?.name === 'RegExp') computed += 1
    for (const part of Object.values(node)) visit(part)
  }
  visit(parseSync(path, text).program)
  return { literal, computed }
}

const isSlow = ({ source, flags }: Pattern) => scslre.analyse({ source, flags }).reports.length > 0
const shown = ({ place, source, flags }: Pattern) => `${place} /${source}/${flags}`

const files = readSourceFiles().map(({ path, text }) => ({ path, ...patternsOf(path, text) }))

it('finds slow patterns', () => {
  const slow = ['\\{\\{\\s*([^{}|]+?)\\s*(?:\\|\\s*([^{}]*?)\\s*)?\\}\\}', '(a+)+$']
  expect(slow.filter((source) => isSlow({ place: '', source, flags: '' }))).toEqual(slow)
  expect(patternsOf('a.ts', 'const a: RegExp = /x+/g; new RegExp(b)')).toEqual({
    literal: [{ place: 'a.ts', source: 'x+', flags: 'g' }],
    computed: 1,
  })
})

it('matches in linear time, wherever the text comes from a user', () => {
  const found = files.flatMap(({ literal }) => literal)
  expect(found.length).toBeGreaterThan(200)
  expect(found.filter(isSlow).map(shown).sort()).toEqual([...SEES_NO_TEXT_OF_USERS].sort())
})

it('matches in linear time with patterns that are put together', () => {
  const counts = files.flatMap(({ path, computed }) => (computed > 0 ? [[path, computed]] : []))
  expect(Object.fromEntries(counts)).toEqual(
    Object.fromEntries(Object.entries(COMPUTED).map(([path, patterns]) => [path, patterns.length])),
  )
  const patterns = Object.entries(COMPUTED).flatMap(([place, sources]) =>
    sources.map((source) => ({ place, source, flags: 'u' })),
  )
  expect(patterns.filter(isSlow).map(shown)).toEqual([])
})

it('validates requests with patterns that match in linear time', () => {
  const document = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')
  const sources = new Set<string>()
  JSON.parse(document, (key, value) => {
    if (key === 'pattern' && typeof value === 'string') sources.add(value)
    return value
  })
  expect(sources.size).toBeGreaterThan(10)
  const patterns = [...sources].map((source) => ({ place: 'openapi.json', source, flags: 'u' }))
  expect(patterns.filter(isSlow).map(shown)).toEqual([])
})
