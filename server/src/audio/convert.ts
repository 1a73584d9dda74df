import { toTelephone } from './resample.ts'
import { damaged, isWav, readWav, type SoundFile, writeSound } from './wav.ts'

/** What a gateway plays, of a WAV file of any rate. Blocks for some milliseconds per minute of audio. */
export function convertWav(file: Uint8Array): SoundFile {
  if (!isWav(file)) throw damaged('it is not a WAV file')
  return writeSound(toTelephone(readWav(file)))
}
