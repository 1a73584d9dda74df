import { availableParallelism } from 'node:os'
import { defaultServerConditions } from 'vite'
import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './server/test/support/longest-first.ts'

// Packages of this repository are used from their sources.
const conditions = ['carillon-source']

/**
 * What takes long, or what a change breaks seldom: processes that are killed, database servers that are installed, volumes, properties
 * with many runs, and pages in every width. `npm test` leaves them to `npm run test:long`, and `.ci/run` runs both.
 */
const longFiles = [
  'server/src/tabular/{endless-files,linear-time,table-files}.test.ts',
  'server/test/{process,storage}-*.test.ts',
  'server/test/openapi-{agreement,properties}.test.ts',
  'server/test/dialing-{gateway-faults,permission,recovery,attempts,states,replay}.test.ts',
  'server/test/http-gateway*.test.ts',
  'server/test/files-{hostile,export-stream}.test.ts',
  'server/test/{audio,agent-words,calendar-import,connection-limits,contact-paging,contact-search,phone-audio,repair}.test.ts',
  'client/test/package.test.ts',
  'console/test/{audio,calm-task,connection,do-not-call,fits,focus,import,import-history,leading-figures,million-contacts}.test.ts',
  'console/test/{numbers,permission-pages,permission-settings,protections,selection,task-desk,task-dialogs}.test.ts',
]
const unitFiles = ['server/src/**/*.test.ts', 'console/src/**/*.test.ts']
const serviceFiles = ['server/test/**/*.test.ts', 'client/test/**/*.test.ts', 'console/test/**/*.test.ts']
/** Of each project: what all of them share is read without the mode. */
const inMode = (mode: string) => ({
  provide: { isLongRun: mode === 'long' },
  exclude: [...configDefaults.exclude, ...(mode === 'test' ? longFiles : [])],
})
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
