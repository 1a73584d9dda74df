// The walks in docs/architecture.md are the way that the code goes. A line is a file and the functions by which the file above it calls it.

import { readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSourceFiles, type SourceFile, withoutComments } from './support/source-imports.ts'

const files = new Map(readSourceFiles().map((file) => [file.path, file]))
const docs = await readFile(new URL('../../docs/architecture.md', import.meta.url), 'utf8')
const section = /^## From a file to a settled call\n([\s\S]*?)^## /m.exec(docs)?.[1] ?? ''
const walks = section.split(/^(?=The walk of )/m).slice(1)

/** What begins by itself, beside requests: the loop of a dialing node, and the events of a switch. */
const BEGINNINGS = ['dialing/dialer/run-dialer.ts', 'telephony/switches/asterisk/ari/event-socket.ts']

interface Line {
  path: string
  names: string[]
  depth: number
}

function linesOf(step: string): Line[] {
  return step
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, indent = '', path = '', names = ''] = /^( *)(\S+) +(.*)$/.exec(line) ?? []
      return { path, names: names.split(', '), depth: indent.length / 2 }
    })
}

const stepsOf = (walk: string): Line[][] =>
  [...walk.matchAll(/^```\n([\s\S]*?)^```/gm)].map(([, step = '']) => linesOf(step))

function declares(file: SourceFile, name: string): boolean {
  const declared = `\\b(function\\*?|const|interface|type) ${name}\\b`
  const member = `^\\s+(async )?(readonly )?${name}\\??(<[^>]*>)?[(:]|\\| '${name}'`
  return new RegExp(`${declared}|${member}`, 'm').test(withoutComments(file.text))
}

const names = (file: SourceFile, name: string) => new RegExp(`\\b${name}\\b`).test(withoutComments(file.text))

/** Of one of the two files the other one is an import, which declares the function; the first one names it. */
function isArrow(above: SourceFile, below: SourceFile, name: string): boolean {
  const leads = (from: SourceFile, to: SourceFile) =>
    from.imports.includes(to.path) && declares(to, name) && names(from, name)
  return leads(above, below) || leads(below, above)
}

/** Statements that can be reached from the file by what it imports, but for types. */
function statementsBelow(path: string, seen = new Set<string>()): string[] {
  const file = files.get(path)
  if (!file || seen.has(path)) return []
  seen.add(path)
  if (path.endsWith('.queries.ts')) return [path]
  const onlyTypes = [
    ...file.text.matchAll(/^import (?:type\b|\{(?:\s*type \w+,?)+\s*\})[^;]*? from '(\.[^']+)'/gm),
  ].map(([, name = '']) => posix.join(posix.dirname(path), name))
  return file.imports
    .filter((imported) => !onlyTypes.includes(imported))
    .flatMap((imported) => statementsBelow(imported, seen))
}

/** What is not as the walk says. */
function faultsOf(walk: string): string[] {
  const faults: string[] = []
  const passed = new Set<string>()
  for (const lines of stepsOf(walk)) {
    const way: SourceFile[] = []
    for (const [index, { path, names: called, depth }] of lines.entries()) {
      const file = files.get(path)
      const above = way[depth - 1]
      if (!file) faults.push(`${path} does not exist`)
      else if (!above) faults.push(...faultsOfBeginning(file, depth, called, passed))
      else
        for (const name of called)
          if (!isArrow(above, file, name))
            faults.push(`${above.path} → ${path} by ${name} is not in the code`)
      way.length = depth
      if (file) way[depth] = file
      passed.add(path)
      const isEnd = (lines[index + 1]?.depth ?? 0) <= depth && !path.endsWith('.queries.ts')
      const [statement] = isEnd ? statementsBelow(path) : []
      if (statement) faults.push(`${path} is no end: it leads to ${statement}`)
    }
  }
  return faults
}

function faultsOfBeginning(
  file: SourceFile,
  depth: number,
  [name = '']: string[],
  passed: ReadonlySet<string>,
): string[] {
  const { path, text } = file
  if (depth > 0) return [`${path} is below no file`]
  const [, method, url = ''] = /^(\w+) (\/\S+)$/.exec(name) ?? []
  if (path.endsWith('.routes.ts'))
    return method && text.includes(`'${url}'`) ? [] : [`${path} has no route ${name}`]
  if (!BEGINNINGS.includes(path) && !passed.has(path)) return [`nothing leads to ${path}`]
  return declares(file, name) ? [] : [`${path} does not declare ${name}`]
}

describe('a walk in the docs', () => {
  it.each(walks.map((walk) => [walk.split('\n', 1)[0] ?? '', walk]))('is as the code: %s', (_title, walk) => {
    expect(faultsOf(walk)).toEqual([])
    expect(stepsOf(walk).flat().length).toBeGreaterThan(30)
  })

  it('names beside it only files that exist and that a file of the walks imports', () => {
    const passed = walks.flatMap((walk) => stepsOf(walk).flat()).map(({ path }) => files.get(path))
    const beside = [...section.matchAll(/`([\w/-]+\.ts)`/g)].map(([, path = '']) => path)
    expect(beside.length).toBeGreaterThan(3)
    expect(beside.filter((path) => !passed.some((file) => file?.imports.includes(path)))).toEqual([])
  })

  const [first = ''] = walks
  it.each([
    ['a file has another name', 'claim/judge-candidates.ts', 'claim/judge-contacts.ts', 'does not exist'],
    ['a file is left out', /dialing\/dialer\/claim\/read-candidates\.ts.*\n */, '', 'not in the code'],
    ['an arrow is no import', 'claim/allocate-lines.ts', 'settle/retry-policy.ts', 'not in the code'],
    ['a function is gone', 'changeTaskState', 'changeState', 'by changeState'],
    ['the way goes on', /^.*last-opportunities\.queries\.ts.*\n/m, '', 'is no end'],
    ['a route is gone', 'POST /api/task/publish', 'POST /api/task/start', 'has no route'],
    [
      'a step begins in the middle',
      /^dialing\/dialer\/run-dialer\.ts/m,
      'dialing/dialer/retry.ts',
      'nothing leads',
    ],
  ])('is refused if %s', (_what, part, other, fault) => {
    const changed = first.replace(part, other)
    expect(changed).not.toBe(first)
    expect(faultsOf(changed).join('\n')).toContain(fault)
  })
})
