// How long a phone may ring, for every gateway that can say so to its switch.
import type { Settings } from '../kernel/settings.ts'

export function readRingTimeout(settings: Settings): number {
  return settings.wholeNumber('RING_TIMEOUT', { fallback: 30, least: 5, most: 300 })
}
