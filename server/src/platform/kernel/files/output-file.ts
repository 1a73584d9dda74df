// The file to which a program that we run writes its output: limited in size, and read for its last lines when the program has failed.
import { copyFile, open, stat, truncate } from 'node:fs/promises'

const MAX_BYTES = 16 * 1024 * 1024
const CHECK_MS = 60_000
const TAIL_LINES = 12

/** Keeps the file below its limit, with one older file beside it, until `ended`. */
export function limitOutput(file: string, ended: Promise<unknown>): void {
  const check = setInterval(() => trim(file).catch(() => undefined), CHECK_MS).unref()
  void ended.finally(() => clearInterval(check))
}

/** Programs append, so truncating the file while one runs is safe. */
async function trim(file: string): Promise<void> {
  const { size } = await stat(file)
  if (size <= MAX_BYTES) return
  await copyFile(file, `${file}.1`)
  await truncate(file)
}

/** The last lines that were written since the file had `start` bytes. */
export async function readLastLines(file: string, start: number): Promise<string> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const from = Math.max(size < start ? 0 : start, size - 8192)
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(size - from), position: from })
    return buffer.toString('utf8', 0, bytesRead).trimEnd().split('\n').slice(-TAIL_LINES).join('\n')
  } finally {
    await handle.close()
  }
}
