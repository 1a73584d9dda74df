// The interface of what keeps the files of recordings.
import type { Readable } from 'node:stream'

/** First and last byte, both included. */
export interface ByteRange {
  start: number
  end: number
}

export interface RecordingStore {
  /** Differs from that of all other stores. */
  readonly name: string
  /** Replaces a file of this name. The signal ends the wait for a store that does not answer. */
  write(file: string, content: Uint8Array, signal?: AbortSignal): Promise<void>
  /** Undefined: there is no such file. */
  read(file: string, range: ByteRange): Promise<Readable | undefined>
  /** Removing a file that does not exist is no error. */
  remove(file: string, signal?: AbortSignal): Promise<void>
}
