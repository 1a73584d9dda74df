// What keeps a version from being released.

interface State {
  version: string
  programVersion: string | undefined
  changelog: string
  /** Of `git status --porcelain`. */
  changes: string
  /** Of the commit that is released. */
  tags: string[]
  allTags: string[]
}

export function releaseFault(state: State): string | undefined {
  const { version, programVersion, changelog, changes, tags, allTags } = state
  if (!/^\d+\.\d+\.\d+$/.test(version)) return `"${version}" is not a version`
  if (programVersion !== version)
    return `the program says that it is ${programVersion}, package.json says ${version}`
  const escaped = version.replaceAll('.', '\\.')
  if (!new RegExp(`^## ${escaped} - \\d{4}-\\d{2}-\\d{2}$`, 'm').test(changelog))
    return `CHANGELOG.md has no section "## ${version} - YYYY-MM-DD"`
  if (changes.trim() !== '') return `there are changes that are not committed:\n${changes.trimEnd()}`
  if (allTags.includes(`v${version}`) && !tags.includes(`v${version}`))
    return `v${version} is the tag of another commit: a release is never changed, so take the next version`
  return undefined
}
