// Reads the ZIP file of a workbook safely: sizes are measured at the decompressor's output, not taken from the archive, and
// one byte limit covers all parts.

import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { DomainError, InvalidInput } from '../../kernel/errors.ts'
import type { ErrorDetail, PlainFault } from '../../words/faults.ts'
import { readBytes } from '../file-bytes.ts'

export interface ZipParts {
  has(name: string): boolean
  /** Names in lower case, in the order of the archive's directory. */
  names(): Iterable<string>
  read(name: string, maxBytes?: number): AsyncGenerator<Buffer>
}

const MAX_ENTRIES = 10_000
const DEFLATED = 8
const STORED = 0

export async function openZip(file: FileHandle, maxUncompressedBytes: number): Promise<ZipParts> {
  const { size } = await file.stat()
  const entries = new Map<string, Entry>()
  let zip: ZipFile
  try {
    // Not closed here: the file belongs to the caller.
    zip = await fromRandomAccessReaderPromise(new HandleReader(file), size, {
      autoClose: false,
      decodeStrings: false,
    })
    if (zip.entryCount > MAX_ENTRIES) throw tooManyParts()
    for await (const entry of zip.eachEntry())
      entries.set(partName(entry.fileNameRaw.toString('latin1')), entry)
  } catch (error) {
    throw readable(error)
  }
  let budget = maxUncompressedBytes

  async function* read(name: string, maxBytes = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
    const entry = entries.get(partName(name))
    if (!entry) throw damaged()
    let left = Math.min(maxBytes, budget)
    if (entry.uncompressedSize > left) throw tooBig()
    for await (const chunk of inflate(file, zip, entry)) {
      left -= chunk.length
      budget -= chunk.length
      if (left < 0) throw tooBig()
      yield chunk
    }
  }

  return { has: (name) => entries.has(partName(name)), names: () => entries.keys(), read }
}

/** Part names ignore case; some programs add a leading slash or use backslashes. */
function partName(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()
}

async function* inflate(file: FileHandle, zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  if (entry.isEncrypted()) throw encrypted()
  if (entry.compressionMethod !== DEFLATED && entry.compressionMethod !== STORED) throw damaged()
  try {
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
    const raw = readBytes(file, fileDataStart, fileDataStart + entry.compressedSize)
    if (entry.compressionMethod === STORED) yield* raw
    // If either end fails or is left early, the pipeline destroys both; its error is thrown in the loop.
    else yield* pipeline(raw, createInflateRaw({ chunkSize: 64 * 1024 }), () => {})
  } catch (error) {
    throw readable(error)
  }
}

/** Turns the libraries' errors into sentences for the person who chose the file. Disk errors stay unchanged. */
function readable(error: unknown): unknown {
  if (error instanceof DomainError || (error instanceof Error && 'syscall' in error)) return error
  return error instanceof Error && error.message.includes('encrypt') ? encrypted(error) : damaged(error)
}

export function damaged(cause?: unknown): InvalidInput {
  return new InvalidInput(fault('workbook_damaged'), { cause })
}

export function encrypted(cause?: unknown): InvalidInput {
  const message = 'The Excel file is encrypted: save it without a password'
  return new InvalidInput(message, fault('file_encrypted'), { cause })
}

function tooBig(): InvalidInput {
  return new InvalidInput(fault('workbook_too_big'))
}

function tooManyParts(): InvalidInput {
  return new InvalidInput(fault('workbook_too_many_parts'))
}

function fault(name: PlainFault): ErrorDetail {
  return { fault: name, field: 'file' }
}

class HandleReader extends RandomAccessReader {
  readonly #file: FileHandle

  constructor(file: FileHandle) {
    super()
    this.#file = file
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    this.#file.read(buffer, offset, length, position).then(
      ({ bytesRead }) => callback(null, bytesRead),
      (error: Error) => callback(error),
    )
  }
}
