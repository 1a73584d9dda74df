// Measurements on a machine that may be busy: other work only ever adds to them, so the least of a few counts.

const READINGS = 5

/** Measures until a reading is below the bound, at most five times, and returns the least. */
export async function leastOf(bound: number, measure: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let reading = 0; reading < READINGS && least >= bound; reading++)
    least = Math.min(least, await measure())
  return least
}
