// node .ci/failed-files.js REPORT: prints the test files that failed in Vitest's JSON report. Exits with 1 if there are none, which
// means that something else went wrong, or more than three.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const { testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const failed = testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative('.', name))
if (failed.length === 0 || failed.length > 3) process.exit(1)
console.log(failed.join(' '))
