// Instants are stored; people read wall-clock time in the one time zone of the service.

export interface Timestamps {
  readonly timeZone: string
  /** `YYYY-MM-DD HH:MM:SS` */
  format(instant: Date): string
  formatOrNull(instant: Date | null): string | null
  /** `YYYYMMDDHHMMSS`, for file names. */
  compact(instant: Date): string
}

const QUARTER_HOUR_MS = 15 * 60_000
const REMEMBERED_OFFSETS = 4096

export function createTimestamps(timeZone: string): Timestamps {
  const offsetAt = createZoneOffsets(timeZone)
  const format = (instant: Date) => {
    const wallClock = new Date(instant.getTime() + offsetAt(instant.getTime()))
    return wallClock.toISOString().slice(0, 19).replace('T', ' ')
  }
  return {
    timeZone,
    format,
    formatOrNull: (instant) => (instant ? format(instant) : null),
    compact: (instant) => format(instant).replace(/\D/g, ''),
  }
}

/** How far a zone's wall clock is ahead of UTC at an instant, both in milliseconds. */
export type ZoneOffsets = (instantMs: number) => number

/** Intl takes microseconds an answer; a zone's offset only ever changes on a quarter of an hour. */
export function createZoneOffsets(timeZone: string): ZoneOffsets {
  const offsets = new Map<number, number>()
  return (instantMs) => {
    const quarter = Math.floor(instantMs / QUARTER_HOUR_MS)
    let offset = offsets.get(quarter)
    if (offset === undefined) {
      offset = zoneOffsetMs(timeZone, quarter * QUARTER_HOUR_MS)
      if (offsets.size >= REMEMBERED_OFFSETS) offsets.clear()
      offsets.set(quarter, offset)
    }
    return offset
  }
}

function zoneOffsetMs(timeZone: string, instantMs: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(instantMs)
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value)
  const wallClockMs = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return wallClockMs - Math.floor(instantMs / 1000) * 1000
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
