// npm run simulate -- --seeds 1000 [--from 1] [--lanes 3] [--stop] [--twice], or --seed 7 for the story of one. With --stop
// the first failure ends it; with --twice every seed runs twice, and must take the same course. It ends with the situations
// that never came up (situations.ts), and fails if one of them should have.

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { createProgressLine } from '../../src/commands/progress-line.ts'
import { toClientConfig } from '../../src/platform/storage/connection.ts'
import { startEmbeddedPostgres } from '../../src/platform/storage/embedded/embedded-postgres.ts'
import { SERVICE_ROLE } from '../../src/platform/storage/embedded/postgres-access.ts'
import { migrate } from '../../src/platform/storage/migrate.ts'
import { makeScratchFolder } from '../support/scratch-folder.ts'
import { silentLog } from '../support/silent-log.ts'
import { withDatabase } from '../support/with-database.ts'
import { openRealStatements, type RealStatements } from './real-statements.ts'
import { runSeed, type SeedResult, story } from './run-seed.ts'
import { addSituations, findMissing, type SituationCounts } from './situations.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    lanes: { type: 'string', default: '3' },
    twice: { type: 'boolean', default: false },
    stop: { type: 'boolean', default: false },
  },
})

const folder = await makeScratchFolder()
const server = await startEmbeddedPostgres({
  superuserStatements: [`alter role ${SERVICE_ROLE} superuser`],
  dataDir: join(folder, 'server'),
  log: silentLog,
  settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
})
// Broken off, it leaves nothing running.
process.once('exit', () => server.beginStop())
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
try {
  process.exitCode = values.seed === undefined ? await runMany() : await tell(Number(values.seed))
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function openLane(number: number): Promise<RealStatements> {
  const name = `lane_${number}`
  const admin = new pg.Client(toClientConfig(server.connection))
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const connection = withDatabase(server.connection, name)
  await migrate({ connection, log: silentLog })
  return openRealStatements(connection)
}

async function runMany(): Promise<number> {
  const from = Number(values.from)
  const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => from + index)
  const started = performance.now()
  const failed: SeedResult[] = []
  const faults = new Map<string, number>()
  const denials = new Map<string, number>()
  const situations: SituationCounts[] = []
  const sayProgress = createProgressLine()
  let calls = 0
  let virtualMs = 0
  const total = seeds.length
  console.log(`seeds ${from} to ${from + total - 1}`)
  await Promise.all(
    Array.from({ length: Number(values.lanes) }, async (_, number) => {
      const real = await openLane(number)
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
        const result = await runSeed(real, seed)
        if (values.twice) compare(result, await runSeed(real, seed))
        calls += result.calls
        virtualMs += result.virtualMs
        for (const [what, count] of result.faults) faults.set(what, (faults.get(what) ?? 0) + count)
        situations.push(result.situations)
        for (const [why, count] of result.denials) denials.set(why, (denials.get(why) ?? 0) + count)
        if (result.problem !== undefined) {
          failed.push(result)
          console.log(`seed ${seed}: ${result.problem}`)
          if (values.stop) seeds.length = 0
        }
        const done = situations.length
        const text = `${done} of ${total} seeds, last ${seed}, ${failed.length} failed`
        sayProgress({ share: done / total, text }, done === total || (values.stop && failed.length > 0))
      }
      await real.close()
    }),
  )
  const seconds = (performance.now() - started) / 1000
  console.log(
    `${total} seeds, ${calls} calls, ${Math.round(virtualMs / 3_600_000)} virtual hours in ${seconds.toFixed(1)} s ` +
      `(${((seconds * 1000) / total).toFixed(0)} ms a seed)`,
  )
  for (const [what, count] of [...faults].sort()) console.log(`  ${String(count).padStart(6)}  ${what}`)
  for (const [why, count] of [...denials].sort())
    console.log(`  ${String(count).padStart(6)}  denied: ${why}`)
  const counts = addSituations(situations)
  for (const [what, count] of counts) console.log(`  ${String(count).padStart(6)}  situation: ${what}`)
  console.log(`${situations.length - failed.length} passed, ${failed.length} failed`)
  for (const { seed } of failed) console.log(`  npm run simulate -- --seed ${seed}`)
  const { missing, unexpected } = findMissing(counts, situations.length)
  console.log(missing.length === 0 ? 'every situation came up' : 'situations that never came up:')
  for (const name of missing) console.log(`  ${name}${unexpected.includes(name) ? ': it should have' : ''}`)
  return failed.length > 0 || unexpected.length > 0 ? 1 : 0
}

function compare(first: SeedResult, second: SeedResult): void {
  const one = story(first)
  const other = story(second)
  const line = one.findIndex((text, index) => text !== other[index])
  if (line >= 0 || one.length !== other.length)
    console.log(`seed ${first.seed} took another course:\n  ${one[line]}\n  ${other[line]}`)
}

async function tell(seed: number): Promise<number> {
  const real = await openLane(0)
  const result = await runSeed(real, seed)
  const { problem } = result
  await real.close()
  for (const line of story(result)) console.log(line)
  console.log(problem ? `seed ${seed}: ${problem}` : `seed ${seed} holds`)
  return problem ? 1 : 0
}
