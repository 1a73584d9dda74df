// Keeps a dialing node going: one loop claims and places, the other settles, and both sleep until something
// happens or a little time has passed. The sleep is the safety net; news wake them: a call that ends is settled, and the
// line it frees is claimed then.
import type { Dialer, DialerLog } from './dialer.ts'

export interface RunningDialer {
  /** A task changed, a call ended: look now. */
  wake(): void
  /** Places nothing new, waits for the calls that are up, at most this long, and leaves. */
  stop(limitMs: number): Promise<void>
}

/** How long to sleep after each answer of a step, if nobody wakes us. */
export interface DialerPauses {
  soon: number
  later: number
  failed: number
}

export interface RunDialerOptions {
  pausesMs?: DialerPauses
  /** Settlements begin at least this far apart: writing calls together costs a fraction of writing each alone. */
  gatherMs?: number
  /** Runs something after a while; the result calls it off. Tests bring a time of their own. */
  setTimer?: (run: () => void, delayMs: number) => () => void
}

const usualGatherMs = 50
const usualPausesMs: DialerPauses = { soon: 200, later: 1000, failed: 500 }
/** A request that the gateway never answers must not keep the node from stopping: the others will notice. */
const LEAVE_LIMIT_MS = 5000

export function runDialer(
  createDialer: (onEnd: () => void) => Dialer,
  log: DialerLog,
  { pausesMs = usualPausesMs, gatherMs = usualGatherMs, setTimer = setRealTimer }: RunDialerOptions = {},
): RunningDialer {
  const placingBell = createBell(setTimer)
  const settlingBell = createBell(setTimer)
  const settledBell = createBell(setTimer)
  const wake = () => {
    placingBell.ring()
    settlingBell.ring()
  }
  const dialer = createDialer(settlingBell.ring)
  let stopping: Promise<void> | undefined
  let isOver = false

  async function keepPlacing(): Promise<void> {
    while (!isOver) {
      let pauseMs = pausesMs.failed
      try {
        const next = await dialer.step()
        pauseMs = next === 'now' ? 0 : pausesMs[next]
      } catch (error) {
        log.error({ err: error }, 'dialing failed for the moment')
      }
      if (pauseMs > 0 && !isOver) await placingBell.wait(pauseMs)
    }
  }

  async function keepSettling(): Promise<void> {
    while (!isOver) {
      const gathering = new Promise<void>((resolve) => setTimer(resolve, gatherMs))
      try {
        if ((await dialer.settle()) > 0) {
          placingBell.ring()
          settledBell.ring()
          await gathering
        } else if (!isOver) await settlingBell.wait(pausesMs.later)
      } catch (error) {
        log.error({ err: error }, 'writing down calls failed for the moment')
        if (!isOver) await settlingBell.wait(pausesMs.failed)
      }
    }
  }

  const placing = keepPlacing()
  const settling = keepSettling()

  async function stop(limitMs: number): Promise<void> {
    dialer.drain()
    let isTimeUp = limitMs <= 0
    const callOff = setTimer(() => {
      isTimeUp = true
      settledBell.ring()
    }, limitMs)
    while (dialer.liveCalls() > 0 && !isTimeUp) await settledBell.wait(limitMs)
    callOff()
    isOver = true
    wake()
    await Promise.all([placing, settling])
    // What ended in the very last moment.
    await dialer.settle().catch((error) => log.error({ err: error }, 'writing down the last calls failed'))
    const leaving = dialer
      .leave()
      .catch((error) => log.error({ err: error }, 'leaving failed; the others will notice'))
    let giveUp = () => {}
    const limit = new Promise<void>((resolve) => {
      giveUp = setTimer(resolve, LEAVE_LIMIT_MS)
    })
    await Promise.race([leaving, limit])
    giveUp()
  }

  return {
    wake,
    stop(limitMs) {
      stopping ??= stop(limitMs)
      return stopping
    },
  }
}

interface Bell {
  ring(): void
  wait(limitMs: number): Promise<void>
}

/** For one who waits. A ring is never lost: one that came while nobody waited ends the next wait at once. */
function createBell(setTimer: NonNullable<RunDialerOptions['setTimer']>): Bell {
  let hasRung = false
  let wakeUp: (() => void) | undefined
  return {
    ring() {
      hasRung = true
      wakeUp?.()
    },
    async wait(limitMs) {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const callOff = setTimer(resolve, limitMs)
          wakeUp = () => {
            callOff()
            resolve()
          }
        })
        wakeUp = undefined
      }
      hasRung = false
    },
  }
}

function setRealTimer(run: () => void, delayMs: number): () => void {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}
