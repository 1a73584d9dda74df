// Which number a callee is shown: one of the pool of the task or of the trunk. The choice is pure; a claim makes it under the lock of the
// dialer, so the limit per day holds exactly over all nodes.
//
//   1. The number that this person was shown last, so that a second attempt is recognised.
//   2. With the choice `local`: the one that has the most digits behind the country code in common with the called number.
//   3. The one with the fewest calls today.
//
// A number at its limit of the day is not chosen. A number that rests is chosen only while the whole pool rests.
import { callingCode, internationalForm } from '../../platform/kernel/phone/phone-key.ts'
import type { Trunk } from './trunk.ts'

/** Of all numbers, whatever pools they are in. */
export interface CallerIdUse {
  /** Calls of today. */
  calls: Map<string, number>
  resting: ReadonlySet<string>
}

export interface Callee {
  phoneKey: string
  /** The number that was shown last. */
  lastShown: string | undefined
}

/** Null: the pool is empty, and the trunk decides what is shown. */
export type CallerId = string | null

export interface CallerIdPool {
  /** How many more calls of today may show one of the numbers. */
  room(): number
  /** Whether the callee would be shown the same number as before. */
  isKnownTo(callee: Callee): boolean
  /** Chooses and counts a number; undefined: all are at their limit of the day. */
  take(callee: Callee): CallerId | undefined
}

/** `own`: the caller IDs of the task, which take the place of those of the trunk. */
export function createCallerIdPool(
  trunk: Pick<Trunk, 'callerIds' | 'callerIdChoice' | 'callerIdDailyLimit'>,
  own: readonly string[],
  use: CallerIdUse,
): CallerIdPool {
  const all = own.length > 0 ? own : trunk.callerIds
  const awake = all.filter((callerId) => !use.resting.has(callerId))
  const pool = awake.length > 0 ? awake : all
  const limit = trunk.callerIdDailyLimit ?? Number.POSITIVE_INFINITY
  const callsOf = (callerId: string) => use.calls.get(callerId) ?? 0
  const isFree = (callerId: string) => callsOf(callerId) < limit

  const isKnown = (lastShown: string | undefined) =>
    lastShown !== undefined && pool.includes(lastShown) && isFree(lastShown)

  function choose({ phoneKey, lastShown }: Callee): string | undefined {
    if (isKnown(lastShown)) return lastShown
    const digits = trunk.callerIdChoice === 'local' ? localDigits(phoneKey) : () => 0
    let best: { callerId: string; near: number; calls: number } | undefined
    for (const callerId of pool) {
      const [near, calls] = [digits(callerId), callsOf(callerId)]
      if (calls >= limit) continue
      if (!best || near > best.near || (near === best.near && calls < best.calls))
        best = { callerId, near, calls }
    }
    return best?.callerId
  }

  return {
    room: () =>
      pool.length === 0 || trunk.callerIdDailyLimit === null
        ? Number.POSITIVE_INFINITY
        : pool.reduce((sum, callerId) => sum + Math.max(0, limit - callsOf(callerId)), 0),
    isKnownTo: ({ lastShown }) => isKnown(lastShown),
    take(callee) {
      if (pool.length === 0) return null
      const chosen = choose(callee)
      if (chosen !== undefined) use.calls.set(chosen, callsOf(chosen) + 1)
      return chosen
    },
  }
}

/** How many digits a caller ID has in common with the number, behind the country code; in another country 0. */
function localDigits(phoneKey: string): (callerId: string) => number {
  const called = phoneKey.replace('+', '')
  const code = callingCode(phoneKey)?.length ?? 0
  return (callerId) => {
    const shown = internationalForm(callerId).replace('+', '')
    let same = 0
    while (same < called.length && called[same] === shown[same]) same += 1
    return Math.max(0, same - code)
  }
}
