// Writes that come at the same time go to the database together. The first goes at once; those that come while it is
// under way are the next batch. Nobody waits for a timer.

export interface BatchOptions<Item, Result> {
  write: (items: Item[]) => Promise<Result>
  max: number
}

export interface Batches<Item, Result> {
  /** Resolves with the answer to the whole batch that the item was in. */
  add(item: Item): Promise<Result>
  /** Resolves when nothing is under way. */
  idle(): Promise<void>
}

interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

export function batchWrites<Item, Result>({ write, max }: BatchOptions<Item, Result>): Batches<Item, Result> {
  const waiting: Waiting<Item, Result>[] = []
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, max)
      try {
        const result = await write(batch.map(({ item }) => item))
        for (const { resolve } of batch) resolve(result)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    running = undefined
  }

  return {
    add(item) {
      return new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        // After this turn of the loop, so that items added together are one batch.
        running ??= Promise.resolve().then(run)
      })
    },
    idle: () => running ?? Promise.resolve(),
  }
}
