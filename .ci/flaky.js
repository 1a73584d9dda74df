// node .ci/flaky.js: prints the test files that failed and passed when they were run again, or that there were none.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const FLAKY_FILES = 'node_modules/.cache/flaky-files'

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = existsSync(FLAKY_FILES) ? readFileSync(FLAKY_FILES, 'utf8').trim() : ''
  console.log(files === '' ? 'FLAKY: none' : `FLAKY:\n${files}`)
}
