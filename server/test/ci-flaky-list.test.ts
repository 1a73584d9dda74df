// A build server runs files that failed once more, and its run ends with a list of those that passed then.

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { runProgram } from './support/carillon-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const ciFile = (name: string) => fileURLToPath(new URL(`../../.ci/${name}`, import.meta.url))

/** A suite in which these files fail in the first run; the second run of single files ends with this code. */
async function runSuite(failed: string[], codeOfSecondRun: number) {
  const cwd = await temporaryFolder()
  const testResults = ['steady.test.ts', ...failed].map((file) => ({
    name: join(cwd, file),
    status: failed.includes(file) ? 'failed' : 'passed',
  }))
  const suite = `
    const report = process.argv.find((arg) => arg.startsWith('--outputFile.json=')).split('=')[1]
    require('node:fs').writeFileSync(report, ${JSON.stringify(JSON.stringify({ testResults }))})
    process.exit(${failed.length > 0 ? 1 : 0})`
  await mkdir(join(cwd, 'node_modules'))
  await writeFile(join(cwd, 'suite.cjs'), suite)
  await writeFile(join(cwd, 'again.cjs'), `process.exit(${codeOfSecondRun})`)
  await writeFile(join(cwd, 'package.json'), JSON.stringify({ scripts: { suite: 'node suite.cjs' } }))
  const node = async (...args: string[]) => {
    const command = runProgram(process.execPath, args, { cwd })
    const { code } = await command.exited
    return { code, said: command.stdout() }
  }
  const { code } = await node(ciFile('run-tests.js'), 'suite', '--', process.execPath, 'again.cjs')
  return { code, list: (await node(ciFile('flaky.js'))).said.trim() }
}

it('is empty when everything passes at once', async () => {
  expect(await runSuite([], 1)).toEqual({ code: 0, list: 'FLAKY: none' })
})

it('names each file that failed and passed when it was run again', async () => {
  expect(await runSuite(['late.test.ts', 'sub/odd.test.ts'], 0)).toEqual({
    code: 0,
    list: 'FLAKY:\nlate.test.ts (npm run suite)\nsub/odd.test.ts (npm run suite)',
  })
})

it('does not excuse what fails again, nor more than three files', async () => {
  expect(await runSuite(['broken.test.ts'], 1)).toEqual({ code: 1, list: 'FLAKY: none' })
  expect(await runSuite(['a.test.ts', 'b.test.ts', 'c.test.ts', 'd.test.ts'], 0)).toMatchObject({ code: 1 })
})
