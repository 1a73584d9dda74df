// JSON as the database can keep it: valid UTF-8, no NUL, no half of a surrogate pair, no way to a prototype.
import { InvalidInput } from '../kernel/errors.ts'
import type { Api } from './route-schema.ts'

export function addJsonParser(app: Api): void {
  const parseSafely = app.getDefaultJsonParser('error', 'error')
  const utf8 = new TextDecoder('utf-8', { fatal: true })

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    let text: string
    try {
      text = utf8.decode(body as Buffer)
    } catch {
      done(new InvalidInput('the request body is not valid UTF-8'))
      return
    }
    // Whether a body is needed is for the route's schema to say.
    if (text.trim() === '') {
      done(null, undefined)
      return
    }
    parseSafely(request, text, (error, value) => {
      if (error) done(new InvalidInput(jsonProblem(error)))
      // A raw NUL is no JSON and decoded UTF-8 has no lone surrogate: only an escape can bring one in.
      else done(text.includes('\\u') ? findUnstorable(value) : null, value)
    })
  })
}

function jsonProblem(error: Error): string {
  return /prototype/.test(error.message)
    ? 'the request body must not have fields named __proto__ or constructor.prototype'
    : `the request body is not valid JSON: ${error.message.replace(/^Body is not valid JSON but /, '')}`
}

/** Refuses text that PostgreSQL cannot store; walks without recursion, as nesting may be deep. */
export function findUnstorable(value: unknown): InvalidInput | null {
  const pending: [path: string, value: unknown][] = [['', value]]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [path, current] = next
    if (typeof current === 'string') {
      if (!isStorable(current)) return unstorable(path)
    } else if (typeof current === 'object' && current !== null) {
      for (const [key, child] of Object.entries(current)) {
        if (!isStorable(key)) return unstorable(path || 'a field name')
        pending.push([path ? `${path}.${key}` : key, child])
      }
    }
  }
  return null
}

export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

function unstorable(path: string): InvalidInput {
  return new InvalidInput(
    `${path || 'the request body'} must not contain a NUL character or half of a surrogate pair`,
  )
}
