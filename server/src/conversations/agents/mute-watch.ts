// Detects an agent that has gone mute: the callee has finished talking, everything from the agent was played, and nothing more comes.
// A model can hang while its socket stays open. Talk is detected in the audio itself, so this works with every gateway.
import type { Clock } from '../../platform/kernel/clock.ts'
import { AUDIO_BYTES_PER_MS } from './media-stream.ts'

interface MuteWatchOptions {
  clock: Clock
  timing: {
    /** The agent must send anything by then. */
    speakWithinMs: number
    /** The callee has finished talking after this much silence. */
    talkEndsAfterMs: number
  }
  /** A timer of the same name is replaced. */
  set(name: 'speak' | 'talk', ms: number, run: () => void): void
  cancel(name: 'speak'): void
  onMute(): void
}

/** A callee who keeps talking to a mute agent has waited too long after this many times the limit. */
const MAX_WAITS = 3
/** Shorter sounds are no words. */
const MIN_TALK_MS = 200
/** A mu-law sample with this exponent or a higher one is louder than about -30 dB. */
const LOUD_EXPONENT = 3
const MIN_LOUD_SHARE = 0.1

export function createMuteWatch({ clock, timing, set, cancel, onMute }: MuteWatchOptions) {
  const { speakWithinMs, talkEndsAfterMs } = timing
  /** When all that the agent has sent will have been played. */
  let playedMs = Number.NEGATIVE_INFINITY
  let lastLoudMs = Number.NEGATIVE_INFINITY
  let loudMs = 0
  /** Since when the callee waits for an answer. */
  let waitingSinceMs: number | undefined

  function wait(): void {
    const nowMs = clock.elapsedMs()
    waitingSinceMs ??= nowMs
    const untilMs = Math.min(nowMs + speakWithinMs, waitingSinceMs + MAX_WAITS * speakWithinMs)
    set('speak', Math.max(0, untilMs - nowMs), look)
  }

  function look(): void {
    const leftMs = playedMs + speakWithinMs - clock.elapsedMs()
    if (leftMs > 0) set('speak', leftMs, look)
    else onMute()
  }

  /** Checks once for a whole sentence instead of for each piece of it. */
  function awaitEndOfTalk(ms: number): void {
    set('talk', ms, () => {
      const leftMs = lastLoudMs + talkEndsAfterMs - clock.elapsedMs()
      if (leftMs > 0) {
        awaitEndOfTalk(leftMs)
        return
      }
      const hasTalked = loudMs >= MIN_TALK_MS
      loudMs = 0
      if (hasTalked) wait()
    })
  }

  return {
    /** The conversation begins: the agent has the first word. */
    begin: wait,
    /** The callee, as it comes. */
    heard(audio: Uint8Array): void {
      if (!isLoud(audio)) return
      lastLoudMs = clock.elapsedMs()
      if (loudMs === 0) awaitEndOfTalk(talkEndsAfterMs)
      loudMs += audio.length / AUDIO_BYTES_PER_MS
    },
    /** The agent has sent something, audio or not. */
    answered(audioBytes = 0): void {
      waitingSinceMs = undefined
      cancel('speak')
      playedMs = Math.max(playedMs, clock.elapsedMs()) + audioBytes / AUDIO_BYTES_PER_MS
    },
    /** The queued audio was cleared. */
    cleared(): void {
      playedMs = clock.elapsedMs()
    },
  }
}

export function isLoud(audio: Uint8Array): boolean {
  let count = 0
  for (const byte of audio) if (((~byte >> 4) & 7) >= LOUD_EXPONENT) count += 1
  return count > audio.length * MIN_LOUD_SHARE
}
