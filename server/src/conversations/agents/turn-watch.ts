// Measures how an agent takes turns: how long the callee waits for its first sound after each turn, whether it begins while the callee
// talks, and whether it leaves the callee in silence. Talk is detected in the audio itself. Silence that an agent sends is no sound.

import type { Clock } from '../../platform/kernel/clock.ts'
import type { AgentPace } from '../transcripts/conversation.ts'
import { AUDIO_BYTES_PER_MS } from './media-stream.ts'
import { isLoud } from './mute-watch.ts'

/** Shorter sounds are no words. */
const MIN_TALK_MS = 200
/** Pauses between words are shorter. */
const PAUSE_MS = 300
const SILENCE_MS = 3000
const PIECE_BYTES = 20 * AUDIO_BYTES_PER_MS
/** More say nothing new about a call. */
const MAX_TURNS = 500

export function createTurnWatch(clock: Pick<Clock, 'elapsedMs'>) {
  const turns: number[] = []
  let talkedOver = 0
  let silences = 0
  /** Since when the callee waits; undefined: the agent has answered. */
  let waitsSinceMs: number | undefined
  let spurtMs = 0
  let lastLoudMs = Number.NEGATIVE_INFINITY
  /** When all that the agent has sent will have been heard, and when its last sound in it ends. */
  let sentUntilMs = Number.NEGATIVE_INFINITY
  let soundUntilMs = Number.NEGATIVE_INFINITY
  let isFirst = true

  /** Adds a wait that is over. The first word of the agent answers nothing. */
  function note(untilMs: number): void {
    if (waitsSinceMs === undefined) return
    const waitedMs = Math.max(0, untilMs - waitsSinceMs)
    waitsSinceMs = undefined
    if (waitedMs >= SILENCE_MS) silences += 1
    if (!isFirst && turns.length < MAX_TURNS) turns.push(Math.round(waitedMs))
  }

  return {
    begin(): void {
      waitsSinceMs = clock.elapsedMs()
    },

    /** The callee, as it comes. */
    heard(audio: Uint8Array): void {
      if (!isLoud(audio)) return
      const nowMs = clock.elapsedMs()
      if (nowMs - lastLoudMs > PAUSE_MS) spurtMs = 0
      lastLoudMs = nowMs
      spurtMs += audio.length / AUDIO_BYTES_PER_MS
      // Whoever talks into the agent's words does not wait for an answer yet.
      if (spurtMs >= MIN_TALK_MS && nowMs >= soundUntilMs) {
        waitsSinceMs = nowMs
        isFirst = false
      }
    },

    /** The agent has sent this. */
    said(audio: Uint8Array): void {
      const nowMs = clock.elapsedMs()
      let atMs = Math.max(sentUntilMs, nowMs)
      for (let from = 0; from < audio.length; from += PIECE_BYTES) {
        const piece = audio.subarray(from, from + PIECE_BYTES)
        if (isLoud(piece)) {
          if (atMs > soundUntilMs + PAUSE_MS) {
            if (nowMs - lastLoudMs < PAUSE_MS / 2 && spurtMs >= MIN_TALK_MS && atMs === nowMs) talkedOver += 1
            else note(atMs)
            waitsSinceMs = undefined
          }
          soundUntilMs = atMs + piece.length / AUDIO_BYTES_PER_MS
        }
        atMs += piece.length / AUDIO_BYTES_PER_MS
      }
      sentUntilMs = atMs
    },

    /** What was not played yet is forgotten. */
    cleared(): void {
      const nowMs = clock.elapsedMs()
      sentUntilMs = Math.min(sentUntilMs, nowMs)
      soundUntilMs = Math.min(soundUntilMs, nowMs)
    },

    /** The conversation is over. */
    end(): AgentPace {
      if (waitsSinceMs !== undefined && clock.elapsedMs() - waitsSinceMs >= SILENCE_MS) silences += 1
      waitsSinceMs = undefined
      return { turns, talkedOver, silences }
    },
  }
}
