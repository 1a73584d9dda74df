// The path of a request in a form that may be logged: a caller can put anything into it, even a phone number in place of an
// id, and people who read logs may not be allowed to see that.
import { isId } from '../kernel/ids.ts'

const HIDDEN = '…'
/** Words, file names with a hash in them; too few digits for a number. */
const HARMLESS = /^(?!(?:[^0-9]*[0-9]){5})[\w.-]{0,64}$/

/** `route` is the pattern that the path has matched, if there is one. The query is left out as a whole. */
export function loggedPath(url: string, route: string | undefined): string {
  // Most requests: nothing in the path was chosen by the caller.
  if (route !== undefined && !/[:*]/.test(route)) return route
  const [path = ''] = url.split('?', 1)
  const known = route?.split('/') ?? []
  return path
    .split('/')
    .map((part, index) =>
      part === known[index] || isId(part) || isHarmless(part, known[index]) ? part : HIDDEN,
    )
    .join('/')
}

/** An invalid id may contain personal data, so it is not logged. */
function isHarmless(part: string, known: string | undefined): boolean {
  return !known?.startsWith(':') && HARMLESS.test(part)
}
