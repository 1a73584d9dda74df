// A temporary file without a name: however the process ends, nothing of it is left behind.
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export async function openNamelessFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `carillon-upload-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path, { force: true })
  return file
}
