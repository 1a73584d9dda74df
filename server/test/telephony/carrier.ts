// A carrier on this machine: another Asterisk, with two accounts that want different things (see carrier/pjsip.conf).

import type { ChildProcess } from 'node:child_process'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Programs } from './install-programs.ts'
import { end, freeUdpPort, start, until, writeConfiguration } from './run-asterisk.ts'

export interface Carrier {
  port: number
  /** What it saw of calls that it took, in the order in which they came. */
  ledger(): Promise<string[]>
  /** A customer calls in and presses a key. Resolves with the name of the tape of what the customer hears. */
  callIn(from: string, to: string, key: string): Promise<string>
  start(): Promise<void>
  stop(): Promise<void>
}

/** `calls`: the port of the service that its customers call. */
export async function startCarrier(programs: Programs, folder: string, calls = 5999): Promise<Carrier> {
  const port = await freeUdpPort()
  const logFile = join(folder, 'carrier.log')
  let asterisk: ChildProcess | undefined
  let tapes = 0
  await mkdir(folder, { recursive: true })
  await writeConfiguration(programs, folder, fileURLToPath(new URL('carrier', import.meta.url)), {
    '127.0.0.1:5060': `127.0.0.1:${port}`,
    '127.0.0.1:5999': `127.0.0.1:${calls}`,
  })
  const carrier: Carrier = {
    port,
    async ledger() {
      const text = await readFile(logFile, 'utf8')
      return [...text.matchAll(/ledger (.*)$/gm)].map(([, line = '']) => line.trim())
    },
    async callIn(from, to, key) {
      const tape = join(folder, `tape-${tapes}`)
      tapes += 1
      const call = [
        ...[`Channel: PJSIP/${to}@carillon`, `CallerID: <${from}>`, 'MaxRetries: 0', 'WaitTime: 60'],
        ...['Context: caller', `Extension: ${key}`, 'Priority: 1', `Setvar: TAPE=${tape}`, ''],
      ]
      // Asterisk reads a file as soon as it is there, so it has to be there as a whole.
      await writeFile(`${tape}.call`, call.join('\n'))
      await mkdir(join(folder, 'spool/outgoing'), { recursive: true })
      await rename(`${tape}.call`, join(folder, 'spool/outgoing', `${tapes}.call`))
      return `${tape}.wav`
    },
    async start() {
      await mkdir(join(folder, 'spool/outgoing'), { recursive: true })
      asterisk = start(programs.asterisk, ['-f', '-C', join(folder, 'etc/asterisk.conf')], logFile, folder)
      const isReady = async () => (await readFile(logFile, 'utf8')).includes('Asterisk Ready')
      await until(isReady, `the carrier did not start: see ${logFile}`)
    },
    stop: () => end(asterisk),
  }
  await carrier.start()
  return carrier
}
