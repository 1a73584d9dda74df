// An agent that measures: it says a short sound to a phone that repeats everything, and waits until it comes back.

/** Both ways of a call's audio: 8 kHz mu-law. */
export interface AudioLine {
  send(audio: Uint8Array): void
  onAudio(listener: (audio: Uint8Array) => void): void
}

const FRAME = 160
export const LOUD = 0x10
const EVERY_MS = 400

export interface Probe {
  /** Milliseconds from sending to hearing. */
  delays: number[]
  /** Sounds that never came back. */
  lost: number
  stop(): void
}

export function probe(line: AudioLine): Probe {
  const result: Probe = { delays: [], lost: 0, stop: () => clearInterval(timer) }
  let sentMs: number | undefined
  line.onAudio((audio) => {
    if (sentMs === undefined || !audio.some(isLoud)) return
    result.delays.push(performance.now() - sentMs)
    sentMs = undefined
  })
  const timer = setInterval(() => {
    if (sentMs !== undefined) result.lost += 1
    sentMs = performance.now()
    line.send(new Uint8Array(FRAME).fill(LOUD))
  }, EVERY_MS)
  return result
}

/** Says so many seconds at once, and counts how many came back. */
export function countEcho(line: AudioLine, seconds: number): { heardSeconds(): number } {
  let loud = 0
  line.onAudio((audio) => {
    for (const sample of audio) if (isLoud(sample)) loud += 1
  })
  line.send(new Uint8Array(seconds * 8000).fill(LOUD))
  return { heardSeconds: () => loud / 8000 }
}

/** Mu-law: the upper bits say how loud a sample is. */
export const isLoud = (sample: number) => (sample & 0x7f) < 0x30

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
