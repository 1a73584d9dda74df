// The caller IDs that callees see: one, or several in turn.
import { InvalidSetting, type Settings } from '../kernel/settings.ts'

export function readCallerIds(settings: Settings): readonly string[] {
  const ids = (settings.text('CALLER_ID') ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
  const wrong = ids.find((id) => !/^\+?\d{3,20}$/.test(id))
  if (wrong === undefined) return ids
  throw new InvalidSetting(`CALLER_ID must be numbers of 3 to 20 digits, separated by commas, not "${wrong}"`)
}

/** Each call returns the next caller ID, or undefined if there are none. */
export function takeInTurn(ids: readonly string[]): () => string | undefined {
  let next = 0
  return () => {
    const id = ids[next]
    next = (next + 1) % Math.max(1, ids.length)
    return id
  }
}
