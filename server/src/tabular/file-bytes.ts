// Positional reads from a spooled upload. Going through the FileHandle (not its bare fd) makes close() wait for a
// read under way, so a reader that is stopped early can never touch a descriptor that was handed to someone else.

import type { FileHandle } from 'node:fs/promises'

const CHUNK_BYTES = 128 * 1024

export async function* readBytes(
  file: FileHandle,
  start = 0,
  end = Number.POSITIVE_INFINITY,
): AsyncGenerator<Buffer> {
  let position = start
  while (position < end) {
    // A fresh buffer each time: inflate and the text decoders may still hold the last one.
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, end - position))
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield chunk.subarray(0, bytesRead)
  }
}

/** A path under which another thread can open the file, even one that has no name any more. */
export function pathOfHandle({ fd }: FileHandle): string {
  return process.platform === 'linux' ? `/proc/self/fd/${fd}` : `/dev/fd/${fd}`
}

export async function readHead(file: FileHandle, length: number): Promise<Buffer> {
  const head = Buffer.alloc(length)
  const { bytesRead } = await file.read(head, 0, length, 0)
  return head.subarray(0, bytesRead)
}
