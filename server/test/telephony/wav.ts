// Sounds as the tests compare them: 8 kHz, 16 bit, mono.

export const RATE = 8000

export interface Wave {
  rate: number
  samples: Int16Array
}

/** The sound of a WAV file with 16 bits a sample and one channel. A file that is still being written is read as far as it goes. */
export function readWav(file: Uint8Array): Wave {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const rate = view.getUint32(24, true)
  let at = 12
  while (at + 8 <= file.length) {
    const isData = String.fromCharCode(...file.subarray(at, at + 4)) === 'data'
    const size = view.getUint32(at + 4, true)
    const start = at + 8
    if (isData) {
      // Zero until the file is complete.
      const length = Math.min(size || file.length, file.length - start)
      const samples = Int16Array.from({ length: length >> 1 }, (_, index) =>
        view.getInt16(start + 2 * index, true),
      )
      return { rate, samples }
    }
    at = start + size + (size % 2)
  }
  throw new Error('a WAV file without data')
}

export function writeWav(samples: Int16Array): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + 2 * samples.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(RATE, 24)
  header.writeUInt32LE(2 * RATE, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(2 * samples.length, 40)
  return Buffer.concat([header, Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)])
}

/** To 8 kHz, with a window that keeps what a telephone carries. */
export function resample({ rate, samples }: Wave): Int16Array {
  if (rate === RATE) return samples
  const step = rate / RATE
  const half = Math.ceil(8 * step)
  // Where a sample falls between two others repeats, so there are few sets of weights.
  const sets = new Map<number, Float64Array>()
  const weightsAt = (fraction: number) => {
    const key = Math.round(fraction * 1e6)
    const known = sets.get(key)
    if (known) return known
    const weights = Float64Array.from({ length: 2 * half }, (_, index) => {
      const distance = index - half + 1 - fraction
      const x = distance / step
      const sinc = Math.abs(x) < 1e-9 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
      return (sinc * (0.5 + 0.5 * Math.cos((Math.PI * distance) / half))) / step
    })
    sets.set(key, weights)
    return weights
  }
  const resampled = new Int16Array(Math.floor(samples.length / step))
  for (let index = 0; index < resampled.length; index += 1) {
    const whole = Math.floor(index * step)
    const weights = weightsAt(index * step - whole)
    let sum = 0
    for (let at = 0; at < weights.length; at += 1)
      sum += (weights[at] ?? 0) * (samples[whole + at - half + 1] ?? 0)
    resampled[index] = Math.max(-32768, Math.min(32767, Math.round(sum)))
  }
  return resampled
}

export function tone(seconds: number, hertz: number, level = 8000): Int16Array {
  return Int16Array.from({ length: seconds * RATE }, (_, index) =>
    Math.round(level * Math.sin((2 * Math.PI * hertz * index) / RATE)),
  )
}

/** G.711 mu-law, as telephones send it. */
export function toMuLaw(samples: Int16Array): Uint8Array {
  return Uint8Array.from(samples, (sample) => {
    const sign = sample < 0 ? 0x80 : 0
    const magnitude = Math.min(32635, Math.abs(sample)) + 132
    const exponent = 31 - Math.clz32(magnitude) - 7
    const mantissa = (magnitude >> (exponent + 3)) & 0x0f
    return ~(sign | (exponent << 4) | mantissa) & 0xff
  })
}

export function fromMuLaw(bytes: Uint8Array): Int16Array {
  return Int16Array.from(bytes, (byte) => {
    const value = ~byte & 0xff
    const magnitude = (((value & 0x0f) << 3) + 132) << ((value >> 4) & 7)
    return value & 0x80 ? 132 - magnitude : magnitude - 132
  })
}
