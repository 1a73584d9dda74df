// Calls whose state this node does not know for certain: the calls of a node that is gone, calls in its own name that it
// knows nothing of, and calls of which the gateway has said nothing for long. The gateway is asked about them; without
// an answer they stay live and are asked about again.
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { AttemptState, Gateway } from './gateway.ts'
import type { NodeCalls, Release } from './node-calls.ts'
import type { NodeWatch } from './node-watch.ts'

const FULL_LOOK_EVERY_MS = 10_000

export interface Recovery {
  /** Takes over the calls of nodes that are gone. */
  adoptOrphans(): Promise<void>
  /** A node is gone: look for its calls at the next opportunity. */
  expectOrphans(): void
  findStrays(): Promise<void>
  /** A statement whose result was lost may have made calls ours. */
  expectStrays(): void
  ask(ids: string[]): void
  askAboutSilentCalls(): void
}

export interface RecoveryOptions {
  clock: Clock
  gateway: Gateway
  log: Log
  watch: NodeWatch
  calls: NodeCalls
  /** How a call is released of which only this is known: it was not placed. */
  notPlaced: Release
  counterSlot: number
  askAfterMs: number
}

export function createRecovery(options: RecoveryOptions): Recovery {
  const { clock, gateway, log, watch, calls, notPlaced, counterSlot, askAfterMs } = options
  let strayLookMs = Number.NEGATIVE_INFINITY
  let orphanLookMs = Number.NEGATIVE_INFINITY

  function ask(ids: string[]): void {
    for (const id of ids) {
      const call = calls.live.get(id)
      if (call) call.heardMs = clock.elapsedMs()
    }
    gateway.reconcile(ids).then(
      (states) => {
        for (const id of ids) learn(id, states.get(id) ?? { state: 'unknown' })
      },
      (error) => log.warn({ err: error, calls: ids.length }, 'the gateway could not be asked about calls'),
    )
  }

  function learn(id: string, known: AttemptState): void {
    if (known.state === 'ended') calls.end(id, known.end)
    else if (known.state === 'not_placed')
      calls.release(id, refusedIf(known.refusal ?? calls.live.get(id)?.unclear ?? null))
    else if (known.state === 'unknown') calls.end(id, { cause: 'lost', talkMs: 0 })
    const call = calls.live.get(id)
    if (call) call.heardMs = clock.elapsedMs()
  }

  /** A request that failed in a way that left open whether the call was placed was refused, if the call was not. */
  function refusedIf(refusal: string | null): Release {
    return refusal === null ? notPlaced : { pauseMs: 0, refusal }
  }

  return {
    ask,
    expectOrphans() {
      orphanLookMs = Number.NEGATIVE_INFINITY
    },
    expectStrays() {
      strayLookMs = Number.NEGATIVE_INFINITY
    },

    // It reads all live calls, and while an old snapshot is held all that ever were: not at every heartbeat.
    async adoptOrphans() {
      const nowMs = clock.elapsedMs()
      if (nowMs < orphanLookMs + FULL_LOOK_EVERY_MS) return
      try {
        const adopted = await watch.adoptCalls(counterSlot)
        orphanLookMs = nowMs
        if (adopted.length === 0) return
        log.warn({ calls: adopted.length }, 'took over the calls of a node that is gone')
        for (const call of adopted) calls.track(call)
        ask(adopted.map(({ id }) => id))
      } catch (error) {
        strayLookMs = Number.NEGATIVE_INFINITY
        throw error
      }
    },

    /**
     * Calls in our name that we know nothing of. The connection broke just when they became ours: in a claim, and
     * they were not placed; or in taking them over, and the gateway has to be asked.
     */
    async findStrays() {
      const nowMs = clock.elapsedMs()
      if (nowMs < strayLookMs + FULL_LOOK_EVERY_MS) return
      const { live, ended, released, unplaced } = calls
      const strays = (await watch.ownCalls()).filter(
        ({ id }) => !live.has(id) && !ended.has(id) && !released.has(id),
      )
      strayLookMs = nowMs
      for (const call of strays) calls.track(call)
      for (const { id } of strays) if (unplaced.delete(id)) calls.release(id, notPlaced)
      const unclear = strays.map(({ id }) => id).filter((id) => live.has(id))
      if (unclear.length > 0) ask(unclear)
    },

    askAboutSilentCalls() {
      const silentSince = clock.elapsedMs() - askAfterMs
      const silent = [...calls.live].filter(([, call]) => call.heardMs <= silentSince).map(([id]) => id)
      if (silent.length > 0) ask(silent)
    },
  }
}
