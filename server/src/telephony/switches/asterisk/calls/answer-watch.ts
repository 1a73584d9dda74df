// Whether the sound or dialplan place for answered calls exists, according to Asterisk and to the calls themselves. While
// it does not, no call is placed: one failed call is enough to stop. Dialing resumes as soon as Asterisk finds the
// missing place. If calls fail although Asterisk finds it, or if Asterisk cannot check it, one call is tried after a
// growing pause.
import type { Clock } from '../../../../platform/kernel/clock.ts'
import type { Log } from '../../../../platform/kernel/log/log.ts'

/** What Asterisk says about the sound or dialplan place for answered calls. */
export type PlaceState =
  | { kind: 'there' }
  | { kind: 'missing'; reason: string }
  /** Asterisk cannot check it. */
  | { kind: 'unknown'; reason: string }

interface AnswerWatchOptions {
  /** `app`: the application whose events we receive. */
  place: { check(app: string): Promise<PlaceState> }
  clock: Clock
  log: Log
}

const FIRST_PAUSE_MS = 30_000
const MAX_PAUSE_MS = 3_600_000

export function createAnswerWatch({ place, clock, log }: AnswerWatchOptions) {
  let missing: string | undefined
  let failure = ''
  let pauseMs = FIRST_PAUSE_MS
  let pausedUntilMs = Number.NEGATIVE_INFINITY
  let checking: Promise<string | undefined> | undefined
  let hasSaidUnknown = false

  async function check(app: string): Promise<string | undefined> {
    const state = await place.check(app)
    const reason = state.kind === 'missing' ? state.reason : undefined
    if (state.kind === 'unknown' && !hasSaidUnknown) {
      hasSaidUnknown = true
      log.info({ reason: state.reason }, 'Asterisk cannot check in advance what answered calls get')
    }
    if (reason !== undefined && missing === undefined)
      log.warn({ reason }, 'the place for answered calls is missing; no calls are placed until it is found')
    if (reason === undefined && missing !== undefined) {
      log.info({}, 'the place for answered calls exists again; placing calls')
      // The cause of earlier failures is gone.
      pausedUntilMs = Number.NEGATIVE_INFINITY
    }
    missing = reason
    return reason
  }

  return {
    /** Asks Asterisk. Returns what is missing, or undefined. */
    check(app: string): Promise<string | undefined> {
      // Many calls may ask at once; one check is enough.
      checking ??= check(app).finally(() => {
        checking = undefined
      })
      return checking
    },

    /** An answered call failed because the place is missing. */
    noteFailure(reason: string): void {
      const nowMs = clock.elapsedMs()
      if (nowMs >= pausedUntilMs) {
        log.warn({ reason, pauseMs }, 'an answered call failed; no calls are placed during the pause')
        pausedUntilMs = nowMs + pauseMs
        pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)
      }
      failure = reason
    },

    noteSuccess(): void {
      pauseMs = FIRST_PAUSE_MS
    },

    /** Why no call may be placed now. */
    fault: () => missing ?? (clock.elapsedMs() < pausedUntilMs ? failure : undefined),
  }
}
