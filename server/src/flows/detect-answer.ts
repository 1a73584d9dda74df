// Who answered, from when the callee talks and when not. People say a word or two and wait; machines talk on. The greeting
// of the call is played meanwhile, so nobody waits for this. A later word of the callee may correct an earlier verdict.
import type { Verdict, VerdictKind } from './call-result.ts'

export interface Detector {
  isTalking: boolean
  /** When the callee began to talk, in milliseconds after the answer. */
  sinceMs: number
  verdict: VerdictKind | null
  /** A key was pressed: whatever is heard later, it is a person. */
  hasPressed: boolean
}

export interface Detection {
  detector: Detector
  /** A new verdict. */
  verdict?: Verdict
  /** When to look again if nothing is heard until then; null: not at all, undefined: as before. */
  lookAfterMs?: number | null
}

/** Nobody says a word for this long: silence. */
const PATIENCE_MS = 4000
const LONG_GREETING_MS = 2200
/** Shorter sounds are noise. */
const NOISE_MS = 100
/** A callee who begins to talk this soon, and does not stop for this long, is a machine that had paused. */
const PAUSED_GREETING = { beginsWithinMs: 6000, lastsMs: 4000 }

export const NOTHING_HEARD: Detector = { isTalking: false, sinceMs: 0, verdict: null, hasPressed: false }

/** The call was answered. */
export function beginDetection(): Detection {
  return { detector: NOTHING_HEARD, lookAfterMs: PATIENCE_MS }
}

/** Machines press no keys. */
export function noteKey(detector: Detector, atMs: number): Detection {
  if (detector.hasPressed) return { detector }
  const proven = { ...detector, hasPressed: true }
  if (detector.verdict === 'person') return { detector: proven, lookAfterMs: null }
  return decide(proven, 'person', 'pressed_key', atMs)
}

export function hearTalk(detector: Detector, isTalking: boolean, talkMs: number, atMs: number): Detection {
  if (detector.hasPressed) return { detector: { ...detector, isTalking } }
  if (isTalking) {
    const { verdict } = detector
    const now = { ...detector, isTalking, sinceMs: atMs }
    if (verdict === null || verdict === 'silence') return { detector: now, lookAfterMs: LONG_GREETING_MS }
    const mayBePaused = verdict === 'person' && atMs <= PAUSED_GREETING.beginsWithinMs
    return { detector: now, ...(mayBePaused && { lookAfterMs: PAUSED_GREETING.lastsMs }) }
  }
  const quiet = { ...detector, isTalking }
  if (detector.verdict === 'person' || detector.verdict === 'machine')
    return { detector: quiet, lookAfterMs: null }
  if (talkMs < NOISE_MS) return { detector: quiet, lookAfterMs: Math.max(0, PATIENCE_MS - atMs) }
  if (talkMs < LONG_GREETING_MS) return decide(quiet, 'person', 'short_greeting', atMs)
  return decide(quiet, 'machine', 'long_greeting', atMs)
}

/** Nothing was heard since the last look was asked for. */
export function lookAgain(detector: Detector, atMs: number): Detection {
  if (detector.hasPressed) return { detector }
  if (!detector.isTalking)
    return detector.verdict === null ? decide(detector, 'silence', 'no_word', atMs) : { detector }
  if (detector.verdict === 'person') return decide(detector, 'machine', 'greeting_after_pause', atMs)
  return decide(detector, 'machine', 'long_greeting', atMs)
}

function decide(detector: Detector, is: VerdictKind, how: string, atMs: number): Detection {
  return {
    detector: { ...detector, verdict: is },
    verdict: { is, by: 'detector', how, afterMs: Math.round(atMs) },
    lookAfterMs: null,
  }
}
