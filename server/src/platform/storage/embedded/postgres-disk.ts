// On a full disk PostgreSQL cannot write why it stops, so the free space is checked here.

import { statfs } from 'node:fs/promises'

export async function describeFullDisk(folder: string): Promise<string> {
  const { bavail, bsize } = await statfs(folder)
  const freeMiB = Math.floor((bavail * bsize) / 1_048_576)
  return freeMiB < 1 ? `the disk with ${folder} is full` : ''
}
