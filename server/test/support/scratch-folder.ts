// Where a test run keeps its files: in memory where there is room, because making a database there takes a
// tenth of the time. Other accounts may pass through it, as through any ordinary folder.

import { chmod, mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY_FOLDER = '/dev/shm'
const ENOUGH_BYTES = 2 * 1024 ** 3

export async function makeScratchFolder(): Promise<string> {
  const memory = await statfs(MEMORY_FOLDER).catch(() => undefined)
  const isRoomy = memory !== undefined && memory.bavail * memory.bsize > ENOUGH_BYTES
  const folder = await mkdtemp(join(isRoomy ? MEMORY_FOLDER : tmpdir(), 'carillon-test-'))
  await chmod(folder, 0o711)
  return folder
}
