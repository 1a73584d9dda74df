// Parses JSON bodies. All text must be valid Unicode. For routes that need it, the text of each number is kept as written.
import type { FastifyRequest } from 'fastify'
import { InvalidInput } from '../kernel/errors.ts'
import { readNumberTexts } from './schemas/number-texts.ts'
import type { Api } from './schemas/route-schema.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Keeps the text of the body's numbers as written, see `numberTexts`. */
    keepsNumberTexts?: boolean
  }
  interface FastifyRequest {
    /** The text of the body's numbers, by field name. */
    numberTexts: ReadonlyMap<string, string> | null
  }
}

/** `inspect` gets the bytes before they are parsed, and may throw. */
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
      request.keyed?.fingerprint.update(body)
      // The route decides whether a body is required.
      if (body.length === 0) return undefined
      let text: string
      try {
        text = utf8.decode(body)
      } catch {
        throw new InvalidInput({ fault: 'body_not_utf8' })
      }
      // White space alone is a body, but not an object.
      if (text.trim() === '') return null
      const value = parse(text)
      // Decoded UTF-8 has no lone surrogate: only an escape can produce one.
      if (text.includes('\\u')) refuseLoneSurrogates(value)
      if (request.routeOptions.config.keepsNumberTexts) request.numberTexts = readNumberTexts(text)
      return value
    },
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const problem = (error as Error).message
    const detail = { fault: 'body_not_json', params: { problem } } as const
    throw new InvalidInput(`the request body is not valid JSON: ${problem}`, detail)
  }
}

/** An object or array on the way to the value that is looked at. */
interface Level {
  values: unknown[]
  /** Undefined in an array. */
  keys: string[] | undefined
  next: number
}

/** Without recursion, because nesting may be deep, and without a path for each of many values: only a fault needs one. */
function refuseLoneSurrogates(body: unknown): void {
  const levels: Level[] = []
  function enter(value: unknown): void {
    if (typeof value === 'string' && !value.isWellFormed()) {
      const path = pathOf(levels)
      throw loneSurrogate(path || 'the request body', path)
    }
    if (Array.isArray(value)) levels.push({ values: value, keys: undefined, next: 0 })
    else if (typeof value === 'object' && value !== null) {
      const keys = Object.keys(value)
      if (!keys.every((key) => key.isWellFormed())) {
        const path = pathOf(levels)
        throw loneSurrogate(path ? `a field name in ${path}` : 'a field name', path)
      }
      levels.push({ values: Object.values(value), keys, next: 0 })
    }
  }
  enter(body)
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    if (level.next === level.values.length) levels.pop()
    else {
      level.next += 1
      enter(level.values[level.next - 1])
    }
  }
}

const PATH_SHOWN = 200

/** `contactIds[0]`, as validation writes it; truncated if it is too long to read. */
function pathOf(levels: readonly Level[]): string {
  let path = ''
  for (const { keys, next } of levels) {
    const key = keys?.[next - 1]
    path += key === undefined ? `[${next - 1}]` : path === '' ? key : `.${key}`
    if (path.length > PATH_SHOWN) return path.slice(0, PATH_SHOWN + 1)
  }
  return path
}

function loneSurrogate(what: string, path: string): InvalidInput {
  const detail = { fault: 'lone_surrogate', field: path || undefined } as const
  return new InvalidInput(`${what} must not contain half of a surrogate pair`, detail)
}
