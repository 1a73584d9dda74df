// The size of the files that a browser loads before it shows the first page.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { CARILLON } from '../../server/test/support/carillon-process.ts'

interface Chunk {
  file: string
  isEntry?: boolean
  isDynamicEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
}

const dist = new URL('../dist/', import.meta.url)
const MAX_BYTES = 300_000

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

it('is under 300 kB of gzipped JavaScript for every page', () => {
  const manifest = readManifest()
  const pages = Object.keys(manifest).filter((name) => /features\/.*-page\.tsx$/.test(name))
  expect(pages.length).toBeGreaterThan(5)
  for (const page of pages) {
    const chunks = withImports(manifest, 'index.html', new Set(withImports(manifest, page)))
    const bytes = [...chunks]
      .map((name) => manifest[name]?.file ?? '')
      .filter((file) => file.endsWith('.js'))
      .reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, dist))).length, 0)
    expect(bytes, page).toBeLessThan(MAX_BYTES)
    expect(bytes, page).toBeGreaterThan(50_000)
  }
})

it('has a separate file for every page', () => {
  const manifest = readManifest()
  const pages = Object.entries(manifest).filter(([name]) => /features\/.*-page\.tsx$/.test(name))
  expect(pages.filter(([, chunk]) => !chunk.isDynamicEntry)).toEqual([])
})
