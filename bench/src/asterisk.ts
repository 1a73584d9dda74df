// Calls per second through one Asterisk, from a task to its call records, compared with a bare loop on the same Asterisk that
// places a call whenever one has ended and stores nothing; and through the Asterisk that Carillon runs, compared with the
// same loop. It uses two kinds of phones: busy ones, which measure only the
// placing of calls, and ones that answer, hear a sound and hang up.

import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createDatabase, type Database } from '../../server/src/platform/storage/database.ts'
import { PackagesUnavailable } from '../../server/src/telephony/switches/asterisk/own/debian-packages.ts'
import { installPrograms, type Programs } from '../../server/test/telephony/install-programs.ts'
import { type PhoneNetwork, startPhoneNetwork } from '../../server/test/telephony/phone-network.ts'
import { freeUdpPort } from '../../server/test/telephony/run-asterisk.ts'
import { post } from './support/api-client.ts'
import { loopCalls } from './support/bare-ari-loop.ts'
import { startService } from './support/child-server.ts'
import { alternate, report } from './support/measure.ts'
import type { BenchServer } from './support/postgres.ts'
import { quietLog } from './support/quiet-log.ts'
import { seedContacts } from './support/seed-contacts.ts'

const SECONDS = Number(process.env.ASTERISK_SECONDS ?? 10)
const ROUNDS = 3
/** Both sides run compiled code after this time. */
const WARM_UP_MS = 10_000
const CONTACTS = 50_000

/** The last digit decides how a phone behaves. There are enough lines not to limit the rate. */
const PHONES = [
  { name: 'busy', digit: 1, lines: 100 },
  { name: 'answered', digit: 0, lines: 400 },
]

export async function benchAsterisk(postgres: BenchServer): Promise<void> {
  const programs = await installPrograms(console.log).catch((error) => {
    if (!(error instanceof PackagesUnavailable)) throw error
    console.log(`asterisk: skipped, the Debian packages are not available: ${error.message}`)
  })
  if (!programs) return
  const folder = await mkdtemp(join(tmpdir(), 'carillon-bench-'))
  const network = await startPhoneNetwork(programs, folder, { qualifySeconds: 10 })
  try {
    for (const { name, digit, lines } of PHONES) {
      const numberAt = (position: number) => `49301${String(position).padStart(6, '0')}${digit}`
      const { ours, theirs } = await alternate(ROUNDS, {
        ours: () => serviceRate(postgres, { lines, numberAt, env: network.settings }),
        theirs: () => bareRate(network, lines, numberAt),
      })
      report(`asterisk: ${name} calls/s, service / bare loop`, {
        ratio: ours / theirs,
        goal: { min: 0.8 },
        details: `${Math.round(ours)} and ${Math.round(theirs)} calls/s, ${lines} lines`,
      })
      // Phones that answer hear a sound of the dialplan, which the own Asterisk does not have.
      if (name !== 'busy') continue
      const own = await alternate(ROUNDS, {
        ours: () => ownAsteriskRate(postgres, network, { programs, folder, lines, numberAt }),
        theirs: () => bareRate(network, lines, numberAt),
      })
      report(`asterisk: ${name} calls/s, service with its own Asterisk / bare loop`, {
        ratio: own.ours / own.theirs,
        goal: { min: 0.8 },
        details: `${Math.round(own.ours)} and ${Math.round(own.theirs)} calls/s, ${lines} lines`,
      })
    }
  } finally {
    await network.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface OwnAsterisk {
  programs: Programs
  folder: string
  lines: number
  numberAt(position: number): string
}

/** The service without GATEWAY, and a trunk to the same phones. What a call does there is said by the flow of the task. */
async function ownAsteriskRate(
  postgres: BenchServer,
  { phonesPort }: PhoneNetwork,
  { programs, folder, lines, numberAt }: OwnAsterisk,
): Promise<number> {
  const dataDir = await mkdtemp(join(folder, 'own-'))
  await mkdir(join(dataDir, 'asterisk/programs'), { recursive: true })
  await symlink(programs.root, join(dataDir, 'asterisk/programs', `${programs.suite}-${process.arch}`))
  const env = { DATA_DIR: dataDir, SIP_PORT: String(await freeUdpPort()), RTP_PORTS: '50000-59999' }
  const trunk = { name: 'phones', host: '127.0.0.1', port: phonesPort, numberForm: 'asWritten' }
  const flow = { steps: [{ id: 'end', type: 'hangup' }] }
  return serviceRate(postgres, { lines, numberAt, env, trunk, task: { flow } })
}

interface RateOptions {
  lines: number
  numberAt(position: number): string
  env: Record<string, string>
  trunk?: object
  task?: object
}

async function serviceRate(
  postgres: BenchServer,
  { lines, numberAt, env: own, trunk, task }: RateOptions,
): Promise<number> {
  const connection = await postgres.createDatabase()
  const db = createDatabase({ connection, maxConnections: 2, log: quietLog })
  const dataSourceId = await seedContacts(db, { count: CONTACTS, numberAt })
  const env = {
    ...own,
    LINES: String(lines),
    CALLS_PER_SECOND: '0',
    STOP_WAIT: '10',
    LOG_LEVEL: 'warn',
  }
  const service = await startService(connection, { role: 'all', env })
  try {
    if (trunk) await post(`${service.address}/api/trunk/add`, trunk)
    const settings = { taskName: 'calls', dataSourceId, ...task }
    const { id } = await post(`${service.address}/api/task/add`, settings)
    await post(`${service.address}/api/task/publish`, { id })
    await wait(WARM_UP_MS)
    return await rateOf(() => endedCalls(db))
  } finally {
    await service.stop()
    await db.close()
  }
}

async function bareRate(
  network: PhoneNetwork,
  lines: number,
  numberAt: (position: number) => string,
): Promise<number> {
  const loop = await loopCalls(network, lines, numberAt)
  try {
    await wait(WARM_UP_MS)
    return await rateOf(async () => loop.ended())
  } finally {
    await loop.stop()
  }
}

async function rateOf(count: () => Promise<number>): Promise<number> {
  const startMs = performance.now()
  const before = await count()
  await wait(SECONDS * 1000)
  return (((await count()) - before) * 1000) / (performance.now() - startMs)
}

async function endedCalls(db: Database): Promise<number> {
  const { rows } = await db.query<{ calls: number }>({
    text: 'select coalesce(sum(call_count), 0)::bigint as calls from task_counter',
  })
  return rows[0]?.calls ?? 0
}
