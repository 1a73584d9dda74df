// Stores an uploaded file in the database, in pieces, and copies it into a temporary file for the thread that reads it. Memory
// has one piece at a time.
import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { openNamelessFile } from '../../platform/kernel/files/nameless-file.ts'
import type { Queryable } from '../../platform/storage/database.ts'
import * as queries from './imports.queries.ts'

const PIECE_BYTES = 1024 * 1024

export interface FileFacts {
  size: number
  /** SHA-256, in hexadecimal digits. */
  digest: string
}

export async function describeFile(file: FileHandle): Promise<FileFacts> {
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of piecesOf(file)) {
    hash.update(piece)
    size += piece.length
  }
  return { size, digest: hash.digest('hex') }
}

export async function storeFile(tx: Queryable, jobId: string, file: FileHandle): Promise<void> {
  let number = 0
  for await (const piece of piecesOf(file)) {
    await queries.insertPiece(tx, [jobId, number, piece])
    number += 1
  }
}

/** The uploaded file; the caller closes it. */
export async function fetchFile(db: Queryable, jobId: string, signal: AbortSignal): Promise<FileHandle> {
  const file = await openNamelessFile()
  try {
    for (let number = 0; ; number += 1) {
      signal.throwIfAborted()
      const piece = await queries.readPiece.first(db, [jobId, number])
      if (!piece) return file
      await file.appendFile(piece.bytes)
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Each piece is valid until the next one is read. */
async function* piecesOf(file: FileHandle): AsyncGenerator<Buffer> {
  const piece = Buffer.allocUnsafe(PIECE_BYTES)
  let position = 0
  for (;;) {
    const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield piece.subarray(0, bytesRead)
  }
}
