// Makes of an audio file what gateways play. Runs for seconds with a long file: see convert-process.ts.
import { setImmediate } from 'node:timers/promises'
import { InvalidInput, TooLarge } from '../../platform/kernel/errors.ts'
import { decodeMp3 } from './decode-mp3.ts'
import { decodeOgg } from './decode-ogg.ts'
import { createResampler, type Resampler } from './resample.ts'
import { type AudioBlock, checkFormat, damaged, isWav, readWav, type SoundFile, writeSound } from './wav.ts'

const MAX_SECONDS = 600
/** A few milliseconds of work. */
const PIECE_FRAMES = 16_384

/** WAV, MP3 or OGG with Vorbis or Opus; mono or stereo. */
export async function convertAudio(file: Uint8Array, maxSeconds = MAX_SECONDS): Promise<SoundFile> {
  const conversion = createConversion(maxSeconds)
  try {
    for await (const block of decoderOf(file)) conversion.write(block)
  } catch (error) {
    if (error instanceof InvalidInput || error instanceof TooLarge) throw error
    throw damaged((error as Error).message)
  }
  return conversion.finish()
}

/**
 * The same for a WAV file that is short, without a thread. A sentence takes some 20 ms of processor time, and tasks need many:
 * in pieces, so that what happens in calls is handled in between.
 */
export async function convertWav(file: Uint8Array): Promise<SoundFile> {
  const conversion = createConversion(MAX_SECONDS)
  for (const block of readWav(file, PIECE_FRAMES)) {
    conversion.write(block)
    await setImmediate()
  }
  return conversion.finish()
}

function decoderOf(file: Uint8Array): Iterable<AudioBlock> | AsyncIterable<AudioBlock> {
  if (isWav(file)) return readWav(file)
  const beginning = Buffer.from(file.subarray(0, 4)).toString('latin1')
  if (beginning === 'OggS') return decodeOgg(file)
  // A tag, or the first frame: 11 bits are set, and the layer is known.
  const isFrame = file[0] === 0xff && ((file[1] ?? 0) & 0xe0) === 0xe0 && ((file[1] ?? 0) & 0x06) !== 0
  if (beginning.startsWith('ID3') || isFrame) return decodeMp3(file)
  throw new InvalidInput({
    fault: 'audio_unknown_kind',
    field: 'file',
  })
}

function createConversion(maxSeconds: number) {
  let resampler: Resampler | undefined
  let rate = 0
  let seconds = 0
  return {
    write(block: AudioBlock): void {
      if (block.samples.length === 0) return
      if (!resampler) {
        checkFormat(1, block.rate)
        resampler = createResampler(block.rate)
      }
      rate ||= block.rate
      if (block.rate !== rate) throw damaged(`its sample rate changes from ${rate} Hz to ${block.rate} Hz`)
      seconds += block.samples.length / rate
      if (seconds > maxSeconds) throw tooLong(maxSeconds)
      resampler.write(block.samples)
    },
    finish(): SoundFile {
      if (!resampler) throw damaged('it has no sound in it')
      return writeSound(resampler.finish())
    },
  }
}

function tooLong(maxSeconds: number): TooLarge {
  const minutes = maxSeconds / 60
  return new TooLarge({
    fault: 'audio_too_long',
    field: 'file',
    params: { minutes },
  })
}
