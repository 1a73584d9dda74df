// What was heard of the call of a test, and when; a step waits for what it needs to know.
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../../platform/kernel/clock.ts'
import type { CallCause } from '../../../platform/words/calls.ts'
import type { CallSign } from './trunk-probe.ts'

/** Resolves after the time, or when the signal is aborted. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>

export const waitUntil: Wait = async (ms, signal) => {
  await delay(ms, undefined, { signal }).catch(() => undefined)
}

export function createCallSigns(clock: Clock, wait: Wait) {
  const heardMs = new Map<CallSign['type'], number>()
  let sipStatus: number | undefined
  let cause: CallCause | undefined
  const waiting = new Set<() => void>()

  return {
    hear(sign: CallSign): void {
      if (!heardMs.has(sign.type)) heardMs.set(sign.type, clock.elapsedMs())
      if (sign.type === 'ended') {
        sipStatus ??= sign.sipStatus
        cause ??= sign.cause
      }
      for (const check of waiting) check()
    },

    has: (type: CallSign['type']) => heardMs.has(type),
    atMs: (type: CallSign['type']) => heardMs.get(type) ?? clock.elapsedMs(),
    /** The answer that ended the call before it was picked up. */
    sipStatus: () => sipStatus,
    /** How it ended, if the switch says so. */
    cause: () => cause,

    /** Resolves when one of them was heard, or after the time. */
    async until(types: readonly CallSign['type'][], ms: number): Promise<void> {
      const isHeard = () => types.some((type) => heardMs.has(type))
      if (isHeard()) return
      const timer = new AbortController()
      const check = () => isHeard() && timer.abort()
      waiting.add(check)
      await wait(ms, timer.signal)
      waiting.delete(check)
    },
  }
}
