// Hears the tone of an answering machine in the audio of a call: one frequency that holds almost all of the energy, and stays for a while.
// Speech has many frequencies at once, and no syllable stays at one for that long. The share of each frequency is computed with
// Goertzel's algorithm, in windows of 40 ms.

const RATE = 8000
const WINDOW = 320
/** The width of a window's frequency; a tone between two of them is heard in both. */
const STEP_HZ = RATE / WINDOW
const FROM_HZ = 350
const TO_HZ = 2200
/** Of the energy, in two neighbouring frequencies. */
const MIN_SHARE = 0.75
/** Of a sample, where 1 is the loudest: about -36 dB. */
const MIN_LEVEL = 0.016
/** The shortest tone. */
const MIN_WINDOWS = 4

const FREQUENCIES = Array.from({ length: Math.floor((TO_HZ - FROM_HZ) / STEP_HZ) + 1 }, (_, index) => {
  const turn = (2 * Math.PI * (FROM_HZ + index * STEP_HZ)) / RATE
  return 2 * Math.cos(turn)
})

/** Calls back when a tone has ended. */
export function createToneDetector(onEnd: () => void): (muLaw: Uint8Array) => void {
  const samples = new Float64Array(WINDOW)
  let filled = 0
  let frequency = -1
  let windows = 0

  function look(): void {
    const next = findTone(samples)
    const isSame = next !== -1 && Math.abs(next - frequency) <= 1
    if (!isSame && windows >= MIN_WINDOWS) onEnd()
    windows = isSame ? windows + 1 : next === -1 ? 0 : 1
    frequency = next
  }

  return (muLaw) => {
    for (const byte of muLaw) {
      samples[filled] = DECODED[byte] ?? 0
      filled += 1
      if (filled < WINDOW) continue
      filled = 0
      look()
    }
  }
}

/** The index of the frequency; -1: it is no tone. */
function findTone(samples: Float64Array): number {
  let energy = 0
  for (const sample of samples) energy += sample * sample
  if (Math.sqrt(energy / WINDOW) < MIN_LEVEL) return -1
  const shares = FREQUENCIES.map((factor) => (2 * powerOf(samples, factor)) / (WINDOW * energy))
  let best = 0
  for (let index = 1; index < shares.length; index += 1)
    if ((shares[index] ?? 0) > (shares[best] ?? 0)) best = index
  const share = (shares[best] ?? 0) + Math.max(shares[best - 1] ?? 0, shares[best + 1] ?? 0)
  return share >= MIN_SHARE ? best : -1
}

function powerOf(samples: Float64Array, factor: number): number {
  let before = 0
  let last = 0
  for (const sample of samples) {
    const next = sample + factor * last - before
    before = last
    last = next
  }
  return last * last + before * before - factor * last * before
}

/** Of mu-law, from -1 to 1. */
const DECODED = Float64Array.from({ length: 256 }, (_, byte) => {
  const bits = ~byte & 0xff
  const magnitude = (((bits & 0x0f) << 3) + 0x84) << ((bits & 0x70) >> 4)
  return (bits & 0x80 ? 0x84 - magnitude : magnitude - 0x84) / 32_124
})
