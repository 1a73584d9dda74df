// OGG files with Vorbis or Opus in them.
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis'
import CodecParser, { type OggPage, type OpusHeader } from 'codec-parser'
import { OpusDecoder } from 'opus-decoder'
import { mixDown, piecesOf } from './decode-mp3.ts'
import { type AudioBlock, damaged, SOUND_RATE } from './wav.ts'

/** Opus counts samples at this rate, whatever the rate of its output. */
const OPUS_RATE = 48_000
/** The name of the codec is in the first page. */
const FIRST_PAGE_BYTES = 512

export function decodeOgg(file: Uint8Array): AsyncGenerator<AudioBlock> {
  const beginning = Buffer.from(file.subarray(0, FIRST_PAGE_BYTES)).toString('latin1')
  if (beginning.includes('OpusHead')) return decodeOpus(file)
  if (beginning.includes('\x01vorbis')) return decodeVorbis(file)
  throw damaged('the OGG file has neither Vorbis nor Opus in it')
}

async function* decodeVorbis(file: Uint8Array): AsyncGenerator<AudioBlock> {
  const decoder = new OggVorbisDecoder()
  await decoder.ready
  for (const piece of piecesOf(file)) yield mixDown(await decoder.decode(piece))
  yield mixDown(await decoder.flush())
}

async function* decodeOpus(file: Uint8Array): AsyncGenerator<AudioBlock> {
  let decoder: OpusDecoder<typeof SOUND_RATE> | undefined
  let produced = 0
  for (const page of pagesOf(file)) {
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

function* pagesOf(file: Uint8Array): Generator<OggPage> {
  // Its types leave out that these are generators, and that all they give for OGG are pages.
  const pages = (found: unknown) => found as Iterable<OggPage>
  const parser = new CodecParser('application/ogg', { enableFrameCRC32: false })
  for (const piece of piecesOf(file)) yield* pages(parser.parseChunk(piece))
  yield* pages(parser.flush())
}
