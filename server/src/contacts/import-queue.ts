// Imports take turns. Those into one data source would wait for its lock anyway, each with a database connection
// in hand; more than a few at once would leave none for the rest of the service.

export type RunInTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

export function createImportQueue(atOnce: number): RunInTurn {
  const waiting: (() => void)[] = []
  let running = 0

  return async (work) => {
    if (running < atOnce) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // Whoever is next takes over the place; only without a next one does it become free.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
