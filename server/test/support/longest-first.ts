// The order of test files. Unit tests come first, because they answer in seconds; then those of `firstFiles`, so
// that none of them runs alone at the end; then the rest, longest or largest first.

import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { firstFiles } from './long-files.ts'

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}

function rank({ project, moduleId }: TestSpecification): number {
  if (project.name === 'unit') return -1
  const found = firstFiles.findIndex((path) => moduleId.includes(path))
  return found < 0 ? firstFiles.length : found
}
