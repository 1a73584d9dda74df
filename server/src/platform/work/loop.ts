// Work that is done again and again in the background: one run at a time, at once when woken, and after a pause otherwise.
//
//   resting ──woken, or the pause is over──▶ working ──▶ resting
//
// - Not started: it works only when woken, and again after an error. `start` adds the runs after each pause; a second `start` does nothing.
// - Woken while it works: one more run follows, however often it was woken. It starts at once, or after `minPauseMs`.
// - Woken within `minPauseMs` of the last run: it works when that pause is over.
// - Woken within a time: the run starts at the latest then. An earlier run serves as well, if it starts after the wake-up.
// - Woken after a time: a run starts then, whatever ran before.
// - An error of the work is logged with what happens next. The next run follows after `retryMs`, or sooner if it is woken while it rests.
// - Stopped: no run starts any more, whoever wakes or starts it, and the signal of the work is aborted. `stop` resolves when the running work has
//   ended, however long that takes; at once if none is running. A second `stop` waits for the same. Stopped before the start, it never works.
// - An error after the stop is not logged: work that is cut short may fail.

import { type Clock, systemClock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log/log.ts'
import { type SetTimer, setRealTimer } from '../kernel/wake-signal.ts'

interface LoopOptions {
  /** What the work does, for the log: "reading the trunks". */
  name: string
  /** The signal is aborted when the loop is stopped. */
  work(signal: AbortSignal): Promise<unknown>
  /** The pause between two runs; asked after each run if it depends on it. Without this it works only when woken. */
  everyMs?: number | (() => number)
  /** The pause after an error: by default `everyMs`, or a second if that depends. */
  retryMs?: number
  /** Min pause between two runs, however often it is woken. */
  minPauseMs?: number
  log: Log
  clock?: Pick<Clock, 'elapsedMs'>
  setTimer?: SetTimer
}

export interface Loop {
  /** Works now, or within the given time. */
  wake(withinMs?: number): void
  /** Works when this time has passed. */
  wakeAfter(ms: number): void
  /** Works now, or within the given time, and from then on after each pause. */
  start(withinMs?: number): void
  stop(): Promise<void>
  /** Aborted when the loop is stopped. */
  readonly signal: AbortSignal
  /** Resolves when nothing is running. */
  idle(): Promise<void>
  /** Resolves when the next run has ended, well or not, or the loop is stopped. */
  ran(): Promise<void>
}

const DEFAULT_RETRY_MS = 1000

/** An idle service costs little: where nothing can be to do before it is woken, a loop may pause this many times as long. */
export const PAUSES_AT_REST = 5

export function createLoop(options: LoopOptions): Loop {
  const { name, work, everyMs, minPauseMs = 0, log, clock = systemClock, setTimer = setRealTimer } = options
  const retryMs = options.retryMs ?? (typeof everyMs === 'number' ? everyMs : DEFAULT_RETRY_MS)
  const stopping = new AbortController()
  const { signal } = stopping
  let isStarted = false
  let isRunning = false
  let running = Promise.resolve()
  let endedMs = Number.NEGATIVE_INFINITY
  /** How soon the next run was asked for since the running one has started. */
  let askedMs: number | undefined
  let planned: { atMs: number; cancel: () => void } | undefined
  const later = new Set<() => void>()
  const awaitingEnd: (() => void)[] = []

  function plan(inMs: number): void {
    const atMs = clock.elapsedMs() + inMs
    if (signal.aborted || (planned && planned.atMs <= atMs)) return
    planned?.cancel()
    planned = { atMs, cancel: setTimer(run, inMs) }
  }

  function run(): void {
    if (signal.aborted || isRunning) return
    isRunning = true
    running = runAsAsked()
  }

  async function runAsAsked(): Promise<void> {
    let pauseMs: number | undefined
    do {
      planned?.cancel()
      planned = undefined
      askedMs = undefined
      pauseMs = await runOnce()
      endedMs = clock.elapsedMs()
      announceEnd()
    } while (pauseMs === 0 && askedMs !== undefined && !signal.aborted)
    isRunning = false
    if (pauseMs !== undefined) plan(pauseMs)
  }

  function announceEnd(): void {
    for (const resolve of awaitingEnd.splice(0)) resolve()
  }

  /** Resolves with the pause until the next run; undefined: until it is woken. */
  async function runOnce(): Promise<number | undefined> {
    try {
      await work(signal)
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, `${name} failed; retrying in ${retryMs} ms`)
      return retryMs
    }
    if (askedMs !== undefined) return Math.max(minPauseMs, askedMs)
    if (!isStarted) return undefined
    return typeof everyMs === 'function' ? everyMs() : everyMs
  }

  function wake(withinMs = 0): void {
    if (isRunning) {
      askedMs = Math.min(withinMs, askedMs ?? withinMs)
      return
    }
    const inMs = Math.max(withinMs, endedMs + minPauseMs - clock.elapsedMs())
    if (inMs > 0) plan(inMs)
    else run()
  }

  return {
    wake,
    wakeAfter(ms) {
      if (signal.aborted) return
      const cancel = setTimer(() => {
        later.delete(cancel)
        wake()
      }, ms)
      later.add(cancel)
    },
    start(withinMs) {
      if (isStarted) return
      isStarted = true
      wake(withinMs)
    },
    async stop() {
      stopping.abort()
      planned?.cancel()
      for (const cancel of later) cancel()
      await running
      announceEnd()
    },
    signal,
    idle: () => running,
    ran: () =>
      new Promise((resolve) => {
        if (signal.aborted && !isRunning) resolve()
        else awaitingEnd.push(resolve)
      }),
  }
}
