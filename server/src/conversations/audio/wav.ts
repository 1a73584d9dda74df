// WAV files: what gateways play is always 8 kHz, 16 bit, mono; what users and speech engines bring is anything.
import { InvalidInput } from '../../platform/kernel/errors.ts'

export const SOUND_RATE = 8000
const HEADER_BYTES = 44
/** Kinds of samples. */
const [PCM, FLOAT, A_LAW, MU_LAW, EXTENSIBLE] = [1, 3, 6, 7, 0xfffe]
const BLOCK_FRAMES = 65_536
const MAX_CHANNELS = 2
const MIN_RATE = 1000
const MAX_RATE = 192_000

/** Samples from -1 to 1, all channels mixed to one. */
export interface AudioBlock {
  rate: number
  samples: Float32Array
}

/** A WAV file: 8 kHz, 16 bit, mono. */
export interface SoundFile {
  bytes: Uint8Array
  durationMs: number
}

export function writeSound(samples: Float32Array): SoundFile {
  const data = Buffer.alloc(samples.length * 2)
  for (let index = 0; index < samples.length; index += 1) {
    const value = Math.round((samples[index] ?? 0) * 32768)
    data.writeInt16LE(Math.max(-32768, Math.min(32767, value)), index * 2)
  }
  return {
    bytes: withWavHeader(data, SOUND_RATE),
    durationMs: Math.round((samples.length / SOUND_RATE) * 1000),
  }
}

/** `data`: samples of 16 bit, mono. */
export function withWavHeader(data: Buffer, rate: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(HEADER_BYTES - 8 + data.length, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(PCM, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(data.length, 40)
  return Buffer.concat([header, data])
}

export function isWav(file: Uint8Array): boolean {
  const text = (from: number) => String.fromCharCode(...file.subarray(from, from + 4))
  return text(0) === 'RIFF' && text(8) === 'WAVE'
}

/** PCM of 8 to 32 bit, float of 32 and 64 bit, A-law and mu-law. */
export function* readWav(file: Uint8Array, blockFrames = BLOCK_FRAMES): Generator<AudioBlock> {
  const { format, data } = findChunks(Buffer.from(file.buffer, file.byteOffset, file.byteLength))
  const { channels, rate, frameBytes, sampleBytes, readSample } = format
  const frames = Math.floor(data.length / frameBytes)
  for (let first = 0; first < frames; first += blockFrames) {
    const length = Math.min(blockFrames, frames - first)
    const samples = new Float32Array(length)
    for (let frame = 0; frame < length; frame += 1) {
      const offset = (first + frame) * frameBytes
      let sum = 0
      for (let channel = 0; channel < channels; channel += 1)
        sum += readSample(data, offset + channel * sampleBytes)
      samples[frame] = sum / channels
    }
    yield { rate, samples }
  }
}

interface WavFormat {
  channels: number
  rate: number
  frameBytes: number
  sampleBytes: number
  readSample(data: Buffer, offset: number): number
}

function findChunks(file: Buffer): { format: WavFormat; data: Buffer } {
  let format: WavFormat | undefined
  for (let at = 12; at + 8 <= file.length; ) {
    const name = file.toString('latin1', at, at + 4)
    const size = file.readUInt32LE(at + 4)
    // Programs that write to a pipe do not know the size: then it is too large, and the data ends with the file.
    const body = file.subarray(at + 8, Math.min(at + 8 + size, file.length))
    if (name === 'fmt ') format = readFormat(body)
    if (name === 'data') {
      if (!format) throw damaged('its data comes before its format')
      return { format, data: body }
    }
    at += 8 + size + (size % 2)
  }
  throw damaged(format ? 'it has no data' : 'it has no format')
}

function readFormat(body: Buffer): WavFormat {
  if (body.length < 16) throw damaged('its format is cut off')
  const given = body.readUInt16LE(0)
  const kind = given === EXTENSIBLE && body.length >= 26 ? body.readUInt16LE(24) : given
  const channels = body.readUInt16LE(2)
  const rate = body.readUInt32LE(4)
  const bits = body.readUInt16LE(14)
  const readSample = SAMPLE_READERS[`${kind}:${bits}`]
  if (!readSample) throw damaged(`samples of kind ${kind} with ${bits} bit are not supported`)
  checkFormat(channels, rate)
  const sampleBytes = bits / 8
  return { channels, rate, sampleBytes, frameBytes: sampleBytes * channels, readSample }
}

const SAMPLE_READERS: Record<string, WavFormat['readSample']> = {
  [`${PCM}:8`]: (data, offset) => (data.readUInt8(offset) - 128) / 128,
  [`${PCM}:16`]: (data, offset) => data.readInt16LE(offset) / 32768,
  [`${PCM}:24`]: (data, offset) => data.readIntLE(offset, 3) / 8_388_608,
  [`${PCM}:32`]: (data, offset) => data.readInt32LE(offset) / 2_147_483_648,
  [`${FLOAT}:32`]: (data, offset) => finite(data.readFloatLE(offset)),
  [`${FLOAT}:64`]: (data, offset) => finite(data.readDoubleLE(offset)),
  [`${A_LAW}:8`]: (data, offset) => fromALaw(data.readUInt8(offset)),
  [`${MU_LAW}:8`]: (data, offset) => fromMuLaw(data.readUInt8(offset)),
}

/** One sample that is not a number would make all samples around it none. */
function finite(value: number): number {
  return Number.isFinite(value) ? Math.max(-1, Math.min(1, value)) : 0
}

function fromMuLaw(byte: number): number {
  const bits = ~byte & 0xff
  const magnitude = ((((bits & 0x0f) << 3) + 0x84) << ((bits & 0x70) >> 4)) - 0x84
  return (bits & 0x80 ? -magnitude : magnitude) / 32768
}

function fromALaw(byte: number): number {
  const bits = byte ^ 0x55
  const exponent = (bits & 0x70) >> 4
  const mantissa = (bits & 0x0f) << 4
  const magnitude = exponent === 0 ? mantissa + 8 : (mantissa + 0x108) << (exponent - 1)
  return (bits & 0x80 ? magnitude : -magnitude) / 32768
}

/**
 * For every kind of file, before anything is decoded: a decoder takes memory for as many channels as a header names, and the filter
 * of the resampler grows with the rate.
 */
export function checkFormat(channels: number, rate: number): void {
  if (channels < 1 || channels > MAX_CHANNELS)
    throw damaged(`it has ${channels} channels instead of 1 to ${MAX_CHANNELS}`)
  if (rate < MIN_RATE || rate > MAX_RATE)
    throw damaged(`its sample rate is ${rate} Hz instead of ${MIN_RATE} to ${MAX_RATE} Hz`)
}

export function damaged(problem: string): InvalidInput {
  return new InvalidInput({
    fault: 'audio_unreadable',
    field: 'file',
    params: { problem },
  })
}
