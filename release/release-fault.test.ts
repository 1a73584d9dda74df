import { expect, it } from 'vitest'
import { releaseFault } from './release-fault.ts'

const ready = {
  version: '1.2.3',
  programVersion: '1.2.3',
  changelog: '# Changelog\n\n## Unreleased\n\n## 1.2.3 - 2026-11-17\n',
  changes: '',
  tags: ['v1.2.3', ''],
  allTags: ['v1.2.2', 'v1.2.3', ''],
}

it('a version with its section, committed and tagged here or nowhere, is released', () => {
  expect(releaseFault(ready)).toBeUndefined()
  expect(releaseFault({ ...ready, tags: [''], allTags: [''] })).toBeUndefined()
})

it.each([
  [{ version: 'next' }, '"next" is not a version'],
  [{ programVersion: '1.2.2' }, 'the program says that it is 1.2.2, package.json says 1.2.3'],
  [
    { changelog: '## 1.2.30 - 2026-11-17\n## 1.2.3\n' },
    'CHANGELOG.md has no section "## 1.2.3 - YYYY-MM-DD"',
  ],
  [{ changes: ' M README.md\n' }, 'there are changes that are not committed:\n M README.md'],
  [
    { tags: [''] },
    'v1.2.3 is the tag of another commit: a release is never changed, so take the next version',
  ],
])('otherwise not: %j', (change, fault) => {
  expect(releaseFault({ ...ready, ...change })).toBe(fault)
})
