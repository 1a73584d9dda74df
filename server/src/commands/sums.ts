// carillon check and carillon repair, with or without a running service.
import { readConfig } from '../config.ts'
import { createLineWatch } from '../dialer/settle/line-watch.ts'
import { systemClock } from '../kernel/clock.ts'
import { createSilentLog } from '../kernel/log.ts'
import { printable } from '../kernel/printable.ts'
import { compareSums, type Difference } from '../repair/sums.ts'
import { createDatabase } from '../storage/database.ts'
import { prepareSchema, shareStorage } from './open-storage.ts'
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
    const db = createDatabase({ connection: storage.connection, maxConnections: 2, log })
    const lines = createLineWatch({ db, clock: systemClock, log })
    try {
      for await (const difference of compareSums({ db, clock: systemClock, lines, corrects })) {
        found.push(difference)
        if (!asJson) say(`${corrects ? 'corrected ' : ''}${describe(difference)}`)
      }
    } finally {
      await db.close()
    }
  } finally {
    await storage.close()
  }
  if (asJson) say(JSON.stringify({ [corrects ? 'corrected' : 'differences']: found }, null, 2))
  else if (found.length === 0) say('All sums agree with their records.')
  else if (!corrects) say('Run carillon repair to correct them.')
  if (found.length > 0 && !corrects) process.exitCode = 1
}

const owners = {
  task: 'task',
  dataSource: 'data source',
  doNotCallList: 'do-not-call list',
  dialer: 'dialer',
} as const
const manySums: Record<string, string> = {
  contactBlocks: 'blocks of contacts',
  nameBlocks: 'blocks of names',
  contactCallCounts: 'contacts with a wrong call count',
  history: 'minutes of the history',
}

function describe(difference: Difference): string {
  const { of, id, name, sum } = difference
  const owner = id === null ? owners[of] : `${owners[of]} ${id} (${printable(name ?? '')})`
  return 'rows' in difference
    ? `${owner}: ${manySums[sum] ?? sum}: ${difference.rows}`
    : `${owner}: ${sum} is ${difference.counted}, but ${difference.actual} by the records`
}
