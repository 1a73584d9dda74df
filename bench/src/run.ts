// npm run bench               runs all benchmarks
// npm run bench -- search     runs the named ones, in this order

import { benchAsterisk } from './asterisk.ts'
import { benchCalls } from './calls.ts'
import { benchConsole } from './console.ts'
import { benchControl } from './control.ts'
import { benchDetail } from './detail.ts'
import { benchDial, comparePermission } from './dial.ts'
import { benchDialMany } from './dial-many.ts'
import { benchDialRetention } from './dial-retention.ts'
import { benchExport } from './export.ts'
import { benchImport } from './import.ts'
import { benchImportMany } from './import-many.ts'
import { benchSearch } from './search.ts'
import { benchStart } from './start.ts'
import { doing } from './support/measure.ts'
import { type BenchServer, startPostgres } from './support/postgres.ts'
import { benchTaskContacts } from './task-contacts.ts'

type Benchmark = (postgres: BenchServer) => Promise<void>

const benchmarks: Record<string, Benchmark> = {
  detail: benchDetail,
  import: benchImport,
  'import-many': benchImportMany,
  export: benchExport,
  search: benchSearch,
  'task-contacts': benchTaskContacts,
  console: benchConsole,
  control: benchControl,
  dial: benchDial,
  'dial-many': benchDialMany,
  'dial-retention': benchDialRetention,
  asterisk: benchAsterisk,
  calls: benchCalls,
  start: benchStart,
}

/** Of others; only when they are named. */
const parts: Record<string, Benchmark> = { 'dial-rules': comparePermission }
const known = { ...benchmarks, ...parts }

const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in known))
if (unknown.length > 0) {
  console.error(`unknown benchmark: ${unknown.join(', ')} (available: ${Object.keys(known).join(', ')})`)
  process.exit(1)
}

doing('starting PostgreSQL')
const postgres = await startPostgres()
// Stops PostgreSQL when the run is interrupted.
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => postgres.stop().finally(() => process.exit(1)))
}
try {
  const chosen = named.length > 0 ? named : Object.keys(benchmarks)
  for (const [index, name] of chosen.entries()) {
    doing(`${name} (${index + 1} of ${chosen.length})`)
    await known[name]?.(postgres)
  }
} finally {
  await postgres.stop()
}
