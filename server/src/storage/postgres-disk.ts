// A full disk silences PostgreSQL: it cannot write why it stops. Then this is the reason.

import { statfs } from 'node:fs/promises'

export async function describeFullDisk(folder: string): Promise<string> {
  const { bavail, bsize } = await statfs(folder)
  const freeMiB = Math.floor((bavail * bsize) / 1_048_576)
  return freeMiB < 1 ? `the disk with ${folder} is full` : ''
}
