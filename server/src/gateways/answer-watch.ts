// Whether answered calls get what they should, from what the switch says when it is asked and from what calls show. While they
// do not, no phone may ring: one call that fails is enough to stop. The switch saying that the place is there ends that,
// unless calls went wrong although it said so, or it cannot say: then one is tried after a pause that grows.
import type { Clock } from '../kernel/clock.ts'
import type { GatewayLog } from './gateway-log.ts'

/** What the switch says of the place that answered calls go to. */
export type PlaceState =
  | { kind: 'there' }
  | { kind: 'missing'; reason: string }
  /** It cannot tell. */
  | { kind: 'unknown'; reason: string }

export interface AnswerWatch<Way> {
  /** Asks the switch. Why answered calls do not get what they should, or undefined. */
  look(way: Way): Promise<string | undefined>
  /** A callee did not get what they should have: stop. */
  noteFailure(reason: string): void
  noteSuccess(): void
  /** Why no phone may ring now. */
  fault(): string | undefined
}

export interface AnswerWatchOptions<Way> {
  /** `way` is what the switch is asked through. */
  place: { look(way: Way): Promise<PlaceState> }
  clock: Clock
  log: GatewayLog
}

const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 3_600_000

export function createAnswerWatch<Way>({ place, clock, log }: AnswerWatchOptions<Way>): AnswerWatch<Way> {
  let missing: string | undefined
  let failure = ''
  let pauseMs = FIRST_PAUSE_MS
  let pausedUntilMs = Number.NEGATIVE_INFINITY
  let looking: Promise<string | undefined> | undefined
  let hasSaidUnknown = false

  async function look(way: Way): Promise<string | undefined> {
    const state = await place.look(way)
    const reason = state.kind === 'missing' ? state.reason : undefined
    if (state.kind === 'unknown' && !hasSaidUnknown) {
      hasSaidUnknown = true
      log.info({ reason: state.reason }, 'what answered calls get cannot be asked for in advance')
    }
    if (reason !== undefined && missing === undefined)
      log.warn({ reason }, 'answered calls would get nothing: no calls are placed')
    if (reason === undefined && missing !== undefined) {
      log.info({}, 'answered calls get what they should again')
      // What was wrong has been put right.
      pausedUntilMs = Number.NEGATIVE_INFINITY
    }
    missing = reason
    return reason
  }

  return {
    look(way) {
      // Asked for by many calls at once, one look is enough.
      looking ??= look(way).finally(() => {
        looking = undefined
      })
      return looking
    },

    noteFailure(reason) {
      const nowMs = clock.elapsedMs()
      if (nowMs >= pausedUntilMs) {
        log.warn({ reason, pauseMs }, 'an answered call got nothing: no calls are placed for a while')
        pausedUntilMs = nowMs + pauseMs
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
      }
      failure = reason
    },

    noteSuccess() {
      pauseMs = FIRST_PAUSE_MS
    },

    fault: () => missing ?? (clock.elapsedMs() < pausedUntilMs ? failure : undefined),
  }
}
