// Runs the service like `npm start` does, on a free port, with the simulated phone network at its default speed.
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '../../bench/src/support/postgres.ts'
import { databaseUrl } from '../../server/test/support/database-url.ts'
import { addPastCalls, addPastImports } from '../../server/test/support/past-calls.ts'

export interface DemoService {
  address: string
  token: string
  /** Adds three weeks of calls to these tasks, for reports. */
  addPast(taskIds: string[]): Promise<void>
  /** Adds imports of the last two weeks to the history of a data source. */
  addPastImports(dataSourceId: string): Promise<void>
  stop(): Promise<void>
}

const CARILLON = fileURLToPath(new URL('../../server/bin/carillon.js', import.meta.url))

const LINES = 60
const ZONES = [
  ...[
    'Pacific/Auckland',
    'Asia/Tokyo',
    'Asia/Shanghai',
    'Asia/Kolkata',
    'Asia/Dubai',
    'Europe/Berlin',
    'Europe/London',
  ],
  ...['America/Sao_Paulo', 'America/New_York', 'America/Denver', 'America/Los_Angeles', 'Pacific/Honolulu'],
]
const AFTERNOON = 14

/** Where it is early afternoon, so that the pictures show a working day whenever they are taken. */
function workingZone(): string {
  const hourIn = (timeZone: string) =>
    Number(new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format())
  const away = (zone: string) => Math.abs(hourIn(zone) - AFTERNOON)
  return [...ZONES].sort((a, b) => away(a) - away(b))[0] ?? 'UTC'
}

export async function startDemoService(dataDir: string): Promise<DemoService> {
  const timeZone = workingZone()
  const postgres = await startPostgres()
  const connection = await postgres.createDatabase()
  const child = spawn(process.execPath, [CARILLON, 'serve'], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DATABASE_URL: databaseUrl(connection),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      TIME_ZONE: timeZone,
      LINES: String(LINES),
      STOP_WAIT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  let output = ''
  const address = await new Promise<string>((done, fail) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const [, found] = /Console +(\S+)/.exec(output) ?? []
      if (found !== undefined && output.includes('Try it')) done(found)
    })
    void ended.then(() => fail(new Error('the service exited before it was ready')))
  })
  const token = (await readFile(join(dataDir, 'access-token'), 'utf8')).trim()
  return {
    address,
    token,
    addPast: (taskIds) =>
      addPastCalls(connection, { taskIds, days: 21, callsPerDay: 3600, lines: LINES, timeZone }),
    addPastImports: (dataSourceId) => addPastImports(connection, dataSourceId),
    async stop() {
      child.kill('SIGTERM')
      await ended
      await postgres.stop()
    },
  }
}
