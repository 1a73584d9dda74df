// Plays the audio of a live call as it comes: 8 kHz mu-law.

const RATE = 8000
/** Audio that comes unevenly is still heard evenly. */
const LEAD_SECONDS = 0.06
/** Whoever would hear it later than this is behind: some of it is left out. */
const MAX_LEAD_SECONDS = 0.18

type Player = Pick<AudioContext, 'currentTime' | 'createBuffer' | 'createBufferSource' | 'destination'>

export function createLiveAudio(context: Player) {
  let nextAt = 0
  return (audio: Uint8Array): void => {
    const now = context.currentTime
    if (nextAt < now) nextAt = now + LEAD_SECONDS
    if (nextAt - now > MAX_LEAD_SECONDS) return
    const buffer = context.createBuffer(1, audio.length, RATE)
    buffer.copyToChannel(decodeMuLaw(audio), 0)
    const source = context.createBufferSource()
    source.buffer = buffer
    source.connect(context.destination)
    source.start(nextAt)
    nextAt += audio.length / RATE
  }
}

/** ITU-T G.711, as samples from -1 to 1. */
export function decodeMuLaw(audio: Uint8Array): Float32Array<ArrayBuffer> {
  return Float32Array.from(audio, (byte) => {
    const inverted = ~byte
    const exponent = (inverted >> 4) & 7
    const magnitude = ((((inverted & 15) << 3) + 132) << exponent) - 132
    return (inverted & 128 ? -magnitude : magnitude) / 32_768
  })
}
