// The source files of a package and what each of them imports.

import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const SERVER_SOURCES = new URL('../../src', import.meta.url)

export interface SourceFile {
  /** From `src` on, as in `campaigns/tasks/recall/recall.ts`. */
  path: string
  /** The room of a wing, or its port; elsewhere the first folder of the path, or the file itself where there is none. */
  part: string
  text: string
  /** Files of ours, as paths from `src` on. */
  imports: string[]
  /** Modules of others. */
  modules: string[]
}

/** Without tests, unless `wanted` matches them too. */
export function readSourceFiles(folder: URL = SERVER_SOURCES, wanted = /(?<!\.test)\.tsx?$/): SourceFile[] {
  const sources = fileURLToPath(folder)
  return readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => wanted.test(path))
    .sort()
    .map((path) => {
      const text = readFileSync(posix.join(sources, path), 'utf8')
      const named = [...text.matchAll(/(?:\bfrom|\bimport\(|^import) ?'([^']+)'/gm)].map(
        ([, name]) => name ?? '',
      )
      return {
        path,
        part: partOf(path),
        text,
        imports: named
          .filter((name) => name.startsWith('.'))
          .map((name) => posix.join(posix.dirname(path), name)),
        modules: named.filter((name) => !name.startsWith('.')),
      }
    })
}

/** From the ground up: a wing imports only from those below it. */
export const WINGS: readonly string[] = [
  'platform',
  'access',
  'lists',
  'conversations',
  'telephony',
  'campaigns',
  'dialing',
  'insight',
]
/** Rooms that are not in a wing, beside what starts the service. */
const ROOMS_OF_COMMANDS = ['backup', 'repair']

export function wingOf(path: string): string {
  return path.split('/', 1)[0] ?? path
}

export function partOf(path: string): string {
  const [wing = path, room = ''] = path.split('/')
  const hasRooms = WINGS.includes(wing) || (wing === 'commands' && ROOMS_OF_COMMANDS.includes(room))
  return hasRooms ? room : wing
}

/** Files that lead back to themselves, each circle once. */
export function findCircles(files: SourceFile[]): string[] {
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports]))
  const finished = new Set<string>()
  const circles: string[] = []
  function visit(path: string, way: string[]): void {
    const start = way.indexOf(path)
    if (start >= 0) circles.push([...way.slice(start), path].join(' → '))
    if (start >= 0 || finished.has(path)) return
    for (const next of importsOf.get(path) ?? []) visit(next, [...way, path])
    finished.add(path)
  }
  for (const { path } of files) visit(path, [])
  return circles
}

export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
}
