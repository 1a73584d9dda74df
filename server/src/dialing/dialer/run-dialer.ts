// Runs a dialing node: one loop claims and places, the other settles. Both sleep until they are woken or a short time has
// passed. A call that ends wakes the settling loop, and a settled call, which frees a line, wakes the placing loop.
import type { AgentWord } from '../../conversations/flows/flow-state.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import { createWakeSignal, type SetTimer, setRealTimer } from '../../platform/kernel/wake-signal.ts'
import type { Dialer } from './dialer.ts'
import type { DialerWatch, NodeFigures } from './dialer-watch.ts'

export interface RunningDialer {
  /** A task has changed: claim now. */
  wake(): void
  /** Ends the call if it is one of this node's. */
  hangUp(callId: string): void
  /** Somebody has the call transferred. */
  transfer(callId: string, to: string): void
  /** Somebody looks at the call. */
  watch(callId: string): void
  /** What a voice agent says about a call. False: it is no call of this node that was answered. */
  tell(callId: string, said: AgentWord): Promise<boolean>
  /** Somebody asked for a call without a task. */
  takeSingleCalls(): void
  figures(): NodeFigures
  /** Places nothing new, waits up to `limitMs` for the live calls to end, and leaves. */
  stop(limitMs: number): Promise<void>
}

/** How long to sleep after each result of a step, unless woken. */
export interface DialerPauses {
  soon: number
  later: number
  failed: number
}

export interface RunDialerOptions {
  pausesMs?: DialerPauses
  /** A call that has ended waits this long for others: settled together, each costs a fraction. */
  gatherMs?: number
  setTimer?: SetTimer
  noteFailure?: DialerWatch['failed']
}

const DEFAULT_GATHER_MS = 50
const DEFAULT_PAUSES_MS: DialerPauses = { soon: 200, later: 1000, failed: 500 }
/** A request that the gateway never answers must not keep the node from stopping. */
const MAX_LEAVE_MS = 5000

export function runDialer(
  createDialer: (onEnd: () => void) => Dialer,
  log: Log,
  {
    pausesMs = DEFAULT_PAUSES_MS,
    gatherMs = DEFAULT_GATHER_MS,
    setTimer = setRealTimer,
    noteFailure = () => undefined,
  }: RunDialerOptions = {},
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
    let isWoken = true
    while (!isOver) {
      let pauseMs = pausesMs.failed
      try {
        const next = await dialer.step(isWoken)
        pauseMs = next === 'now' ? 0 : pausesMs[next]
      } catch (error) {
        noteFailure('claim')
        log.error({ err: error }, `claiming or placing calls failed; retrying in ${pausesMs.failed} ms`)
      }
      isWoken = pauseMs > 0 && !isOver ? await placingSignal.wait(pauseMs) : true
    }
  }

  /** Waits until enough calls have ended, or gatherMs have passed. */
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
        pauseMs = calls > 0 ? 0 : pausesMs.later
        if (calls > 0) {
          placingSignal.send()
          settledSignal.send()
        }
      } catch (error) {
        noteFailure('settle')
        log.error({ err: error }, `settling calls failed; retrying in ${pausesMs.failed} ms`)
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
    dialer.endAtOnce()
    // Calls that ended in the last moment.
    await dialer
      .settle()
      .catch((error) =>
        log.error({ err: error }, 'the last calls were not settled; other nodes take them over'),
      )
    const leaving = dialer
      .leave()
      .catch((error) => log.error({ err: error }, 'leaving failed; the other nodes will remove this one'))
    let giveUp = () => {}
    const limit = new Promise<void>((resolve) => {
      giveUp = setTimer(resolve, MAX_LEAVE_MS)
    })
    await Promise.race([leaving, limit])
    giveUp()
    await dialer
      .saveUnwritten()
      .catch((error) => log.error({ err: error }, 'what calls have said could not be kept on the disk'))
  }

  return {
    wake: placingSignal.send,
    hangUp: dialer.hangUp,
    transfer: dialer.transfer,
    watch: dialer.watch,
    tell: dialer.tell,
    figures: dialer.figures,
    takeSingleCalls() {
      dialer.expectSingleCalls()
      placingSignal.send()
    },
    stop(limitMs) {
      stopping ??= stop(limitMs)
      return stopping
    },
  }
}
