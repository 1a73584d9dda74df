// How long a phone may ring, for every gateway that can set this.
import type { Settings } from '../kernel/settings.ts'

export function readRingTimeout(settings: Settings): number {
  return settings.wholeNumber('RING_TIMEOUT', { default: 30, min: 5, max: 300 })
}
