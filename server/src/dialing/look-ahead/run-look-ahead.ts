// Runs the look-ahead about once a second while a running task speaks, and removes sentences that nobody says any more.

import { setTimeout as delay } from 'node:timers/promises'
import type { Sounds } from '../../conversations/audio/sounds.service.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import { DAY_MS } from '../../platform/kernel/timestamps.ts'
import { createLoop } from '../../platform/work/loop.ts'
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
  let pauseMs = PAUSES_MS.soon
  let cleanedMs = Number.NEGATIVE_INFINITY

  async function cleanUp(): Promise<void> {
    if (clock.elapsedMs() - cleanedMs < CLEAN_UP_EVERY_MS) return
    const since = new Date(clock.now().getTime() - keptDays * DAY_MS)
    const removed = await sounds.removeUnused(since, REMOVED_AT_ONCE)
    if (removed < REMOVED_AT_ONCE) cleanedMs = clock.elapsedMs()
    if (removed > 0) log.info({ sounds: removed }, 'sentences that nobody said any more were removed')
  }

  const loop = createLoop({
    name: 'making sentences in advance',
    everyMs: () => pauseMs,
    retryMs: AFTER_FAILURE_MS,
    log,
    async work(signal) {
      pauseMs = PAUSES_MS[await lookAhead.step(() => signal.aborted)]
      if (!signal.aborted) await cleanUp()
    },
  })
  loop.start()
  return {
    wake: () => loop.wake(),
    stop: () => Promise.race([loop.stop(), delay(stopWaitMs, undefined, { ref: false })]),
  }
}
