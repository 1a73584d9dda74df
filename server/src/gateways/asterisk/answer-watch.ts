// Whether answered calls get what they should, from what Asterisk says when it is asked and from what calls show. While they
// do not, no phone may ring: one call that fails is enough to stop. Asterisk saying that the place is there ends that,
// unless calls went wrong although it said so: then one is tried after a pause that grows.
import type { Clock } from '../../kernel/clock.ts'
import type { GatewayLog } from '../gateway-log.ts'
import type { AnswerPlace } from './answer-place.ts'

export interface AnswerWatch {
  /** Asks Asterisk. Why answered calls do not get what they should, or undefined. */
  look(app: string): Promise<string | undefined>
  /** A callee did not get what they should have: stop. */
  noteFailure(reason: string): void
  noteSuccess(): void
  /** Why no phone may ring now. */
  fault(): string | undefined
}

export interface AnswerWatchOptions {
  place: AnswerPlace
  clock: Clock
  log: GatewayLog
}

const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 3_600_000

export function createAnswerWatch({ place, clock, log }: AnswerWatchOptions): AnswerWatch {
  let missing: string | undefined
  let failure = ''
  let pauseMs = FIRST_PAUSE_MS
  let pausedUntilMs = Number.NEGATIVE_INFINITY
  let looking: Promise<string | undefined> | undefined
  let hasWarned = false

  async function look(app: string): Promise<string | undefined> {
    const state = await place.look(app)
    const reason = state.kind === 'missing' ? state.reason : undefined
    if (state.kind === 'unknown' && !hasWarned) {
      hasWarned = true
      log.warn({ reason: state.reason }, 'Asterisk cannot say what answered calls will get')
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
    look(app) {
      // Asked for by many calls at once, one look is enough.
      looking ??= look(app).finally(() => {
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
