// Keeps a dialing node going in real time: one loop claims and places, the other settles, and both sleep until
// something happens or a little time has passed. The sleep is the safety net; news wake them.
import type { Dialer, DialerLog } from './dialer.ts'

export interface RunningDialer {
  /** A task changed, a call ended: look now. */
  wake(): void
  /** Places nothing new, waits for the calls that are up, at most this long, and leaves. */
  stop(limitMs: number): Promise<void>
}

const PAUSE_MS = { now: 0, soon: 200, later: 1000 } as const
const FAILURE_PAUSE_MS = 500

export function runDialer(createDialer: (onWake: () => void) => Dialer, log: DialerLog): RunningDialer {
  const placingBell = createBell()
  const settlingBell = createBell()
  const wake = () => {
    placingBell.ring()
    settlingBell.ring()
  }
  const dialer = createDialer(wake)
  let isStopping = false
  let isOver = false

  async function keepPlacing(): Promise<void> {
    while (!isOver) {
      let pauseMs: number = FAILURE_PAUSE_MS
      try {
        pauseMs = PAUSE_MS[await dialer.step()]
      } catch (error) {
        log.error({ err: error }, 'dialing failed for the moment')
      }
      if (pauseMs > 0 && !isOver) await placingBell.wait(pauseMs)
    }
  }

  async function keepSettling(): Promise<void> {
    while (!isOver) {
      try {
        if ((await dialer.settle()) > 0) placingBell.ring()
        else await settlingBell.wait(1000)
      } catch (error) {
        log.error({ err: error }, 'writing down calls failed for the moment')
        await settlingBell.wait(FAILURE_PAUSE_MS)
      }
    }
  }

  const placing = keepPlacing()
  const settling = keepSettling()

  return {
    wake,
    async stop(limitMs) {
      if (isStopping) return
      isStopping = true
      dialer.drain()
      const deadline = performance.now() + limitMs
      while (dialer.liveCalls() > 0 && performance.now() < deadline) await settlingBell.wait(100)
      isOver = true
      wake()
      await Promise.all([placing, settling])
      // What ended in the very last moment.
      await dialer.settle().catch((error) => log.error({ err: error }, 'writing down the last calls failed'))
      await dialer
        .leave()
        .catch((error) => log.error({ err: error }, 'leaving failed; the others will notice'))
    },
  }
}

interface Bell {
  ring(): void
  wait(limitMs: number): Promise<void>
}

/** A ring is never lost: one that came while nobody waited ends the next wait at once. */
function createBell(): Bell {
  let hasRung = false
  const waiting = new Set<() => void>()
  return {
    ring() {
      hasRung = true
      for (const wakeUp of waiting) wakeUp()
    },
    async wait(limitMs) {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(done, limitMs)
          function done() {
            clearTimeout(timer)
            waiting.delete(done)
            resolve()
          }
          waiting.add(done)
        })
      }
      hasRung = false
    },
  }
}
