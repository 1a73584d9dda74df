// A line: a trunk as a node knows it, with the switch that has it, its calls on this node, and whether it works.
//
// A trunk that fails for all calls is held back for a growing pause. After the pause one call at a time is tried on it, and the first
// that gets through ends this. The others go to other trunks meanwhile, so a trunk that is silent delays one call and not all.
// The same happens to a trunk that fails most of its calls with an error of its carrier (5xx), though some get through. If those calls had
// rung, another one that rings proves nothing: it has to be answered, or to end by the callee.

import type { Clock } from '../../platform/kernel/clock.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import type { Switch } from '../switch.ts'
import type { Trunk } from '../trunks/trunk.ts'

export type TrunkLine = ReturnType<typeof createTrunkLine>

interface TrunkLineOptions {
  trunk: Trunk
  switch: Switch
  clock: Clock
  log: Log
}

interface Hold {
  reason: string
  sinceMs: number
  untilMs: number
  times: number
  /** A call that rings does not end it. */
  needsEnd: boolean
}

const FIRST_HOLD_MS = 5000
const MAX_HOLD_MS = 60_000
/** So many of the latest calls, and more than half of them, failed by the carrier: the trunk is held back. */
const MIN_FAILED = 4
const LATEST_CALLS = 10
const LATEST_MS = 600_000
/** A call without any sign of the far end for this long makes its trunk the last choice, until one gets through. */
const SUSPECT_AFTER_MS = 5000

export function createTrunkLine({ trunk: first, switch: on, clock, log }: TrunkLineOptions) {
  let trunk = first
  let isLeaving = false
  /** By the id of the attempt, with the time at which the trunk got it. */
  const calls = new Map<string, number>()
  /** Calls of which the far end has given no sign, oldest first. */
  const silent = new Map<string, number>()
  let hold: Hold | undefined
  /** The latest calls, by the id of the attempt: whether the carrier failed them. */
  const latest = new Map<string, { hasFailed: boolean; atMs: number }>()
  let probe: string | undefined
  let throughMs = Number.NEGATIVE_INFINITY

  function keepResult(id: string, hasFailed: boolean): void {
    const atMs = clock.elapsedMs()
    latest.delete(id)
    latest.set(id, { hasFailed, atMs })
    for (const [each, result] of latest)
      if (latest.size > LATEST_CALLS || atMs - result.atMs > LATEST_MS) latest.delete(each)
  }

  function failsMost(): boolean {
    const failed = [...latest.values()].filter(({ hasFailed }) => hasFailed).length
    return failed >= MIN_FAILED && failed * 2 > latest.size
  }

  function holdBack(id: string, reason: string, needsEnd: boolean): void {
    const startedMs = calls.get(id) ?? clock.elapsedMs()
    // Calls that were open at the same time tell nothing new.
    if (hold && startedMs < hold.sinceMs) return
    const times = (hold?.times ?? 0) + 1
    const nowMs = clock.elapsedMs()
    const forMs = Math.min(FIRST_HOLD_MS * 2 ** (times - 1), MAX_HOLD_MS)
    log.warn({ trunk: trunk.name, reason, forMs }, 'the trunk fails; other trunks get its calls for a while')
    hold = { reason, sinceMs: nowMs, untilMs: nowMs + forMs, times, needsEnd }
  }

  function letGo(): void {
    if (hold) log.info({ trunk: trunk.name }, 'the trunk takes calls again')
    hold = undefined
    probe = undefined
  }

  function fault(): string | undefined {
    const health = on.health(trunk.id)
    if (!health.isUp) return health.reason
    return hold && clock.elapsedMs() < hold.untilMs ? hold.reason : undefined
  }

  return {
    switch: on,
    trunk: () => trunk,
    /** It takes no new calls, and is closed when its last one has ended. */
    isLeaving: () => isLeaving,
    count: () => calls.size,

    update(changed: Trunk): void {
      trunk = changed
      isLeaving = false
    },

    leave(): void {
      isLeaving = true
    },

    /** Why no call can go out now. */
    fault,

    /** Why it gets no calls, or one at a time, after it has refused some. */
    heldBack: () => hold?.reason,
    /** How long it gets none. */
    heldMs: () => Math.max(0, (hold?.untilMs ?? 0) - clock.elapsedMs()),

    /** How many calls it takes now, as far as its condition goes: the limits of a trunk hold over all nodes. */
    room(): number {
      if (isLeaving || fault() !== undefined) return 0
      if (!hold) return Number.POSITIVE_INFINITY
      return probe === undefined ? 1 : 0
    },

    /** Other trunks come first: its oldest call waits for a sign, and none has got through since. */
    isSuspect(): boolean {
      const [oldestMs] = silent.values()
      if (oldestMs === undefined) return false
      return clock.elapsedMs() - oldestMs > SUSPECT_AFTER_MS && throughMs < oldestMs
    },

    /** It gets a call. */
    take(id: string): void {
      const nowMs = clock.elapsedMs()
      calls.set(id, nowMs)
      silent.set(id, nowMs)
      if (hold) probe = id
    },

    /** It has this call of another process already. */
    adopt(id: string): void {
      calls.set(id, clock.elapsedMs())
    },

    /** The call is over, or was not placed. */
    release(id: string): void {
      calls.delete(id)
      silent.delete(id)
      if (probe === id) probe = undefined
    },

    /** A phone may ring. */
    noteRinging(id: string): void {
      silent.delete(id)
      throughMs = clock.elapsedMs()
      if (!hold?.needsEnd) letGo()
    },

    /** The call has reached a callee, or a network that knows why there is none. */
    noteThrough(id: string): void {
      silent.delete(id)
      throughMs = clock.elapsedMs()
      keepResult(id, false)
      letGo()
    },

    /** It fails for all calls, as this call shows. */
    noteFault: (id: string, reason: string): void => holdBack(id, reason, false),

    /** Its carrier has failed this one call. */
    noteFailure(id: string, reason: string, hasRung: boolean): void {
      keepResult(id, true)
      if (failsMost()) holdBack(id, reason, hasRung)
    },
  }
}
