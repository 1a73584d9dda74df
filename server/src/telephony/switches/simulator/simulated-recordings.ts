// What was recorded in simulated calls: a tone as long as the recording.
import { createLatestEntries } from '../../../platform/kernel/latest-entries.ts'

export interface SimulatedRecordings {
  keep(recordingId: string, lengthMs: number): void
  read(recordingId: string): Uint8Array | undefined
  remove(recordingId: string): void
}

const REMEMBERED = 10_000
const LONGEST_MS = 600_000
const RATE = 8000
const HEADER_BYTES = 44
const TONE_HERTZ = 440
const LOUDNESS = 6000

export function createSimulatedRecordings(): SimulatedRecordings {
  const lengths = createLatestEntries<string, number | null>(REMEMBERED)
  return {
    keep: (recordingId, lengthMs) => lengths.set(recordingId, Math.min(lengthMs, LONGEST_MS)),
    read(recordingId) {
      const lengthMs = lengths.get(recordingId)
      return lengthMs === undefined || lengthMs === null ? undefined : tone(lengthMs)
    },
    remove: (recordingId) => lengths.set(recordingId, null),
  }
}

/** A WAV file: 8 kHz, 16 bit, mono. */
function tone(lengthMs: number): Uint8Array {
  const samples = Math.round((lengthMs / 1000) * RATE)
  const file = Buffer.alloc(HEADER_BYTES + samples * 2)
  file.write('RIFF', 0)
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(RATE, 24)
  file.writeUInt32LE(RATE * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(samples * 2, 40)
  for (let index = 0; index < samples; index += 1) {
    const level = LOUDNESS * Math.sin((2 * Math.PI * TONE_HERTZ * index) / RATE)
    file.writeInt16LE(Math.round(level), HEADER_BYTES + index * 2)
  }
  return file
}
