// carillon check and carillon repair, with or without a running service.
import { readConfig } from '../config.ts'
import { createLineWatch } from '../dialing/dialer/jobs/count-lines.ts'
import { systemClock } from '../platform/kernel/clock.ts'
import { createSilentLog } from '../platform/kernel/log/log.ts'
import { printable } from '../platform/kernel/log/printable.ts'
import type { DatabaseAddress } from '../platform/storage/connection.ts'
import { createDatabase } from '../platform/storage/database.ts'
import { prepareSchema, shareStorage } from './open-storage.ts'
import { compareSums, type Difference } from './repair/sums.ts'
import { say } from './terminal.ts'

interface SumsFlags {
  corrects: boolean
  asJson: boolean
}

export async function sumsCommand({ corrects, asJson }: SumsFlags): Promise<void> {
  const log = createSilentLog()
  const storage = await shareStorage(readConfig(), log)
  const found: Difference[] = []
  try {
    await prepareSchema(storage, log)
    for await (const difference of differencesIn(storage.connection, corrects)) {
      found.push(difference)
      if (!asJson) say(`${corrects ? 'corrected ' : ''}${describe(difference)}`)
    }
  } finally {
    await storage.close()
  }
  if (asJson) say(JSON.stringify({ [corrects ? 'corrected' : 'differences']: found }, null, 2))
  else if (found.length === 0) say(ALL_AGREE)
  else if (!corrects) say('Run carillon repair to correct them.')
  if (found.length > 0 && !corrects) process.exitCode = 1
}

async function* differencesIn(connection: DatabaseAddress, corrects: boolean): AsyncGenerator<Difference> {
  const log = createSilentLog()
  const db = createDatabase({ connection, maxConnections: 2, log })
  const lines = createLineWatch({ db, clock: systemClock, log })
  try {
    yield* compareSums({ db, clock: systemClock, lines, corrects })
  } finally {
    await db.close()
  }
}

/** As `carillon check` does. Says what differs, and returns whether all sums agree. */
export async function checkSums(connection: DatabaseAddress): Promise<boolean> {
  let isRight = true
  for await (const difference of differencesIn(connection, false)) {
    isRight = false
    say(describe(difference))
  }
  say(isRight ? ALL_AGREE : 'Run carillon repair to correct them.')
  return isRight
}

const ALL_AGREE = 'All sums agree with their records.'
const owners = {
  task: 'task',
  dataSource: 'data source',
  doNotCallList: 'do-not-call list',
  dialer: 'dialer',
} as const
const manySums: Record<string, string> = {
  contactBlocks: 'blocks of contacts',
  nameBlocks: 'blocks of names',
  history: 'minutes of the history',
}

function describe(difference: Difference): string {
  const { of, id, name, sum } = difference
  const owner = id === null ? owners[of] : `${owners[of]} ${id} (${printable(name ?? '')})`
  return 'rows' in difference
    ? `${owner}: ${manySums[sum] ?? sum}: ${difference.rows}`
    : `${owner}: ${sum} is ${difference.counted}, but ${difference.actual} by the records`
}
