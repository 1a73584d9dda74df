// Keeps a dialing node going: one loop claims and places, the other settles, and both sleep until something
// happens or a little time has passed. The sleep is the safety net; news wake them: a call that ends is settled, and the
// line it frees is claimed then.
import type { Log } from '../kernel/log.ts'
import { createWakeSignal, type SetTimer, setRealTimer } from '../kernel/wake-signal.ts'
import type { Dialer } from './dialer.ts'

export interface RunningDialer {
  /** A task changed: look now. */
  wake(): void
  /** Ends the call if it is one of this node's. */
  hangUp(callId: string): void
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
  /** A call that has ended waits this long for others: written down together, each costs a fraction. */
  gatherMs?: number
  setTimer?: SetTimer
}

const usualGatherMs = 50
const usualPausesMs: DialerPauses = { soon: 200, later: 1000, failed: 500 }
/** A request that the gateway never answers must not keep the node from stopping: the others will notice. */
const LEAVE_LIMIT_MS = 5000

export function runDialer(
  createDialer: (onEnd: () => void) => Dialer,
  log: Log,
  { pausesMs = usualPausesMs, gatherMs = usualGatherMs, setTimer = setRealTimer }: RunDialerOptions = {},
): RunningDialer {
  const placingSignal = createWakeSignal(setTimer)
  const settlingSignal = createWakeSignal(setTimer)
  const settledSignal = createWakeSignal(setTimer)
  const dialer = createDialer(() => {
    settlingSignal.send()
    if (dialer.hasGathered()) endGathering()
  })
  let endGathering = () => {}
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
      if (pauseMs > 0 && !isOver) await placingSignal.wait(pauseMs)
    }
  }

  /** Until enough calls have ended, or those that have waited long enough. */
  async function gather(): Promise<void> {
    await new Promise<void>((resolve) => {
      const callOff = setTimer(resolve, gatherMs)
      endGathering = () => {
        callOff()
        resolve()
      }
    })
  }

  async function keepSettling(): Promise<void> {
    let pauseMs = 0
    while (!isOver) {
      if (pauseMs > 0) await settlingSignal.wait(pauseMs)
      if (!dialer.hasGathered() && !isOver) await gather()
      try {
        const calls = await dialer.settle()
        pauseMs = calls > 0 ? 0 : dialer.hasHeldCalls() ? pausesMs.soon : pausesMs.later
        if (calls > 0) {
          placingSignal.send()
          settledSignal.send()
        }
      } catch (error) {
        log.error({ err: error }, 'writing down calls failed for the moment')
        pauseMs = pausesMs.failed
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
      settledSignal.send()
    }, limitMs)
    while (dialer.liveCalls() > 0 && !isTimeUp) await settledSignal.wait(limitMs)
    callOff()
    isOver = true
    placingSignal.send()
    settlingSignal.send()
    endGathering()
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
    wake: placingSignal.send,
    hangUp: dialer.hangUp,
    stop(limitMs) {
      stopping ??= stop(limitMs)
      return stopping
    },
  }
}
