// The order of test files. Unit tests come first, because they answer in seconds; then the files known to be long, so
// that none of them runs alone at the end; then the rest, longest or largest first.

import { BaseSequencer, type TestSpecification } from 'vitest/node'

const LONG_FILES = [
  'console/test/',
  'server/test/process-',
  'server/test/openapi-',
  'server/test/dialing-',
  'server/test/storage-',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}

function rank({ project, moduleId }: TestSpecification): number {
  if (project.name === 'unit') return -1
  const found = LONG_FILES.findIndex((path) => moduleId.includes(path))
  return found < 0 ? LONG_FILES.length : found
}
