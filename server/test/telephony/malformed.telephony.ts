// What strangers send to the ports of a service that runs its own Asterisk: SIP, the interface for browsers' phones, and our own HTTP. Neither the
// service nor Asterisk may end by it.

import { createSocket } from 'node:dgram'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/platform/kernel/clock.ts'
import { createSilentLog } from '../../src/platform/kernel/log/log.ts'
import { createLines } from '../../src/telephony/lines/create-lines.ts'
import { findRunning } from '../../src/telephony/switches/asterisk/own/asterisk-home.ts'
import { parseSimulatorSettings } from '../../src/telephony/switches/simulator/simulator-settings.ts'
import { expectSuccess } from '../support/expectations.ts'
import { malformedRequests } from '../support/malformed-requests.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { createTestApp } from '../support/test-app.ts'
import { installPrograms } from './install-programs.ts'
import { linkPrograms, ownAsteriskSettings } from './own-asterisk-parts.ts'

const SEED = Number(process.env['SEED'] ?? 1)
const REQUESTS = 500
/** At once: Asterisk's web server takes 100 sessions. */
const AT_ONCE = 25

/** The ports on which a process listens, of `tcp` or `udp`. */
function portsOf(pid: number, protocol: 'tcp' | 'udp'): number[] {
  const descriptors = `/proc/${pid}/fd`
  const inodes = new Set(
    readdirSync(descriptors).flatMap((name) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(join(descriptors, name)))?.[1] ?? []
      } catch {
        return [] // closed meanwhile
      }
    }),
  )
  const LISTENING = protocol === 'tcp' ? '0A' : '07'
  return readFileSync(`/proc/${pid}/net/${protocol}`, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode = '']) => state === LISTENING && inodes.has(inode))
    .map(([, local = '']) => Number.parseInt(local.split(':')[1] ?? '', 16))
}

function sendStream(port: number, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('data', () => socket.destroy())
    socket.on('error', () => undefined)
    socket.once('close', () => resolve())
    // Asterisk waits for what a request announced; it has had its chance by now.
    socket.write(bytes, () => socket.destroySoon())
  })
}

async function sendDatagrams(port: number, all: Buffer[]): Promise<void> {
  const socket = createSocket('udp4')
  socket.on('error', () => undefined)
  for (const bytes of all)
    await new Promise<void>((resolve) => socket.send(bytes, port, '127.0.0.1', () => resolve()))
  socket.close()
}

it(`${REQUESTS} malformed requests to every port end neither the service nor Asterisk (seed ${SEED})`, async () => {
  const programs = await installPrograms()
  const dataDir = join(await temporaryFolder(), 'data')
  await linkPrograms(dataDir, programs)
  const ownAsterisk = await ownAsteriskSettings(42_000, 43_900)
  const settings = {
    kind: 'trunks',
    calls: { ringTimeoutSeconds: 30, maxCallSeconds: 120 },
    simulator: parseSimulatorSettings('ring=0-0, talk=0-0.1'),
  } as const
  const log = createSilentLog()
  const app = await createTestApp({
    role: 'all',
    gateway: (storage) =>
      createLines(settings, { clock: systemClock, log, dataDir, ownAsterisk, ...storage }),
  })
  onTestFinished(() => app.close())
  await app.http.listen({ host: '127.0.0.1', port: 0 })
  const failed = new Promise<never>((_, reject) => {
    process.once('uncaughtExceptionMonitor', reject)
    onTestFinished(() => void process.off('uncaughtExceptionMonitor', reject))
  })
  app.startDialing()
  // The first phone starts Asterisk.
  expectSuccess(await app.post('/api/ownPhone/add', { name: 'desk' }))
  const pid = (await findRunning(dataDir)) ?? 0
  const streams = [process.pid, pid].flatMap((each) => portsOf(each, 'tcp'))
  const datagrams = portsOf(pid, 'udp')
  expect(streams.length).toBeGreaterThanOrEqual(2)
  expect(datagrams.length).toBeGreaterThanOrEqual(1)

  const requests = malformedRequests(REQUESTS, SEED)
  for (const port of streams) {
    for (let from = 0; from < REQUESTS; from += AT_ONCE) {
      const some = requests.slice(from, from + AT_ONCE)
      await Promise.race([failed, Promise.all(some.map((each) => sendStream(port, each)))])
    }
  }
  for (const port of datagrams) await Promise.race([failed, sendDatagrams(port, requests)])

  // It registers with the same Asterisk, which still has its phones.
  expectSuccess(await app.post('/api/ownPhone/add', { name: 'kitchen' }))
  expect(await findRunning(dataDir)).toBe(pid)
})
