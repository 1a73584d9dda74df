// A disk of its own for a test to fill. Only root may have one.

import { execFile } from 'node:child_process'
import { chmod, open, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

const run = promisify(execFile)

interface SmallDisk {
  folder: string
  /** Leaves no room at all. */
  fill(): Promise<void>
}

/** Over an empty folder. The system's own words if it does not permit it. */
export async function mountSmallDisk(folder: string, megabytes: number): Promise<SmallDisk | string> {
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'carillon-test', folder])
  } catch (error) {
    return String((error as { stderr?: string }).stderr || error)
  }
  onTestFinished(async () => {
    await run('umount', ['-l', folder])
  })
  await chmod(folder, 0o711)
  return {
    folder,
    async fill() {
      const file = await open(join(folder, 'ballast'), 'w')
      try {
        const block = Buffer.alloc(64 * 1024)
        for (;;) {
          const { bavail, bsize } = await statfs(folder)
          if (bavail === 0) return
          await file.write(block, 0, Math.min(block.length, bavail * bsize))
        }
      } finally {
        await file.close()
      }
    },
  }
}
