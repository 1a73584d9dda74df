// The limit of calls per second, which holds exactly: for every second, wherever it begins. The database stores how many calls
// started in each slice of the last second. A slice counts until all of it is over a second old, and one slice longer,
// because a call is placed only after its claim was committed.

const SLICE_MS = 20
const SLICES = 1000 / SLICE_MS + 1

/** Slice number to calls started in it, as stored in the database. */
export type StartedCalls = Record<string, number>

/** A limit of 0 is none. */
export function allowanceNow(started: StartedCalls, callsPerSecond: number, nowMs: number): number {
  if (callsPerSecond === 0) return Number.POSITIVE_INFINITY
  const recent = Object.values(recentSlices(started, nowMs)).reduce((sum, count) => sum + count, 0)
  return Math.max(0, callsPerSecond - recent)
}

export function recordStarts(started: StartedCalls, count: number, nowMs: number): StartedCalls {
  const slice = String(Math.floor(nowMs / SLICE_MS))
  const recent = recentSlices(started, nowMs)
  return { ...recent, [slice]: (recent[slice] ?? 0) + count }
}

/** When the last calls started, of any task. */
export function lastStart(started: StartedCalls): Date | undefined {
  const slices = Object.keys(started).map(Number)
  return slices.length === 0 ? undefined : new Date(Math.max(...slices) * SLICE_MS)
}

/**
 * Slices of the future were written before the clock was put back, or by a clock that is ahead. They count as of now, and
 * must be stored so, otherwise they would count until the clock has caught up.
 */
export function hasFutureStarts(started: StartedCalls, nowMs: number): boolean {
  const current = Math.floor(nowMs / SLICE_MS)
  return Object.keys(started).some((slice) => Number(slice) > current)
}

function recentSlices(started: StartedCalls, nowMs: number): StartedCalls {
  const current = Math.floor(nowMs / SLICE_MS)
  const recent: StartedCalls = {}
  for (const [slice, count] of Object.entries(started)) {
    if (Number(slice) < current - SLICES) continue
    const counted = Math.min(Number(slice), current)
    recent[counted] = (recent[counted] ?? 0) + count
  }
  return recent
}
