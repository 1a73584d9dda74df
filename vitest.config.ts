import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { defaultServerConditions } from 'vite'
import { configDefaults, defineConfig } from 'vitest/config'
import { longFiles } from './server/test/support/long-files.ts'
import { LongestFirst } from './server/test/support/longest-first.ts'

// Packages of this repository are used from their sources.
const conditions = ['carillon-source']

const unitFiles = ['release/**/*.test.ts', 'server/src/**/*.test.ts', 'console/src/**/*.test.{ts,tsx}']
const serviceFiles = ['server/test/**/*.test.ts', 'client/test/**/*.test.ts', 'console/test/**/*.test.ts']
/** Of each project: what all of them share is read without the mode. */
const inMode = (mode: string) => ({
  provide: { isLongRun: mode === 'long', seed: seedOf(mode) },
  setupFiles: ['server/test/support/seed-properties.ts'],
  exclude: [...configDefaults.exclude, ...(mode === 'test' ? longFiles : [])],
})
/** The same in every `npm test`, so that a change is not refused by chance; another in all other runs. SEED sets it. */
const givenSeed = Number(process.env['SEED'] ?? randomInt(2 ** 31))
const seedOf = (mode: string) => (mode === 'test' && process.env['SEED'] === undefined ? 7 : givenSeed)
const isUnit = (file: string) => file.startsWith('server/src/')

export default defineConfig(({ mode }) => ({
  ssr: {
    resolve: { conditions: [...conditions, ...defaultServerConditions], externalConditions: conditions },
  },
  test: {
    // Vitest would leave one core unused; many tests wait for a process or a timer, so one worker more than cores fills them.
    maxWorkers: availableParallelism() + 1,
    // Files of one worker share its modules: loading them anew for each file took 2 s. Sources keep no state in modules.
    isolate: false,
    // Tests that measure memory collect what earlier files of the worker left behind.
    execArgv: ['--expose-gc'],
    // The compiled service is loaded as Node.js would load it.
    server: { deps: { external: [/\/server\/dist\//] } },
    sequence: { sequencer: LongestFirst },
    // Far more than anything takes, so that only what is broken times out, also on a machine that is busy with other things.
    // Tests set no limits of their own.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 100_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          ...inMode(mode),
          include: mode === 'long' ? longFiles.filter(isUnit) : unitFiles,
          globalSetup: ['server/test/support/scratch-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'service',
          ...inMode(mode),
          include: mode === 'long' ? longFiles.filter((file) => !isUnit(file)) : serviceFiles,
          globalSetup: ['server/test/support/scratch-setup.ts', 'server/test/support/postgres-setup.ts'],
        },
      },
    ],
  },
}))
