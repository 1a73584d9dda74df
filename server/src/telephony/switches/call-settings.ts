// Settings that several gateways have: caller IDs, timeouts, and the address of the other side.

import { requireEncryption } from '../../platform/kernel/secrets/encryption.ts'
import { InvalidSetting, type Settings } from '../../platform/kernel/settings.ts'
import type { CallRequest } from '../gateway.ts'

/** Seconds that a phone may ring. */
export const readRingTimeout = (settings: Settings) =>
  settings.wholeNumber('RING_TIMEOUT', { default: 30, min: 5, max: 300 })

/** Seconds. */
export const readMaxCall = (settings: Settings, name: string, min = 1) =>
  settings.wholeNumber(name, { default: 3600, min, max: 86_400 })

export function readCallerIds(settings: Settings): readonly string[] {
  const ids = (settings.text('CALLER_ID') ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
  const wrong = ids.find((id) => !/^\+?\d{3,20}$/.test(id))
  if (wrong === undefined) return ids
  throw new InvalidSetting(`CALLER_ID must be numbers of 3 to 20 digits, separated by commas, not "${wrong}"`)
}

/** The one that was chosen for the call; without a route the next one. */
export function callerIdOf({ route }: CallRequest, next: () => string | undefined): string | undefined {
  return route ? (route.callerId ?? undefined) : next()
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

/** The URL is logged and shown, so it must not contain secrets. */
export function readUrl(settings: Settings, name: string, text: string, form: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw new InvalidSetting(`${name} must ${form}, not "${text}"`)
  if (url.username !== '' || url.password !== '')
    throw new InvalidSetting(`${name} must not hold a user or a password`)
  if (url.search !== '' || url.hash !== '')
    throw new InvalidSetting(`${name} must end with its path, without ? and #`)
  requireEncryption(settings, name, url)
  return url
}
