// Sound that waits at Asterisk for longer than it has to. An agent that makes its sound ahead of time fills the queue on purpose, and the queue gets
// shorter as it is played. An agent that answers in real time, such as an echo or a speech-to-speech model, leaves a queue that neither grows nor
// shrinks: after a hiccup on the way everything is late by as much, for the rest of the call. Such a queue is drained: silence is left out, and
// beyond a limit whatever comes.
//
// How much waits is known whenever a mark comes back: what was sent behind it. Time is counted in sound, so no clock is needed.

const BYTES_PER_MS = 8
/** The marks of a second. */
const LOOKS = 5
/** A queue whose length changes by less than this within a second is one of an agent that sends in real time. */
const STEADY_BYTES = 120 * BYTES_PER_MS
/** What jitter needs. */
const KEPT_BYTES = 60 * BYTES_PER_MS
const MAX_STANDING_BYTES = 120 * BYTES_PER_MS
/** More is worse than a gap. */
const MAX_HEARD_BYTES = 400 * BYTES_PER_MS
/** Longer pieces are not those of an agent in real time. */
const MAX_PIECE_BYTES = 200 * BYTES_PER_MS
/** Of the seven bits of a level in mu-law: below the level that counts as talking. */
const SILENT_BELOW = 0x18

export function createStandingQueue() {
  let lengths: number[] = []
  let excess = 0
  let maySkipSound = false

  return {
    /** A mark has come back, behind which so much was sent. */
    look(waitingBytes: number): void {
      lengths = [...lengths.slice(1 - LOOKS), waitingBytes]
      const least = Math.min(...lengths)
      const isSteady = lengths.length === LOOKS && Math.max(...lengths) - least <= STEADY_BYTES
      if (!isSteady || least <= MAX_STANDING_BYTES) return
      excess = least - KEPT_BYTES
      maySkipSound = least > MAX_HEARD_BYTES
      // What is left out shows in the next second.
      lengths = []
    },

    /** Whether this piece is not to be sent. */
    skips(audio: Uint8Array): boolean {
      if (excess < audio.length || audio.length > MAX_PIECE_BYTES) return false
      if (!maySkipSound && !isSilent(audio)) return false
      excess -= audio.length
      return true
    },

    clear(): void {
      lengths = []
      excess = 0
    },
  }
}

function isSilent(audio: Uint8Array): boolean {
  return audio.every((level) => (~level & 0x7f) < SILENT_BELOW)
}
