// npm run test:telephony: calls through a real Asterisk to real phones, of sipp and of another Asterisk, all on this machine. Where
// Debian's packages cannot be had it says so and leaves it at the recorded frames, which `npm test` replays.

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { PackagesUnavailable } from '../../src/telephony/switches/asterisk/own/debian-packages.ts'
import { installPrograms } from './install-programs.ts'

try {
  const startedMs = performance.now()
  const { suite } = await installPrograms((text) => console.log(`test:telephony: ${text}`))
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  console.log(`test:telephony: Asterisk and sipp of Debian ${suite} are there (${seconds} s)`)
} catch (error) {
  if (!(error instanceof PackagesUnavailable)) throw error
  const rule = '!'.repeat(100)
  console.error(
    `${rule}\nNO REAL CALLS WERE TESTED: Asterisk and sipp cannot be had from Debian's packages here.\n` +
      `${error.message}\nThe frames recorded from a real Asterisk are replayed by npm test.\n${rule}`,
  )
  process.exit(0)
}

const config = fileURLToPath(new URL('vitest.config.ts', import.meta.url))
const root = fileURLToPath(new URL('../../../', import.meta.url))
const { status } = spawnSync('npx', ['vitest', 'run', '--config', config, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
process.exit(status ?? 1)
