// Gives the tests of a run one folder for their files, removed at its end.

import { rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { makeScratchFolder } from './scratch-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where tests put their files. */
    scratchFolder: string
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const scratchFolder = await makeScratchFolder()
  // For a run that is interrupted before its teardown. An embedded PostgreSQL that a test left behind exits within a
  // minute once its files are gone.
  const abandon = () => rmSync(scratchFolder, { recursive: true, force: true, maxRetries: 10 })
  process.once('exit', abandon)
  project.provide('scratchFolder', scratchFolder)
  return async () => {
    await rm(scratchFolder, { recursive: true, force: true, maxRetries: 5 })
    process.off('exit', abandon)
  }
}
