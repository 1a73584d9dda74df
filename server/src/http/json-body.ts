// JSON bodies: valid Unicode all through, and for routes that ask for it the text of each number as it was written.
import type { FastifyRequest } from 'fastify'
import { InvalidInput } from '../kernel/errors.ts'
import { readNumberTexts } from './number-texts.ts'
import type { Api } from './route-schema.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body's numbers are to be kept as they were written, see `numberTexts`. */
    keepsNumberTexts?: boolean
  }
  interface FastifyRequest {
    /** How the numbers of the body are written, by the name of the field. */
    numberTexts: ReadonlyMap<string, string> | null
  }
}

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
      // Whether a body is needed is for the route to say.
      if (body.length === 0) return undefined
      let text: string
      try {
        text = utf8.decode(body)
      } catch {
        throw new InvalidInput('the request body is not valid UTF-8')
      }
      // Nothing but white space is a body, and no object.
      if (text.trim() === '') return null
      const value = parse(text)
      // Decoded UTF-8 has no lone surrogate: only an escape can bring one in.
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
    throw new InvalidInput(`the request body is not valid JSON: ${(error as Error).message}`)
  }
}

function refuseLoneSurrogates(body: unknown): void {
  // Walked without recursion, as nesting may be deep.
  const pending: [path: string, value: unknown][] = [['', body]]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [path, value] = next
    if (typeof value === 'string' && !value.isWellFormed()) throw loneSurrogate(path || 'the request body')
    if (typeof value !== 'object' || value === null) continue
    for (const [key, child] of Object.entries(value)) {
      if (!key.isWellFormed()) throw loneSurrogate(path ? `a field name in ${path}` : 'a field name')
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

function loneSurrogate(what: string): InvalidInput {
  return new InvalidInput(`${what} must not contain half of a surrogate pair`)
}
