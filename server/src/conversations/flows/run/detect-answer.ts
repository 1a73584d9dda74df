// Answering machine detection: decides who answered by when the callee talks. People say a word or two and wait; machines keep
// talking. The flow plays its greeting meanwhile, so the callee does not wait. Later talk may correct an earlier verdict.
//
// The measure is how long the switch heard the callee talk. A greeting of medium length may come from a person or from a
// machine ("Leave a message." and a tone), so the verdict is unknown until a key or longer talk decides. Call screening counts as
// a machine until it has listened and talks again, which machines do not do.
//
// Some machines pause ("Hello." … "This is Ann." … "Leave a message."), and seem to be a person at first. They go on whatever is said to them, so
// several spurts of talk that follow each other from the start count together.

import type { VerdictKind } from '../../../platform/words/calls.ts'
import type { Verdict } from '../call-result.ts'

export interface Detector {
  isTalking: boolean
  /** A sound was heard, and how long it was could not be measured. */
  hasUnmeasured: boolean
  verdict: VerdictKind | null
  /** A key was pressed: whatever is heard later, it is a person. */
  hasPressed: boolean
  /** Of a machine: when it was heard to have stopped; absent while it talks. */
  stoppedMs?: number | undefined
  /** A machine that had listened is talking. */
  isTalkingAgain?: boolean
  /** Of a person: the talk that followed the first words with short pauses, and whether the present one does. */
  later?: { spurts: number; talkMs: number; endedMs: number; isOn: boolean }
}

export interface Detection {
  detector: Detector
  /** A new verdict. */
  verdict?: Verdict
  /** When to look again if nothing is heard until then; null: not at all, undefined: as before. */
  lookAfterMs?: number | null
}

/** Silence that ends a spurt of talk. The end is reported this much later. */
export const TALK_ENDS_AFTER_MS = 900
/** If the callee says nothing for this long, the verdict is silence. */
const PATIENCE_MS = 4000
/** People: "Hello, Ann Miller." takes 1.2 s. The shortest greeting of a machine, with its tone, takes 1.8 s. */
const SHORT_GREETING_MS = 1500
/** Machines: "Hello, this is Ann Miller speaking." takes 2.0 s. */
const LONG_GREETING_MS = 2400
/** Shorter sounds are noise. */
const NOISE_MS = 100
/** A callee who talks again this soon, and for this long, is a machine that had paused. */
const PAUSED_GREETING = { beginsWithinMs: 6000, lastsMs: 4000 }
/** The same for one who talks again and again, with pauses of at most this length: people who say "Hello?" three times talk less. */
const GREETING_IN_PIECES = { pauseMs: 3500 - TALK_ENDS_AFTER_MS, spurts: 2, lastsMs: 1800 }
/** A machine that talks again after this much silence, and for this long, has listened: tones and pauses are shorter. */
const TALKS_AGAIN = { fromMs: 2500 - TALK_ENDS_AFTER_MS, untilMs: 12_000, lastsMs: 1200 }

export const NOTHING_HEARD: Detector = {
  isTalking: false,
  hasUnmeasured: false,
  verdict: null,
  hasPressed: false,
}

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

/** The callee begins to talk, or was silent for a while after talking for `talkMs`. */
export function hearTalk(detector: Detector, isTalking: boolean, talkMs: number, atMs: number): Detection {
  const now = { ...detector, isTalking }
  if (detector.hasPressed) return { detector: now }
  return isTalking ? hearBegin(now, atMs) : hearEnd(now, talkMs, atMs)
}

function hearBegin(detector: Detector, atMs: number): Detection {
  const { verdict } = detector
  if (verdict === 'machine') return hearMachine(detector, atMs)
  if (verdict === 'screening') return { detector }
  if (verdict !== 'person') return { detector, lookAfterMs: LONG_GREETING_MS + TALK_ENDS_AFTER_MS }
  const { later = { spurts: 0, talkMs: 0, endedMs: 0, isOn: false } } = detector
  const isOn =
    later.spurts === 0
      ? atMs <= PAUSED_GREETING.beginsWithinMs
      : atMs - later.endedMs <= GREETING_IN_PIECES.pauseMs
  const leftMs = GREETING_IN_PIECES.lastsMs - later.talkMs + TALK_ENDS_AFTER_MS
  const isAgain = later.spurts + 1 >= GREETING_IN_PIECES.spurts
  return {
    detector: { ...detector, later: { ...later, isOn } },
    ...(isOn && {
      lookAfterMs: isAgain ? Math.min(leftMs, PAUSED_GREETING.lastsMs) : PAUSED_GREETING.lastsMs,
    }),
  }
}

/** One who was taken for a person has talked again. */
function hearPersonEnd(detector: Detector, talkMs: number, atMs: number): Detection {
  const { later } = detector
  if (!later?.isOn || talkMs < NOISE_MS) return { detector, lookAfterMs: null }
  const spurts = later.spurts + 1
  const heard = { spurts, talkMs: later.talkMs + talkMs, endedMs: atMs, isOn: false }
  const isGreeting = spurts >= GREETING_IN_PIECES.spurts && heard.talkMs >= GREETING_IN_PIECES.lastsMs
  return isGreeting
    ? decide({ ...detector, stoppedMs: atMs }, 'machine', 'greeting_after_pause', atMs)
    : { detector: { ...detector, later: heard }, lookAfterMs: null }
}

function hearMachine(detector: Detector, atMs: number): Detection {
  const { stoppedMs } = detector
  const listenedMs = stoppedMs === undefined ? 0 : atMs - stoppedMs
  const isTalkingAgain = listenedMs >= TALKS_AGAIN.fromMs && listenedMs <= TALKS_AGAIN.untilMs
  const talking = { ...detector, stoppedMs: undefined, isTalkingAgain }
  return { detector: talking, lookAfterMs: isTalkingAgain ? TALKS_AGAIN.lastsMs + TALK_ENDS_AFTER_MS : null }
}

function hearEnd(detector: Detector, talkMs: number, atMs: number): Detection {
  const { verdict } = detector
  if (verdict === 'person') return hearPersonEnd(detector, talkMs, atMs)
  if (verdict === 'screening') return { detector, lookAfterMs: null }
  const stopped = { ...detector, stoppedMs: atMs, isTalkingAgain: false }
  if (verdict === 'machine') {
    const isScreening = detector.isTalkingAgain && talkMs >= TALKS_AGAIN.lastsMs
    return isScreening
      ? decide(stopped, 'screening', 'talked_again', atMs)
      : { detector: stopped, lookAfterMs: null }
  }
  if (talkMs < NOISE_MS) {
    // A switch short of processor time hears much at once, so the talk time is negative under load.
    const hasUnmeasured = detector.hasUnmeasured || talkMs < 0
    return { detector: { ...detector, hasUnmeasured }, lookAfterMs: Math.max(0, PATIENCE_MS - atMs) }
  }
  if (talkMs >= LONG_GREETING_MS) return decide(stopped, 'machine', 'long_greeting', atMs)
  // A word or a tone after an unclear greeting proves nothing.
  if (verdict === 'unknown' && !detector.hasUnmeasured) return { detector, lookAfterMs: null }
  const heard = { ...detector, hasUnmeasured: false }
  return talkMs < SHORT_GREETING_MS
    ? decide(heard, 'person', 'short_greeting', atMs)
    : decide(heard, 'unknown', 'unclear_greeting', atMs)
}

/** Nothing was heard since the last look was asked for. */
export function lookAgain(detector: Detector, atMs: number): Detection {
  const { verdict, isTalking, isTalkingAgain, hasUnmeasured, hasPressed } = detector
  if (hasPressed) return { detector }
  if (verdict === 'machine')
    return isTalking && isTalkingAgain ? decide(detector, 'screening', 'talked_again', atMs) : { detector }
  if (isTalking && verdict === 'person') return decide(detector, 'machine', 'greeting_after_pause', atMs)
  if (isTalking) return decide(detector, 'machine', 'long_greeting', atMs)
  if (verdict !== null) return { detector }
  return hasUnmeasured
    ? decide(detector, 'unknown', 'unclear_sound', atMs)
    : decide(detector, 'silence', 'no_word', atMs)
}

function decide(detector: Detector, is: VerdictKind, how: string, atMs: number): Detection {
  return {
    detector: { ...detector, verdict: is },
    verdict: { is, by: 'detector', how, afterMs: Math.round(atMs) },
    lookAfterMs: null,
  }
}
