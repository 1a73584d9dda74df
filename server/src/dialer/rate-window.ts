// So many calls a second, exactly: in no second, wherever it begins, do more calls start. The memory is how many
// started in each slice of the last second; a slice counts until all of it is over a second old.

const SLICE_MS = 20
const SLICES = 1000 / SLICE_MS

/** Slice number to calls started in it, as it is kept in the database. */
export type StartedCalls = Record<string, number>

export function allowanceNow(started: StartedCalls, callsPerSecond: number, nowMs: number): number {
  const recent = Object.values(recentSlices(started, nowMs)).reduce((sum, count) => sum + count, 0)
  return Math.max(0, callsPerSecond - recent)
}

export function recordStarts(started: StartedCalls, count: number, nowMs: number): StartedCalls {
  const slice = String(Math.floor(nowMs / SLICE_MS))
  const recent = recentSlices(started, nowMs)
  return { ...recent, [slice]: (recent[slice] ?? 0) + count }
}

/** Slices of the future count too: they were written by a clock that is ahead. */
function recentSlices(started: StartedCalls, nowMs: number): StartedCalls {
  const oldest = Math.floor(nowMs / SLICE_MS) - SLICES
  const newest = oldest + 2 * SLICES
  return Object.fromEntries(
    Object.entries(started).filter(([slice]) => Number(slice) >= oldest && Number(slice) <= newest),
  )
}
