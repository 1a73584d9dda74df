// node .ci/run-tests.js SCRIPT -- COMMAND…: runs an npm script of Vitest. If at most three files failed, COMMAND runs them once
// more, alone: what is broken fails again; what passes is flaky, and is noted for the list at the end of the run.
import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { FLAKY_FILES } from './flaky.js'

const MAX_FILES = 3
const [script, separator, command, ...args] = process.argv.slice(2)
if (separator !== '--' || command === undefined) throw new Error('usage: run-tests.js SCRIPT -- COMMAND…')

const report = resolve(`node_modules/.cache/test-report-${script.replaceAll(':', '-')}.json`)
mkdirSync('node_modules/.cache', { recursive: true })
rmSync(report, { force: true })
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
if (run('npm', ['run', script, '--', ...reporters])) process.exit(0)

const failed = readFailed()
// None: something else went wrong.
if (failed.length === 0 || failed.length > MAX_FILES) process.exit(1)
console.log(`These failed and are run once more, alone: ${failed.join(' ')}`)
if (!run(command, [...args, ...failed])) process.exit(1)
for (const file of failed) appendFileSync(FLAKY_FILES, `${file} (npm run ${script})\n`)

function run(program, programArgs) {
  return spawnSync(program, programArgs, { stdio: 'inherit' }).status === 0
}

function readFailed() {
  if (!existsSync(report)) return []
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative('.', name))
}
