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
  /** Replaces a file of this name. */
  write(file: string, content: Uint8Array): Promise<void>
  /** Undefined: there is no such file. */
  read(file: string, range: ByteRange): Promise<Readable | undefined>
  /** Removing a file that does not exist is no error. */
  remove(file: string): Promise<void>
}
