// Small files that ask a decoder for much: channels, rates, streams, hours of sound, gigabytes of tables.
import { expect, it } from 'vitest'
import { InvalidInput, TooLarge } from '../../platform/kernel/errors.ts'
import { convertAudio } from './convert.ts'
import { convertInProcess } from './convert-process.ts'
import { withWavHeader } from './wav.ts'

interface Page {
  packets: Buffer[]
  number: number
  isFirst?: boolean
  isLast?: boolean
  serial?: number
}

/** Packets of less than 255 bytes are one segment; longer ones are written as the format says. */
function page({ packets, number, isFirst = number === 0, isLast = false, serial = 7 }: Page): Buffer {
  const lengths = packets.flatMap(({ length }) => [
    ...Array<number>(Math.floor(length / 255)).fill(255),
    length % 255,
  ])
  const header = Buffer.alloc(27)
  header.write('OggS', 'latin1')
  header.writeUInt8((isFirst ? 2 : 0) | (isLast ? 4 : 0), 5)
  header.writeUInt32LE(serial, 14)
  header.writeUInt32LE(number, 18)
  header.writeUInt8(lengths.length, 26)
  return Buffer.concat([header, Buffer.from(lengths), ...packets])
}

function vorbisHeader(channels: number, rate: number): Buffer {
  const header = Buffer.alloc(30)
  header.write('\x01vorbis', 'latin1')
  header.writeUInt8(channels, 11)
  header.writeUInt32LE(rate, 12)
  header.writeUInt8(0xb8, 28)
  header.writeUInt8(1, 29)
  return header
}

const VORBIS_COMMENT = Buffer.concat([Buffer.from('\x03vorbis', 'latin1'), Buffer.alloc(8), Buffer.of(1)])

function opusHeader(channels: number, streams?: number): Buffer {
  const isMapped = streams !== undefined
  const header = Buffer.alloc(19)
  header.write('OpusHead', 'latin1')
  header.writeUInt8(1, 8)
  header.writeUInt8(channels, 9)
  header.writeUInt32LE(48_000, 12)
  header.writeUInt8(isMapped ? 255 : 0, 18)
  return isMapped ? Buffer.concat([header, Buffer.of(streams, 0), Buffer.alloc(channels)]) : header
}

const OPUS_TAGS = page({ packets: [Buffer.from('OpusTags\0\0\0\0\0\0\0\0', 'latin1')], number: 1 })
/** Six frames of 20 ms without a byte in them. */
const OPUS_PACKET = Buffer.of(0b11111011, 6)

function opus(header: Buffer, ...pages: Buffer[]): Buffer {
  return Buffer.concat([page({ packets: [header], number: 0 }), OPUS_TAGS, ...pages])
}

/** 30.6 s of sound in 792 bytes. */
const opusPage = (number: number) => page({ packets: Array(255).fill(OPUS_PACKET), number })
const opusPages = (count: number) => Array.from({ length: count }, (_, index) => opusPage(index + 2))

function vorbis(channels: number, rate: number, setup: Buffer = Buffer.alloc(0)): Buffer {
  return Buffer.concat([
    page({ packets: [vorbisHeader(channels, rate)], number: 0 }),
    page({ packets: [VORBIS_COMMENT, setup], number: 1 }),
    page({ packets: Array(255).fill(Buffer.of(0)), number: 2 }),
  ])
}

function wavOf(channels: number, rate: number): Buffer {
  const file = withWavHeader(Buffer.alloc(64), rate)
  file.writeUInt16LE(channels, 22)
  return file
}

const otherHeader = page({ packets: [opusHeader(255, 255)], number: 0, isFirst: false })
const otherStream = page({ packets: [opusHeader(255, 255)], number: 0, serial: 8 })

it.each<[string, Buffer, RegExp]>([
  ['Vorbis with 100 channels', vorbis(100, 48_000), /it has 100 channels instead of 1 to 2$/],
  ['Vorbis of 28 MHz', vorbis(1, 28_000_000), /its sample rate is 28000000 Hz instead of 1000 to 192000 Hz$/],
  ['Vorbis of 1 Hz', vorbis(1, 1), /its sample rate is 1 Hz instead/],
  ['Vorbis with gigabytes of tables', vorbis(1, 8000, codebooks()), /cannot be read/],
  [
    'Vorbis without a whole header',
    page({ packets: [vorbisHeader(1, 8000).subarray(0, 12)], number: 0 }),
    /cut off$/,
  ],
  [
    'Opus with 255 channels',
    opus(opusHeader(255, 255), opusPage(2)),
    /it has 255 channels instead of 1 to 2$/,
  ],
  ['Opus without channels', opus(opusHeader(0), opusPage(2)), /it has 0 channels/],
  ['Opus with 255 streams', opus(opusHeader(1, 255), opusPage(2)), /it has 255 streams for 1 channels$/],
  ['Opus with a second header', opus(opusHeader(1), otherHeader, opusPage(2)), /more than one stream in it$/],
  ['Opus with a second stream', opus(opusHeader(1), otherStream, opusPage(2)), /more than one stream in it$/],
  ['a first page without its end', opus(opusHeader(1)).subarray(0, 30), /its first page is cut off$/],
  ['WAV with 3 channels', wavOf(3, 8000), /it has 3 channels instead of 1 to 2$/],
  ['WAV of 192,001 Hz', wavOf(1, 192_001), /its sample rate is 192001 Hz/],
])('refuses %s at once', async (_, file, message) => {
  const failing = convertAudio(file)
  await expect(failing).rejects.toThrow(message)
  await expect(failing).rejects.toBeInstanceOf(InvalidInput)
})

it('reads a small file with much sound, and stops where it becomes too long', async () => {
  expect((await convertAudio(opus(opusHeader(1), ...opusPages(2)))).durationMs).toBe(2 * 30_600)
  // What comes behind the fourth page is not read.
  const long = opus(opusHeader(2), ...opusPages(4), otherStream)
  await expect(convertAudio(long, 60)).rejects.toBeInstanceOf(TooLarge)
})

it('is done in a process that ends when it takes too much memory', async () => {
  const file = wavOf(1, 8000)
  expect((await convertInProcess(file)).durationMs).toBe(4)
  await expect(convertInProcess(file, { memoryMb: 30 })).rejects.toThrow(
    'The audio takes more than 30 MB of memory to read',
  )
})

/** The setup of a Vorbis file: 256 tables of 4 million entries, each in 12 bytes. */
function codebooks(): Buffer {
  const bits: number[] = []
  const write = (value: number, width: number) => {
    for (let bit = 0; bit < width; bit += 1) bits.push((value >> bit) & 1)
  }
  const ENTRIES = 2 ** 22
  write(255, 8)
  for (let book = 0; book < 256; book += 1) {
    write(0x564342, 24)
    write(1, 16)
    write(ENTRIES, 24)
    // Ordered: all entries have codes of 22 bits.
    write(1, 1)
    write(21, 5)
    write(ENTRIES, 23)
    write(0, 4)
  }
  write(1, 1)
  const bytes = Buffer.alloc(Math.ceil(bits.length / 8))
  bits.forEach((bit, index) => {
    bytes[index >> 3] = (bytes[index >> 3] as number) | (bit << (index & 7))
  })
  return Buffer.concat([Buffer.from('\x05vorbis', 'latin1'), bytes])
}
