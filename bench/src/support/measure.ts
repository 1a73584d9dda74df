// Measures two sides alternately, so that other load on the machine affects both equally, and compares the medians.

interface Sides {
  ours: number
  theirs: number
}

export async function alternate(
  rounds: number,
  sides: { ours: () => Promise<number>; theirs: () => Promise<number> },
): Promise<Sides> {
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await sides.ours())
    theirs.push(await sides.theirs())
  }
  return { ours: median(ours), theirs: median(theirs) }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low = Number.NaN, high = Number.NaN] =
    sorted.length % 2 === 1 ? [sorted[middle], sorted[middle]] : [sorted[middle - 1], sorted[middle]]
  return (low + high) / 2
}

export async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Says on standard error what runs now: some of it takes minutes. */
export function doing(what: string): void {
  console.error(`bench: ${what}`)
}

/** Prints one line per result: name, ratio, goal, whether it is met, and the measured values. */
export function report(
  name: string,
  { ratio, goal, details }: { ratio: number; goal: { min?: number; max?: number }; details: string },
): void {
  const isMet = ratio >= (goal.min ?? -Infinity) && ratio <= (goal.max ?? Infinity)
  const bound = goal.min === undefined ? `<= ${goal.max}` : `>= ${goal.min}`
  const verdict = `goal ${bound}${isMet ? '' : ', MISSED'}`
  console.log(`${name.padEnd(44)} ${ratio.toFixed(2).padStart(7)}  (${verdict})  ${details}`)
}
