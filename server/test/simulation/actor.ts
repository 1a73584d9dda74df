// A process of the simulated world: it can be stopped for a while, and it can die. What it waits for then comes
// late or never; what it has sent out is beyond its reach.

import type { VirtualTime } from './virtual-time.ts'

export interface Actor {
  readonly name: string
  isAlive(): boolean
  after(delayMs: number, run: () => void): () => void
  sleep(delayMs: number): Promise<void>
  /** Nothing of it runs for so long. */
  pause(forMs: number): void
  die(): void
  /** How often it was stopped for a while. */
  pauses(): number
  /** Settles when it is dead. */
  readonly death: Promise<void>
}

export function createActor(name: string, time: VirtualTime): Actor {
  let isAlive = true
  let pausedUntilMs = 0
  let pauses = 0
  let announce = () => {}
  const death = new Promise<void>((resolve) => {
    announce = resolve
  })

  function after(delayMs: number, run: () => void): () => void {
    let cancel = time.after(delayMs, attempt)
    function attempt() {
      if (!isAlive) return
      if (time.nowMs() >= pausedUntilMs) run()
      else cancel = time.after(pausedUntilMs - time.nowMs(), attempt)
    }
    return () => cancel()
  }

  return {
    name,
    isAlive: () => isAlive,
    after,
    sleep: (delayMs) => new Promise((resolve) => after(delayMs, resolve)),
    pauses: () => pauses,
    pause(forMs) {
      pauses += 1
      pausedUntilMs = Math.max(pausedUntilMs, time.nowMs() + forMs)
    },
    die() {
      isAlive = false
      announce()
    },
    death,
  }
}

/** What a dead process waits for. */
export function forever(): Promise<never> {
  return new Promise(() => undefined)
}
