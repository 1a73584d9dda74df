// Runs at most a given number of pieces of work at once; the rest wait for their turn, first come, first served.

type RunInTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

export function createTurns(maxAtOnce: number): RunInTurn {
  let waiting: (() => void)[] = []
  /** Where the queue begins: `shift` would copy a long array each time. */
  let first = 0
  let running = 0

  function next(): (() => void) | undefined {
    const start = waiting[first]
    first += 1
    if (first >= waiting.length) {
      waiting = []
      first = 0
    }
    return start
  }

  return async (work) => {
    if (running < maxAtOnce) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The turn is passed to the next in the queue, so that later work cannot overtake it.
      const start = next()
      if (start) start()
      else running -= 1
    }
  }
}
