// The size of everything that a browser loads before it shows a page: the document, scripts, styles, the font and the words of
// errors in one language.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { CARILLON } from '../../server/test/support/carillon-process.ts'

interface Chunk {
  file: string
  isEntry?: boolean
  isDynamicEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  /** Fonts and images that the styles use. */
  assets?: string[]
}

const dist = new URL('../dist/', import.meta.url)
const MAX_BYTES = 300_000
/** What may be added before the next page is too large. */
const HEADROOM_BYTES = 3_000

beforeAll(() => {
  // Builds what has changed since the last build.
  execFileSync(process.execPath, [CARILLON, '--help'])
})

function readManifest(): Record<string, Chunk> {
  return JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'))
}

/** A chunk and everything it imports statically. */
function withImports(manifest: Record<string, Chunk>, name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name]
  if (!chunk || seen.has(name)) return seen
  seen.add(name)
  for (const each of chunk.imports ?? []) withImports(manifest, each, seen)
  return seen
}

/** As it is sent: text is compressed, the font is already. */
function sizeOf(file: string): number {
  const content = readFileSync(new URL(file, dist))
  return /\.(html|js|css|svg)$/.test(file) ? gzipSync(content, { level: 9 }).length : content.length
}

/** The words of errors come with the first page, in the language of the browser only: the larger of both is counted. */
function sizeOfErrorWords(manifest: Record<string, Chunk>): number {
  const sizes = ['en', 'zh'].map((language) => {
    const words = manifest[`../server/src/platform/words/${language}/errors.ts`]
    expect(words?.isDynamicEntry, language).toBe(true)
    return sizeOf(words?.file ?? '')
  })
  return Math.max(...sizes)
}

it('is well under 300 kB over the wire for every page', () => {
  const manifest = readManifest()
  const errorWords = sizeOfErrorWords(manifest)
  const pages = Object.keys(manifest).filter((name) => /features\/.*-page\.tsx$/.test(name))
  expect(pages.length).toBeGreaterThan(5)
  for (const page of pages) {
    const chunks = withImports(manifest, 'index.html', new Set(withImports(manifest, page)))
    const files = new Set(
      [...chunks].flatMap((name) => {
        const { file = '', css = [], assets = [] } = manifest[name] ?? {}
        return [file, ...css, ...assets]
      }),
    )
    expect(
      [...files].filter((file) => file.endsWith('.css')),
      page,
    ).not.toEqual([])
    expect(
      [...files].filter((file) => file.endsWith('.woff2')),
      page,
    ).toHaveLength(1)
    const bytes = ['index.html', ...files].reduce((sum, file) => sum + sizeOf(file), errorWords)
    expect(bytes, page).toBeLessThan(MAX_BYTES - HEADROOM_BYTES)
    expect(bytes, page).toBeGreaterThan(100_000)
  }
})

it('has a separate file for every page', () => {
  const manifest = readManifest()
  const pages = Object.entries(manifest).filter(([name]) => /features\/.*-page\.tsx$/.test(name))
  expect(pages.filter(([, chunk]) => !chunk.isDynamicEntry)).toEqual([])
})

it('has the styles of every Mantine component that the console uses', () => {
  const source = new URL('../src/', import.meta.url)
  const read = (file: string) => readFileSync(new URL(file, source), 'utf8')
  const used = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => [...read(file).matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)])
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
  const styles = read('shell/mantine-styles.ts')
  const missing = [...new Set(used)].filter(
    (name) =>
      existsSync(new URL(`../../node_modules/@mantine/core/styles/${name}.css`, import.meta.url)) &&
      !styles.includes(`/${name}.css'`),
  )
  expect(used.length).toBeGreaterThan(50)
  expect(missing).toEqual([])
})
