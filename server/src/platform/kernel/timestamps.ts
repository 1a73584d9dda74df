// Instants are stored; people read wall-clock time in the service's time zone.

export interface Timestamps {
  readonly timeZone: string
  /** `YYYY-MM-DD HH:MM:SS` */
  format(instant: Date): string
  formatOrNull(instant: Date | null): string | null
  /** The same value with every Date in it formatted, at any depth. */
  formatAll<Value>(value: Value): Formatted<Value>
  /** `YYYYMMDDHHMMSS`, for file names. */
  compact(instant: Date): string
  /**
   * The instant at which the wall clock shows `YYYY-MM-DD HH:MM:SS`; undefined if the text is not a valid date and time. If
   * the clock shows it twice, because it is set back, the first or the last instant as requested; if never, because the
   * clock is set forward past it, the instant of that jump. With `T` and an offset, as RFC 3339 has it, that instant.
   */
  parse(text: string, which: 'first' | 'last'): Date | undefined
}

type Formatted<Value> = Value extends Date
  ? string
  : Value extends object
    ? { [Key in keyof Value]: Formatted<Value[Key]> }
    : Value

const QUARTER_HOUR_MS = 15 * 60_000
export const DAY_MS = 24 * 60 * 60_000
const REMEMBERED_OFFSETS = 4096

export function createTimestamps(timeZone: string): Timestamps {
  const offsetAt = createZoneOffsets(timeZone)
  const format = (instant: Date) => {
    const wallClock = new Date(instant.getTime() + offsetAt(instant.getTime()))
    return wallClock.toISOString().slice(0, 19).replace('T', ' ')
  }
  function formatAll(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value
    if (value instanceof Date) return format(value)
    if (Array.isArray(value)) return value.map(formatAll)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, formatAll(each)]))
  }
  return {
    timeZone,
    format,
    formatAll: <Value>(value: Value) => formatAll(value) as Formatted<Value>,
    formatOrNull: (instant) => (instant ? format(instant) : null),
    compact: (instant) => format(instant).replace(/\D/g, ''),
    parse(text, which) {
      if (WITH_OFFSET.test(text)) return readInstant(text)
      const wallClockMs = readWallClock(text)
      return wallClockMs === undefined ? undefined : new Date(instantOf(wallClockMs, offsetAt, which))
    },
  }
}

const WALL_CLOCK = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/

const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/

function readInstant(text: string): Date | undefined {
  const instant = new Date(text)
  const isReal =
    readWallClock(text.slice(0, 19).replace('T', ' ')) !== undefined && !Number.isNaN(instant.getTime())
  return isReal ? instant : undefined
}

/** The time that a clock shows, read as if its zone were UTC. */
function readWallClock(text: string): number | undefined {
  if (!WALL_CLOCK.test(text)) return undefined
  const iso = text.replace(' ', 'T')
  const wallClock = new Date(`${iso}Z`)
  // A day that its month does not have comes back as another one.
  const isReal = !Number.isNaN(wallClock.getTime()) && wallClock.toISOString().startsWith(iso)
  return isReal ? wallClock.getTime() : undefined
}

function instantOf(wallClockMs: number, offsetAt: ZoneOffsets, which: 'first' | 'last'): number {
  // A zone changes its offset at most once in two days, so the reading belongs to one of these two offsets.
  const before = offsetAt(wallClockMs - DAY_MS)
  const after = offsetAt(wallClockMs + DAY_MS)
  const instants = [before, after]
    .map((offset) => ({ offset, instant: wallClockMs - offset }))
    .filter(({ offset, instant }) => offsetAt(instant) === offset)
    .map(({ instant }) => instant)
  if (instants.length > 0) return which === 'first' ? Math.min(...instants) : Math.max(...instants)
  let jump = Math.ceil((wallClockMs - after) / QUARTER_HOUR_MS) * QUARTER_HOUR_MS
  // Zones of long ago changed at odd moments; no jump is further away than this.
  const last = wallClockMs + 2 * DAY_MS
  while (offsetAt(jump) !== after && jump < last) jump += QUARTER_HOUR_MS
  return jump
}

/** How far a zone's wall clock is ahead of UTC at an instant, both in milliseconds. */
export type ZoneOffsets = (instantMs: number) => number

/** The day on the wall clock of the zone: `2026-03-01`. */
export function dayIn(offsetAt: ZoneOffsets, instant: Date): string {
  return new Date(instant.getTime() + offsetAt(instant.getTime())).toISOString().slice(0, 10)
}

export interface Zone {
  timestamps: Timestamps
  offsetAt: ZoneOffsets
}

/** Intl takes microseconds an answer; a zone's offset only ever changes on a quarter of an hour. */
export function createZoneOffsets(timeZone: string): ZoneOffsets {
  const offsets = new Map<number, number>()
  const wallClock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  })
  return (instantMs) => {
    const quarter = Math.floor(instantMs / QUARTER_HOUR_MS)
    let offset = offsets.get(quarter)
    if (offset === undefined) {
      offset = zoneOffsetMs(wallClock, quarter * QUARTER_HOUR_MS)
      if (offsets.size >= REMEMBERED_OFFSETS) offsets.clear()
      offsets.set(quarter, offset)
    }
    return offset
  }
}

function zoneOffsetMs(wallClock: Intl.DateTimeFormat, instantMs: number): number {
  const parts = wallClock.formatToParts(instantMs)
  const text = (type: string) => parts.find((each) => each.type === type)?.value
  const part = (type: string) => Number(text(type))
  // Not Date.UTC, which takes the years 0 to 99 for those of the last century.
  const local = new Date(0)
  local.setUTCFullYear(text('era') === 'BC' ? 1 - part('year') : part('year'), part('month') - 1, part('day'))
  local.setUTCHours(part('hour'), part('minute'), part('second'))
  return local.getTime() - Math.floor(instantMs / 1000) * 1000
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
