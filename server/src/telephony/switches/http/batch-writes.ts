// Combines concurrent writes to the database. The first is sent at once; those that arrive while it runs form the next
// batch. There is no timer.

interface BatchOptions<Item, Result> {
  write: (items: Item[]) => Promise<Result>
  max: number
}

interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

export function batchWrites<Item, Result>({ write, max }: BatchOptions<Item, Result>) {
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
    /** Resolves with the result of the whole batch that contained the item. */
    add(item: Item): Promise<Result> {
      return new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        // After this turn of the event loop, so that items added together form one batch.
        running ??= Promise.resolve().then(run)
      })
    },
    /** Resolves when no write is in progress. */
    idle: () => running ?? Promise.resolve(),
  }
}
