// OGG files with Vorbis or Opus in them, page by page: a page has at most 255 packets, so however much sound a packet is, little
// memory is taken before the length of the sound is known.
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis'
import CodecParser, { type OggPage, type OpusHeader } from 'codec-parser'
import { OpusDecoder } from 'opus-decoder'
import { mixDown } from './decode-mp3.ts'
import { oggPagesOf } from './ogg-pages.ts'
import { type AudioBlock, checkFormat, damaged, SOUND_RATE } from './wav.ts'

/** Opus counts samples at this rate, whatever the rate of its output. */
const OPUS_RATE = 48_000
/** Of the headers, from the beginning of the first packet. */
const VORBIS_HEADER_BYTES = 30
const OPUS_HEADER_BYTES = 19

export function decodeOgg(file: Uint8Array): AsyncGenerator<AudioBlock> {
  const [first] = oggPagesOf(file)
  if (!first) throw damaged('its first page is cut off')
  const header = Buffer.from(first.body.buffer, first.body.byteOffset, first.body.length)
  if (header.toString('latin1', 0, 8) === 'OpusHead') {
    if (header.length < OPUS_HEADER_BYTES) throw damaged('its header is cut off')
    checkFormat(header.readUInt8(9), OPUS_RATE)
    return decodeOpus(file)
  }
  if (header.toString('latin1', 0, 7) === '\x01vorbis') {
    if (header.length < VORBIS_HEADER_BYTES) throw damaged('its header is cut off')
    checkFormat(header.readUInt8(11), header.readUInt32LE(12))
    return decodeVorbis(file)
  }
  throw damaged('the OGG file has neither Vorbis nor Opus in it')
}

async function* decodeVorbis(file: Uint8Array): AsyncGenerator<AudioBlock> {
  const decoder = new OggVorbisDecoder()
  await decoder.ready
  for (const { bytes } of oggPagesOf(file)) yield mixDown(await decoder.decode(bytes))
  yield mixDown(await decoder.flush())
}

async function* decodeOpus(file: Uint8Array): AsyncGenerator<AudioBlock> {
  let decoder: OpusDecoder<typeof SOUND_RATE> | undefined
  let produced = 0
  for (const page of parsedPagesOf(file)) {
    const [first] = page.codecFrames
    if (!first) continue
    const header = first.header as OpusHeader
    decoder ??= await openOpus(header)
    const frames = page.codecFrames.map(({ data }) => data)
    const block = mixDown(decoder.decodeFrames(frames))
    // The last packet is filled up; the position of the page tells where the sound ends.
    const end = Number(page.absoluteGranulePosition) - header.preSkip
    const length = page.isLastPage
      ? Math.round((end * SOUND_RATE) / OPUS_RATE) - produced
      : block.samples.length
    const samples = block.samples.subarray(0, Math.max(0, length))
    produced += samples.length
    yield { rate: block.rate, samples }
  }
}

async function openOpus(header: OpusHeader): Promise<OpusDecoder<typeof SOUND_RATE>> {
  const { channels, streamCount, coupledStreamCount, channelMappingTable } = header
  // Each stream takes a decoder of its own, heard or not.
  if (streamCount > channels) throw damaged(`it has ${streamCount} streams for ${channels} channels`)
  const decoder = new OpusDecoder({
    sampleRate: SOUND_RATE,
    channels,
    streamCount,
    coupledStreamCount,
    channelMappingTable,
    preSkip: Math.round((header.preSkip * SOUND_RATE) / OPUS_RATE),
  })
  await decoder.ready
  return decoder
}

function* parsedPagesOf(file: Uint8Array): Generator<OggPage> {
  // Its types leave out that these are generators, and that all they give for OGG are pages.
  const pages = (found: unknown) => found as Iterable<OggPage>
  const parser = new CodecParser('application/ogg', { enableFrameCRC32: false })
  for (const { bytes } of oggPagesOf(file)) yield* pages(parser.parseChunk(bytes))
  yield* pages(parser.flush())
}
