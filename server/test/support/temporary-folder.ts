// A folder that is gone when the test is. Other accounts may pass through it, as through any ordinary one.

import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(inject('scratchFolder'), 'test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  await chmod(folder, 0o711)
  return folder
}
