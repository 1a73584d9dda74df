// carillon restore: into an empty data folder, or the empty database that DATABASE_URL names.

import { createReadStream } from 'node:fs'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { readLostSecrets } from '../../app/lost-secrets.ts'
import { type Config, readConfig } from '../../config.ts'
import { readSystem } from '../../insight/overview/system.queries.ts'
import { counted } from '../../platform/kernel/counted.ts'
import { createSilentLog } from '../../platform/kernel/log/log.ts'
import { printable } from '../../platform/kernel/log/printable.ts'
import { createTimestamps } from '../../platform/kernel/timestamps.ts'
import { createDatabase, type Database } from '../../platform/storage/database.ts'
import { recordChange } from '../../platform/trail/record.ts'
import { type RestoreSummary, restoreBackup } from '../backup/restore-backup.ts'
import { CommandFailed } from '../failure.ts'
import { openStorage, prepareSchema, STOP_SIGNALS, type Storage } from '../open-storage.ts'
import { inDigits } from '../progress-line.ts'
import { checkSums } from '../sums.ts'
import { say } from '../terminal.ts'
import { openForCopies } from './backup.ts'
import { explainCopy } from './explain.ts'
import { createProgress } from './progress.ts'

export async function restoreCommand([file, ...rest]: string[]): Promise<void> {
  if (file === undefined || file === '')
    throw new CommandFailed('restore needs the file of a backup, or - for standard input')
  if (rest.length > 0) throw new CommandFailed(`too many arguments: ${rest.join(' ')}`)
  const config = readConfig()
  for (const signal of STOP_SIGNALS) process.once(signal, () => process.exit(1))
  const archive = openFile(file)
  let storage: Storage | undefined
  let db: Database | undefined
  try {
    const openTarget = async () => {
      storage = await openStorage(config, createSilentLog())
      db = openForCopies(storage.connection)
      return { db, location: storage.location, dataDir: config.dataDir }
    }
    const progress = createProgress()
    const restored = await restoreBackup({
      source: archive.content,
      openTarget,
      onProgress: (what, rows) => progress.show(`${inDigits(rows)} rows, ${what}`),
    })
    progress.end()
    if (storage) await finish(storage, config, restored)
  } catch (error) {
    throw archive.failure() ?? explainCopy(error, 'the files cannot be restored', storage?.location ?? '')
  } finally {
    archive.close()
    await db?.close()
    await storage?.close()
  }
}

function openFile(file: string) {
  const input = file === '-' ? process.stdin : createReadStream(file)
  const gunzip = createGunzip()
  let failure: CommandFailed | undefined
  input.once('error', (error: NodeJS.ErrnoException) => {
    failure = new CommandFailed(`the backup cannot be read: ${error.message}`)
  })
  pipeline(input, gunzip).catch(() => undefined) // reported to the reader of the content
  return {
    content: gunzip,
    failure: () => failure,
    close() {
      gunzip.destroy()
      input.destroy()
    },
  }
}

async function finish(storage: Storage, config: Config, restored: RestoreSummary): Promise<void> {
  const { header, rows, files, settings } = restored
  const { format } = createTimestamps(config.timeZone)
  const { applied, version } = await prepareSchema(storage, createSilentLog())
  say(
    `Restored ${counted(rows, 'row')} and ${counted(files, 'file')} to ${storage.location}: ` +
      `the state of ${format(new Date(header.time))}.`,
  )
  if (applied.length > 0) say(`The schema was migrated from version ${header.schemaVersion} to ${version}.`)
  await withDatabase(storage, (own) =>
    recordChange(own, { at: new Date(), operation: 'backup.restore', after: { time: header.time } }),
  )
  if (!(await checkSums(storage.connection))) process.exitCode = 1
  await tellRunning(storage)
  if (!header.hasSecrets) {
    say('The backup has no access tokens: the first start creates a new one, or set ACCESS_TOKEN.')
    await tellLostSecrets(storage)
  }
  if (settings !== '')
    say(`The settings of the old service are in ${join(resolve(config.dataDir), 'restored-settings.env')}.`)
}

async function tellLostSecrets(storage: Storage): Promise<void> {
  const { trunks, phones, webhooks } = await withDatabase(storage, readLostSecrets)
  const tell = (names: string[], what: string, remedy: string) => {
    if (names.length > 0) say(`Without their secret, ${what}: ${names.map(printable).join(', ')}. ${remedy}`)
  }
  tell(trunks, 'trunks', 'Enter their passwords again: until then they place no calls that need one.')
  tell(phones, 'own phones', 'Delete them and add them again: until then they cannot register.')
  tell(webhooks, 'webhooks', 'Rotate their secrets: until then nothing is sent to them.')
}

/** The people who were called after the backup would be called again. */
async function tellRunning(storage: Storage): Promise<void> {
  await withDatabase(storage, async (db) => {
    const { running = 0 } = (await readSystem.first(db, [new Date()])) ?? {}
    if (running > 0)
      say(
        `Running tasks: ${running}. They dial as soon as the service starts, also contacts that were called after the backup; ` +
          'a start with LINES=0 does not dial.',
      )
  })
}

async function withDatabase<Result>(
  { connection }: Storage,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const db = createDatabase({ connection, maxConnections: 1, log: createSilentLog() })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
