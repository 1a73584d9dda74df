import { MPEGDecoder } from 'mpg123-decoder'
import type { AudioBlock } from './wav.ts'

/** The smallest frames make 12 times as much sound of it, in bytes. MP3 has no header that could ask for more. */
const PIECE_BYTES = 64 * 1024

export async function* decodeMp3(file: Uint8Array): AsyncGenerator<AudioBlock> {
  const decoder = new MPEGDecoder()
  await decoder.ready
  for (const piece of piecesOf(file)) yield mixDown(decoder.decode(piece))
}

/** Decoded in pieces, a long file takes little memory. */
function* piecesOf(file: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < file.length; at += PIECE_BYTES) yield file.subarray(at, at + PIECE_BYTES)
}

interface Decoded {
  channelData: Float32Array[]
  samplesDecoded: number
  sampleRate: number
}

export function mixDown({ channelData, samplesDecoded, sampleRate }: Decoded): AudioBlock {
  const [first = new Float32Array()] = channelData
  if (channelData.length <= 1) return { rate: sampleRate, samples: first.subarray(0, samplesDecoded) }
  const samples = new Float32Array(samplesDecoded)
  for (const channel of channelData)
    for (let index = 0; index < samplesDecoded; index += 1)
      samples[index] = (samples[index] as number) + (channel[index] as number) / channelData.length
  return { rate: sampleRate, samples }
}
