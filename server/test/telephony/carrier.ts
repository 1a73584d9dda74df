// A carrier on this machine: another Asterisk, with two accounts that want different things (see carrier/pjsip.conf).

import type { ChildProcess } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Programs } from './install-programs.ts'
import { end, freeUdpPort, start, until, writeConfiguration } from './run-asterisk.ts'

export interface Carrier {
  port: number
  /** What it saw of calls that it took, in the order in which they came. */
  ledger(): Promise<string[]>
  start(): Promise<void>
  stop(): Promise<void>
}

export async function startCarrier(programs: Programs, folder: string): Promise<Carrier> {
  const port = await freeUdpPort()
  const logFile = join(folder, 'carrier.log')
  let asterisk: ChildProcess | undefined
  await mkdir(folder, { recursive: true })
  await writeConfiguration(programs, folder, fileURLToPath(new URL('carrier', import.meta.url)), {
    '127.0.0.1:5060': `127.0.0.1:${port}`,
  })
  const carrier: Carrier = {
    port,
    async ledger() {
      const text = await readFile(logFile, 'utf8')
      return [...text.matchAll(/ledger (.*)$/gm)].map(([, line = '']) => line.trim())
    },
    async start() {
      asterisk = start(programs.asterisk, ['-f', '-C', join(folder, 'etc/asterisk.conf')], logFile, folder)
      const isReady = async () => (await readFile(logFile, 'utf8')).includes('Asterisk Ready')
      await until(isReady, `the carrier did not start: see ${logFile}`)
    },
    stop: () => end(asterisk),
  }
  await carrier.start()
  return carrier
}
