// Positional reads from an uploaded file. Using the FileHandle instead of its file descriptor makes close() wait for a read
// in progress, so a reader that is stopped early can never use a descriptor that was reused.

import type { FileHandle } from 'node:fs/promises'

const CHUNK_BYTES = 128 * 1024

export async function* readBytes(
  file: FileHandle,
  start = 0,
  end = Number.POSITIVE_INFINITY,
): AsyncGenerator<Buffer> {
  let position = start
  while (position < end) {
    // A new buffer each time: inflate and the text decoders may still use the last one.
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, end - position))
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield chunk.subarray(0, bytesRead)
  }
}

/** A path under which another thread can open the file, even if it was unlinked. */
export function pathOfHandle({ fd }: FileHandle): string {
  return process.platform === 'linux' ? `/proc/self/fd/${fd}` : `/dev/fd/${fd}`
}

export async function readHead(file: FileHandle, length: number): Promise<Buffer> {
  const head = Buffer.alloc(length)
  const { bytesRead } = await file.read(head, 0, length, 0)
  return head.subarray(0, bytesRead)
}
