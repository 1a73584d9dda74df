// Time that passes only when nothing is left to do now: events in a queue, each at its time. Whatever takes
// real time (statements in PostgreSQL) is waited for before the next event, so a world of hours runs in
// milliseconds and the same seed gives the same run.

export interface VirtualTime {
  /** Since the world began. */
  nowMs(): number
  /** Runs something later; the result calls it off. */
  after(delayMs: number, run: () => void): () => void
  sleep(delayMs: number): Promise<void>
  /** Lets events happen until this holds, or until this time; whether it held. */
  runUntil(isOver: () => boolean, limitMs: number): Promise<boolean>
  /** Waits for something of the real world, in no time. */
  drain(work: Promise<unknown>): Promise<void>
  /** Breaks the run off: `runUntil` throws this. */
  fail(error: unknown): void
}

interface Event {
  atMs: number
  order: number
  run: (() => void) | undefined
}

/** `settle` waits for what is under way in the real world; true if there was anything. */
export function createVirtualTime(settle: () => Promise<boolean>): VirtualTime {
  const queue: Event[] = []
  let nowMs = 0
  let count = 0
  let failure: { error: unknown } | undefined

  function after(delayMs: number, run: () => void): () => void {
    const event: Event = { atMs: nowMs + Math.max(0, Math.round(delayMs)), order: count++, run }
    push(queue, event)
    return () => {
      event.run = undefined
    }
  }

  async function becomeQuiet(): Promise<void> {
    do await new Promise((resolve) => setImmediate(resolve))
    while (await settle())
    if (failure) throw failure.error
  }

  return {
    nowMs: () => nowMs,
    after,
    sleep: (delayMs) => new Promise((resolve) => after(delayMs, resolve)),
    async drain(work) {
      let isDone = false
      const done = () => {
        isDone = true
      }
      work.then(done, done)
      while (!isDone) {
        await new Promise((resolve) => setImmediate(resolve))
        await settle()
      }
    },
    fail(error) {
      failure ??= { error }
    },
    async runUntil(isOver, limitMs) {
      for (;;) {
        await becomeQuiet()
        if (isOver()) return true
        const next = queue[0]
        if (!next || next.atMs > limitMs) {
          nowMs = Math.max(nowMs, limitMs)
          return false
        }
        pop(queue)
        nowMs = next.atMs
        next.run?.()
      }
    },
  }
}

function isBefore(a: Event, b: Event): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order)
}

function push(heap: Event[], event: Event): void {
  let index = heap.length
  heap.push(event)
  while (index > 0) {
    const above = (index - 1) >> 1
    if (!isBefore(event, heap[above] as Event)) break
    heap[index] = heap[above] as Event
    index = above
  }
  heap[index] = event
}

function pop(heap: Event[]): void {
  const last = heap.pop() as Event
  if (heap.length === 0) return
  let index = 0
  for (;;) {
    let below = 2 * index + 1
    if (below >= heap.length) break
    if (below + 1 < heap.length && isBefore(heap[below + 1] as Event, heap[below] as Event)) below += 1
    if (!isBefore(heap[below] as Event, last)) break
    heap[index] = heap[below] as Event
    index = below
  }
  heap[index] = last
}
