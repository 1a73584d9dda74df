// Cuts the silence before and after what was said into a phone: the pause after the tone, and the one that ends the message.
import { SOUND_RATE, type SoundFile, withWavHeader } from './wav.ts'

const HEADER_BYTES = 44
/** 20 ms of samples of 16 bit. */
const WINDOW_BYTES = (SOUND_RATE / 50) * 2
/** Above the noise of a telephone line, below a quiet voice. */
const VOICE_LEVEL = 500
/** How many windows stay on both sides: words begin and end softly. */
const KEPT_WINDOWS = 10
/** A shorter sound is a click. */
const MIN_VOICE_WINDOWS = 5

/** Undefined: nothing was said. */
export function trimSilence({ bytes }: SoundFile): SoundFile | undefined {
  const samples = Buffer.from(bytes.buffer, bytes.byteOffset + HEADER_BYTES, bytes.byteLength - HEADER_BYTES)
  const voices: number[] = []
  for (let window = 0; window * WINDOW_BYTES < samples.length; window += 1)
    if (hasVoice(samples, window * WINDOW_BYTES)) voices.push(window)
  const [first, last] = [voices.at(0), voices.at(-1)]
  if (first === undefined || last === undefined || voices.length < MIN_VOICE_WINDOWS) return undefined
  const data = samples.subarray(
    Math.max(0, first - KEPT_WINDOWS) * WINDOW_BYTES,
    (last + 1 + KEPT_WINDOWS) * WINDOW_BYTES,
  )
  return {
    bytes: withWavHeader(data, SOUND_RATE),
    durationMs: Math.round((data.length / 2 / SOUND_RATE) * 1000),
  }
}

function hasVoice(samples: Buffer, from: number): boolean {
  const to = Math.min(from + WINDOW_BYTES, samples.length - 1)
  for (let at = from; at < to; at += 2) if (Math.abs(samples.readInt16LE(at)) > VOICE_LEVEL) return true
  return false
}
