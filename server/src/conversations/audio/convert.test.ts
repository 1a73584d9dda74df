// What telephones get of files of all kinds. tone.mp3, tone-vorbis.ogg and tone-opus.ogg are 0.6 s of a 440 Hz tone, made by ffmpeg.
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { InvalidInput, TooLarge } from '../../platform/kernel/errors.ts'
import { convertAudio, convertWav } from './convert.ts'
import type { SoundFile } from './wav.ts'

interface WavOptions {
  rate: number
  hz: number
  seconds?: number
  channels?: number
  kind?: number
  bits?: number
  write?: (data: Buffer, value: number, offset: number) => void
  isExtensible?: boolean
}

const write16 = (data: Buffer, value: number, offset: number) =>
  void data.writeInt16LE(Math.round(value * 32767), offset)

/** A tone at half of the full level. */
function wav(options: WavOptions): Buffer {
  const { rate, hz, seconds = 1, channels = 1, kind = 1, bits = 16, write = write16 } = options
  const frames = Math.round(rate * seconds)
  const data = Buffer.alloc((frames * channels * bits) / 8)
  for (let frame = 0; frame < frames; frame += 1)
    for (let channel = 0; channel < channels; channel += 1)
      write(
        data,
        0.5 * Math.sin((2 * Math.PI * hz * frame) / rate),
        ((frame * channels + channel) * bits) / 8,
      )
  const format = Buffer.alloc(options.isExtensible ? 40 : 16)
  format.writeUInt16LE(options.isExtensible ? 0xfffe : kind, 0)
  format.writeUInt16LE(channels, 2)
  format.writeUInt32LE(rate, 4)
  format.writeUInt32LE((rate * channels * bits) / 8, 8)
  format.writeUInt16LE((channels * bits) / 8, 12)
  format.writeUInt16LE(bits, 14)
  if (options.isExtensible) format.writeUInt16LE(kind, 24)
  return Buffer.concat([
    Buffer.from('RIFF____WAVE'),
    chunk('LIST', Buffer.from('abc')),
    chunk('fmt ', format),
    chunk('data', data),
  ])
}

function chunk(name: string, body: Buffer, size = body.length): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 0, 'latin1')
  head.writeUInt32LE(size, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
}

function samplesOf({ bytes }: SoundFile): number[] {
  const file = Buffer.from(bytes)
  expect(file.toString('latin1', 0, 4) + file.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ')
  expect([
    file.readUInt16LE(20),
    file.readUInt16LE(22),
    file.readUInt32LE(24),
    file.readUInt16LE(34),
  ]).toEqual([1, 1, 8000, 16])
  expect(file.readUInt32LE(40)).toBe(file.length - 44)
  return Array.from({ length: (file.length - 44) / 2 }, (_, index) => file.readInt16LE(44 + index * 2))
}

/** In decibels, against a tone at half of the full level; without the ends, where filters begin. */
function levelOf(sound: SoundFile): number {
  const middle = samplesOf(sound).slice(200, -200)
  const mean = middle.reduce((sum, value) => sum + value * value, 0) / middle.length
  return 20 * Math.log10(Math.max(Math.sqrt(mean), 0.01) / (16384 / Math.SQRT2))
}

/** From how often it goes through zero. */
function frequencyOf(sound: SoundFile): number {
  const samples = samplesOf(sound).slice(200, -200)
  const crossings = samples.filter((value, index) => value >= 0 && (samples[index - 1] ?? 0) < 0).length
  return (crossings * 8000) / samples.length
}

describe('a WAV file', () => {
  const float = (data: Buffer, value: number, offset: number) => void data.writeFloatLE(value, offset)
  const kinds: [string, Partial<WavOptions>][] = [
    [
      '8 bit',
      {
        bits: 8,
        write: (data, value, offset) => void data.writeUInt8(Math.round(value * 127) + 128, offset),
      },
    ],
    ['16 bit', {}],
    [
      '24 bit',
      {
        bits: 24,
        write: (data, value, offset) => void data.writeIntLE(Math.round(value * 8388607), offset, 3),
      },
    ],
    [
      '32 bit',
      {
        bits: 32,
        write: (data, value, offset) => void data.writeInt32LE(Math.round(value * 2147483647), offset),
      },
    ],
    ['float', { kind: 3, bits: 32, write: float }],
    ['double', { kind: 3, bits: 64, write: (data, value, offset) => void data.writeDoubleLE(value, offset) }],
    [
      'mu-law',
      { kind: 7, bits: 8, write: (data, value, offset) => void data.writeUInt8(toMuLaw(value), offset) },
    ],
    [
      'A-law',
      { kind: 6, bits: 8, write: (data, value, offset) => void data.writeUInt8(toALaw(value), offset) },
    ],
    ['extensible, float', { kind: 3, bits: 32, write: float, isExtensible: true }],
    ['stereo', { channels: 2 }],
  ]
  it.each(kinds)('of %s keeps its tone and its level', async (_, options) => {
    for (const rate of [8000, 22_050, 48_000]) {
      const sound = await convertAudio(wav({ rate, hz: 440, seconds: 0.5, ...options }))
      expect(sound.durationMs).toBe(500)
      expect(frequencyOf(sound)).toBeCloseTo(440, -1)
      expect(Math.abs(levelOf(sound))).toBeLessThan(0.2)
    }
  })

  it.each([11_025, 16_000, 22_050, 44_100, 48_000, 96_000])(
    'of %i Hz keeps what a telephone carries, and nothing else',
    async (rate) => {
      const level = async (hz: number) => levelOf(await convertAudio(wav({ rate, hz, seconds: 0.5 })))
      for (const hz of [300, 1000, 3000]) expect(Math.abs(await level(hz))).toBeLessThan(0.2)
      expect(await level(3400)).toBeGreaterThan(-1)
      // What is not filtered out would be heard at 8000 Hz minus its frequency.
      for (const hz of [4200, 5000]) expect(await level(hz)).toBeLessThan(-60)
    },
  )

  it('of 16 kHz with a tone of 6 kHz is silent', async () => {
    expect(levelOf(await convertAudio(wav({ rate: 16_000, hz: 6000 })))).toBeLessThan(-60)
  })

  it('of an unknown length, as programs write it to a pipe, is read to its end', async () => {
    const file = wav({ rate: 8000, hz: 440 })
    file.writeUInt32LE(0xffffffff, file.indexOf('data') + 4)
    expect((await convertAudio(file)).durationMs).toBe(1000)
  })
})

describe('a compressed file', () => {
  it.each(['tone.mp3', 'tone-vorbis.ogg', 'tone-opus.ogg'])(
    '%s keeps its tone and its length',
    async (name) => {
      const sound = await convertAudio(
        await readFile(new URL(`../../../test/corpus/audio/${name}`, import.meta.url)),
      )
      expect(Math.abs(sound.durationMs - 600)).toBeLessThan(60)
      expect(frequencyOf(sound)).toBeCloseTo(440, -1)
    },
  )
})

describe('a file that cannot be read', () => {
  const bad = (change: (file: Buffer) => void) => {
    const file = wav({ rate: 8000, hz: 440 })
    change(file)
    return file
  }
  const at = (file: Buffer, field: number) => file.indexOf('fmt ') + 8 + field
  it.each<[string, Buffer, RegExp]>([
    ['empty', Buffer.alloc(0), /neither WAV, MP3 nor OGG/],
    ['text', Buffer.from('Hello, this is no audio'), /neither WAV, MP3 nor OGG/],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /neither WAV, MP3 nor OGG/],
    ['a WAV header alone', Buffer.from('RIFF____WAVE'), /it has no format$/],
    [
      'data before the format',
      Buffer.concat([Buffer.from('RIFF____WAVE'), chunk('data', Buffer.alloc(9))]),
      /before its format$/,
    ],
    [
      'a cut format',
      Buffer.concat([Buffer.from('RIFF____WAVE'), chunk('fmt ', Buffer.alloc(9))]),
      /its format is cut off$/,
    ],
    ['no samples', wav({ rate: 8000, hz: 440, seconds: 0 }), /it has no sound in it$/],
    [
      'no channels',
      bad((file) => void file.writeUInt16LE(0, at(file, 2))),
      /it has 0 channels instead of 1 to 2$/,
    ],
    [
      'a thousand channels',
      bad((file) => void file.writeUInt16LE(1000, at(file, 2))),
      /it has 1000 channels instead of 1 to 2$/,
    ],
    [
      'a rate of zero',
      bad((file) => void file.writeUInt32LE(0, at(file, 4))),
      /its sample rate is 0 Hz instead of 1000 to 192000 Hz$/,
    ],
    [
      'a huge rate',
      bad((file) => void file.writeUInt32LE(4e9, at(file, 4))),
      /its sample rate is 4000000000 Hz instead of 1000 to 192000 Hz$/,
    ],
    [
      'ADPCM',
      bad((file) => void file.writeUInt16LE(2, at(file, 0))),
      /samples of kind 2 with 16 bit are not supported$/,
    ],
    ['an MP3 tag alone', Buffer.from('ID3\x04\0\0\0\0\0\0'), /it has no sound in it$/],
    [
      'an MP3 of noise',
      Buffer.concat([Buffer.from([0xff, 0xfb, 0xf0, 0]), Buffer.alloc(5000, 7)]),
      /cannot be read/,
    ],
    [
      'an OGG of something else',
      Buffer.concat([Buffer.from('OggS'), Buffer.alloc(500)]),
      /neither Vorbis nor Opus in it$/,
    ],
    [
      'an OGG of noise',
      Buffer.concat([Buffer.from('OggS'), Buffer.alloc(24), Buffer.from('OpusHead'), Buffer.alloc(5000, 9)]),
      /cannot be read/,
    ],
  ])('%s', async (_, file, message) => {
    const failing = convertAudio(file)
    await expect(failing).rejects.toThrow(message)
    await expect(failing).rejects.toBeInstanceOf(InvalidInput)
  })

  it('because it is longer than 10 minutes', async () => {
    const failing = convertAudio(wav({ rate: 1000, hz: 440, seconds: 601, bits: 8, write: () => undefined }))
    await expect(failing).rejects.toThrow('The audio is longer than 10 minutes')
    await expect(failing).rejects.toBeInstanceOf(TooLarge)
  })
})

function toMuLaw(value: number): number {
  const magnitude = Math.min(Math.abs(Math.round(value * 32767)), 32635) + 0x84
  const exponent = Math.floor(Math.log2(magnitude)) - 7
  return ~((value < 0 ? 0x80 : 0) | (exponent << 4) | ((magnitude >> (exponent + 3)) & 0x0f)) & 0xff
}

function toALaw(value: number): number {
  const magnitude = Math.min(Math.abs(Math.round(value * 32767)), 32767) >> 4
  const exponent = magnitude < 16 ? 0 : Math.floor(Math.log2(magnitude)) - 3
  const mantissa = exponent === 0 ? magnitude & 0x0f : (magnitude >> (exponent - 1)) & 0x0f
  return ((value < 0 ? 0 : 0x80) | (exponent << 4) | mantissa) ^ 0x55
}

it('converts a sentence in pieces, and leaves time for calls in between', async () => {
  const file = wav({ rate: 22_050, hz: 440, seconds: 5 })
  let turns = 0
  let isDone = false
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const sound = await convertWav(file)
  isDone = true
  expect(turns).toBeGreaterThan(3)
  expect(sound).toEqual(await convertAudio(file))
})
