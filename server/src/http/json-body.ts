// JSON as the database can keep it: valid UTF-8, no NUL, no half of a surrogate pair, no way to a prototype.
import type { FastifyRequest } from 'fastify'
import { InvalidInput } from '../kernel/errors.ts'
import type { Api } from './route-schema.ts'

/** `inspect` sees the bytes before anything is made of them, and may throw. */
export function addJsonParser(
  app: Api,
  inspect: (request: FastifyRequest, body: Buffer) => void = () => undefined,
): void {
  const utf8 = new TextDecoder('utf-8', { fatal: true })

  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      inspect(request, body)
      let text: string
      try {
        text = utf8.decode(body)
      } catch {
        throw new InvalidInput('the request body is not valid UTF-8')
      }
      // Whether a body is needed is for the route's schema to say.
      if (text.trim() === '') return undefined
      const value = parse(text)
      if (isSuspect(text)) refuseUnsafe(value)
      return value
    },
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new InvalidInput(`the request body is not valid JSON: ${(error as Error).message}`)
  }
}

/** A raw NUL is no JSON and decoded UTF-8 has no lone surrogate: only an escape can bring one in. */
function isSuspect(text: string): boolean {
  return text.includes('\\u') || text.includes('__proto__') || text.includes('prototype')
}

/** Refuses text that PostgreSQL cannot store, and names that lead to a prototype. */
export function refuseUnsafe(body: unknown): void {
  // Walked without recursion, as nesting may be deep.
  const pending: [path: string, value: unknown][] = [['', body]]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [path, value] = next
    if (typeof value === 'string' && !isStorable(value)) throw unstorable(path || 'the request body')
    if (typeof value !== 'object' || value === null) continue
    for (const [key, child] of Object.entries(value)) {
      if (!isStorable(key)) throw unstorable(path ? `a field name in ${path}` : 'a field name')
      if (key === '__proto__' || (key === 'constructor' && hasPrototype(child))) throw prototypeNamed()
      pending.push([childPath(path, key, Array.isArray(value)), child])
    }
  }
}

const PATH_SHOWN = 200

/** `contactIds[0]`, as validation writes it; cut where it gets too long to read. */
function childPath(path: string, key: string, isIndex: boolean): string {
  if (path.length > PATH_SHOWN) return path
  return (isIndex ? `${path}[${key}]` : path ? `${path}.${key}` : key).slice(0, PATH_SHOWN + 1)
}

function hasPrototype(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')
}

export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

function unstorable(what: string): InvalidInput {
  return new InvalidInput(`${what} must not contain a NUL character or half of a surrogate pair`)
}

function prototypeNamed(): InvalidInput {
  return new InvalidInput('the request body must not have fields named __proto__ or constructor.prototype')
}
