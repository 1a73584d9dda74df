// Runs the look-ahead about once a second while a running task speaks, and removes sentences that nobody says any more.

import { setTimeout as delay } from 'node:timers/promises'
import type { Sounds } from '../../conversations/audio/sounds.service.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import { DAY_MS } from '../../platform/kernel/timestamps.ts'
import type { LookAhead } from './look-ahead.ts'

interface RunOptions {
  lookAhead: Pick<LookAhead, 'step'>
  sounds: Pick<Sounds, 'removeUnused'>
  clock: Clock
  log: Log
  keptDays: number
  /** How long a stop waits for a provider that hangs. */
  stopWaitMs?: number
}

export interface RunningLookAhead {
  /** Looks at once: a task was published. */
  wake(): void
  stop(): Promise<void>
}

/** A change of a task wakes the look-ahead; `later` is for one that was missed. */
const PAUSES_MS = { now: 0, soon: 1000, later: 5000 }
const AFTER_FAILURE_MS = 5000
const CLEAN_UP_EVERY_MS = 60 * 60 * 1000
const REMOVED_AT_ONCE = 1000
const STOP_WAIT_MS = 2000

export function runLookAhead({
  lookAhead,
  sounds,
  clock,
  log,
  keptDays,
  stopWaitMs = STOP_WAIT_MS,
}: RunOptions): RunningLookAhead {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let mustLookAgain = false
  let isStopped = false
  let cleanedMs = Number.NEGATIVE_INFINITY

  async function cleanUp(): Promise<void> {
    if (clock.elapsedMs() - cleanedMs < CLEAN_UP_EVERY_MS) return
    const since = new Date(clock.now().getTime() - keptDays * DAY_MS)
    const removed = await sounds.removeUnused(since, REMOVED_AT_ONCE)
    if (removed < REMOVED_AT_ONCE) cleanedMs = clock.elapsedMs()
    if (removed > 0) log.info({ sounds: removed }, 'sentences that nobody said any more were removed')
  }

  async function look(): Promise<void> {
    let waitMs = PAUSES_MS.soon
    try {
      mustLookAgain = false
      const next = await lookAhead.step(() => isStopped)
      waitMs = mustLookAgain ? 0 : PAUSES_MS[next]
      if (!isStopped) await cleanUp()
    } catch (error) {
      if (!isStopped) log.warn({ err: error }, 'sentences could not be made in advance; trying again in 5 s')
      waitMs = AFTER_FAILURE_MS
    }
    running = undefined
    if (!isStopped) timer = setTimeout(start, waitMs)
  }

  function start(): void {
    clearTimeout(timer)
    if (isStopped) return
    mustLookAgain = true
    running ??= look()
  }

  start()
  return {
    wake: start,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await Promise.race([running, delay(stopWaitMs, undefined, { ref: false })])
    },
  }
}
