// The Asterisk that Carillon runs, with trunks to a carrier on this machine: registration, digest, changes during a call, crashes, and the end of
// the process that runs it.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, readlink, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/platform/kernel/clock.ts'
import { createSilentLog } from '../../src/platform/kernel/log/log.ts'
import { createAriClient } from '../../src/telephony/switches/asterisk/ari/ari-client.ts'
import { findRunning } from '../../src/telephony/switches/asterisk/own/asterisk-home.ts'
import {
  createOwnAsterisk,
  type OwnAsterisk,
} from '../../src/telephony/switches/asterisk/own/own-asterisk.ts'
import type { SipTrunk } from '../../src/telephony/switches/asterisk/own/pjsip-configuration.ts'
import { DEFAULT_TRUNK_SETTINGS } from '../../src/telephony/trunks/trunk-settings.ts'
import { finish } from '../support/carillon-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { type Carrier, startCarrier } from './carrier.ts'
import { openGateway, PATIENCE } from './controlled-call.ts'
import { installPrograms } from './install-programs.ts'
import { linkPrograms, ownAsteriskSettings } from './own-asterisk-parts.ts'

const SCRIPT = fileURLToPath(new URL('own-asterisk.script.ts', import.meta.url))
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const CALLER_ID = '4930555001'

async function openCarrier() {
  const programs = await installPrograms()
  const folder = await temporaryFolder()
  const carrier = await startCarrier(programs, join(folder, 'carrier'))
  onTestFinished(() => carrier.stop())
  const dataDir = join(folder, 'data')
  await linkPrograms(dataDir, programs)
  const options = {
    dataDir,
    settings: await ownAsteriskSettings(44_000, 46_000),
    bindAddress: '127.0.0.1',
    timing: { firstPauseMs: 10, qualifySeconds: 1 },
  }
  return { carrier, options }
}

async function openOwn(trunks: (carrier: Carrier) => SipTrunk[]) {
  const { carrier, options } = await openCarrier()
  const own = await createOwnAsterisk({ ...options, clock: systemClock, log: createSilentLog() })
  onTestFinished(() => own.stop())
  own.start(trunks(carrier))
  await own.ready()
  return { carrier, own, dataDir: options.dataDir }
}

const registered = ({ port }: Carrier, changes: Partial<SipTrunk> = {}): SipTrunk => ({
  ...DEFAULT_TRUNK_SETTINGS,
  id: 'registered',
  name: 'registered',
  isEnabled: true,
  host: '127.0.0.1',
  port,
  transport: 'udp',
  username: 'registered',
  password: 'semi;colon[1],=>x',
  registers: true,
  fromUser: null,
  fromDomain: null,
  sendsIdentity: false,
  codecs: ['ulaw', 'alaw'],
  ...changes,
})

const byName = (carrier: Carrier, changes: Partial<SipTrunk> = {}): SipTrunk => ({
  ...registered(carrier),
  id: 'by-name',
  name: 'From is the account',
  host: 'localhost',
  username: 'by-name',
  password: 'secret',
  registers: false,
  fromUser: 'by-name',
  fromDomain: 'example.com',
  sendsIdentity: true,
  ...changes,
})

function openTrunk({ access }: OwnAsterisk, id: string) {
  const settings = {
    ARI_URL: access.url,
    ARI_USERNAME: access.username,
    ARI_PASSWORD: access.password,
    ARI_APP: `carillon-${id}`,
    ASTERISK_ENDPOINT: `PJSIP/{number}@trunk-${id}`,
    ASTERISK_ON_ANSWER: 'sound:hello-world',
    CALLER_ID,
  }
  return openGateway({ settings })
}

const stateOf = async (own: OwnAsterisk, id: string) =>
  (await own.trunkStates()).find((state) => state.id === id)

it('calls through a trunk that registers and through one whose From is the account', async () => {
  const { carrier, own, dataDir } = await openOwn((each) => [registered(each), byName(each)])
  await expect
    .poll(() => stateOf(own, 'registered'), PATIENCE)
    .toMatchObject({ registration: 'registered', isReachable: true, fault: undefined })
  await expect
    .poll(() => stateOf(own, 'by-name'), PATIENCE)
    .toMatchObject({ registration: undefined, isReachable: true })
  expect((await stateOf(own, 'by-name'))?.roundTripMs).toBeGreaterThan(0)
  expect(own.state()).toMatchObject({ kind: 'running', version: expect.stringMatching(/^\d+\.\d+/) })

  const { code, stdout } = await finish(['asterisk', 'status'], { env: { DATA_DIR: dataDir } })
  expect(code).toBe(0)
  expect(stdout.trim().split('\n')).toEqual([
    expect.stringMatching(/^Program {2}Asterisk \d+\.\S+ \(Debian \w+, fetched into /),
    expect.stringMatching(/^Running {2}yes, as process \d+/),
    expect.stringMatching(/^Trunk {4}by-name: answers in [\d.]+ ms$/),
    expect.stringMatching(/^Trunk {4}registered: answers in [\d.]+ ms, registered$/),
  ])

  await (await openTrunk(own, 'registered')).call('4930001')
  await (await openTrunk(own, 'by-name')).call('4930002')
  expect(await carrier.ledger()).toEqual([
    expect.stringMatching(`^registered 4930001 from .*<sip:${CALLER_ID}@.* identity *$`),
    expect.stringMatching(
      `^by-name 4930002 from .*<sip:by-name@example.com>.* identity .*<sip:${CALLER_ID}@`,
    ),
  ])
})

it('measures the sound of a call', async () => {
  const { own } = await openOwn((each) => [byName(each)])
  const trunk = await openTrunk(own, 'by-name')
  const ari = createAriClient({ settings: own.access, clock: systemClock, timeoutMs: 5000 })
  onTestFinished(() => ari.close())
  // The callee repeats what it hears.
  const id = await trunk.call('493000177')
  const tone = encodeURIComponent('tone:440/1000,0/1000')
  await ari.send('POST', `/channels/${id}/play/${id}-tone?media=${tone}`)
  const received = async () =>
    ((await ari.send('GET', `/channels/${id}/rtp_statistics`)).body as { rxcount?: number }).rxcount ?? 0
  await expect.poll(received, PATIENCE).toBeGreaterThan(60)
  await trunk.gateway.hangUp(id)
  const { end } = await trunk.heard(id, 'ended')
  expect(end).toMatchObject({ cause: 'answered', media: { jitterMs: expect.any(Number) } })
  expect(end.media?.loss).toBeLessThan(0.5)
  expect(end.media?.jitterMs).toBeLessThan(1000)
})

it('takes a new trunk, a changed one and the removal of one while a call is up', async () => {
  const { carrier, own } = await openOwn((each) => [byName(each)])
  const trunk = await openTrunk(own, 'by-name')
  const id = await trunk.call('4930003')

  // Over TCP, which nothing has used before.
  await own.apply([byName(carrier), registered(carrier, { transport: 'tcp', password: 'wrong' })])
  await expect.poll(() => stateOf(own, 'registered'), PATIENCE).toMatchObject({ registration: 'rejected' })
  await own.apply([byName(carrier), registered(carrier, { transport: 'tcp' })])
  await expect
    .poll(() => stateOf(own, 'registered'), PATIENCE)
    .toMatchObject({ registration: 'registered', isReachable: true })
  await (await openTrunk(own, 'registered')).call('4930004')
  await own.apply([
    byName(carrier, { isEnabled: false }),
    registered(carrier, { transport: 'tcp', host: 'a b' }),
  ])
  expect(await own.trunkStates()).toMatchObject([
    { id: 'registered', fault: expect.stringContaining('host must be a name or an address') },
  ])
  expect((await trunk.gateway.reconcile([id])).get(id)).toEqual({ state: 'live' })
  expect(await carrier.ledger()).toHaveLength(2)
})

it('starts Asterisk again after it was killed', async () => {
  const { carrier, own, dataDir } = await openOwn((each) => [byName(each)])
  const trunk = await openTrunk(own, 'by-name')
  const id = await trunk.call('4930005')
  const pid = (await findRunning(dataDir)) ?? 0
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => own.state().kind, PATIENCE).not.toBe('running')
  await own.apply([byName(carrier), registered(carrier)])
  await own.ready()
  expect(await findRunning(dataDir)).not.toBe(pid)
  await expect.poll(() => trunk.gateway.health(), PATIENCE).toEqual({ isUp: true })
  expect((await trunk.gateway.reconcile([id])).get(id)?.state).not.toBe('live')
  await expect.poll(() => stateOf(own, 'registered'), PATIENCE).toMatchObject({ registration: 'registered' })
  await trunk.call('4930006')
})

it('ends with the process that runs it, however that ends', async () => {
  const { carrier, options } = await openCarrier()
  const holder = spawn(
    process.execPath,
    ['--import', 'tsx', SCRIPT, JSON.stringify({ ...options, trunks: [registered(carrier)] })],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const exited = once(holder, 'exit')
  onTestFinished(() => void holder.kill('SIGKILL'))
  const pid = Number(String((await once(holder.stdout, 'data'))[0]))
  expect(pid).toBe(await findRunning(options.dataDir))
  holder.kill('SIGKILL')
  await exited
  await expect.poll(() => existsSync(`/proc/${pid}`), PATIENCE).toBe(false)
})

it('listens beyond this machine with SIP only, and says what is in the way', async () => {
  const { carrier, options } = await openCarrier()
  const first = await createOwnAsterisk({
    ...options,
    bindAddress: '0.0.0.0',
    clock: systemClock,
    log: createSilentLog(),
  })
  onTestFinished(() => first.stop())
  first.start([byName(carrier)])
  await first.ready()
  const pid = (await findRunning(options.dataDir)) ?? 0
  const beyond = (await listeners(pid)).filter(({ address }) => address !== '127.0.0.1')
  expect(beyond.filter(({ table }) => table.startsWith('tcp'))).toEqual([])
  expect(beyond).toContainEqual({ table: 'udp', address: '0.0.0.0', port: options.settings.sipPort })
  // For the answers of name servers, one for each version of IP.
  expect(beyond).toHaveLength(3)

  const start = async (changes: object) => {
    const other = await createOwnAsterisk({
      ...options,
      ...changes,
      clock: systemClock,
      log: createSilentLog(),
    })
    other.start([byName(carrier)])
    await expect.poll(() => other.state(), PATIENCE).toMatchObject({ kind: 'waiting' })
    const state = other.state()
    await other.stop()
    return state
  }
  expect(await start({})).toMatchObject({ reason: expect.stringMatching(/is in use by another process/) })
  const elsewhere = join(options.dataDir, 'elsewhere')
  expect(await start({ dataDir: elsewhere })).toMatchObject({
    reason: expect.stringMatching(/^there is no Asterisk to place calls with: /),
  })
  await mkdir(join(elsewhere, 'asterisk'), { recursive: true })
  await symlink(join(options.dataDir, 'asterisk/programs'), join(elsewhere, 'asterisk/programs'))
  expect(await start({ dataDir: elsewhere })).toMatchObject({
    reason: expect.stringMatching(/^UDP port \d+, on which SIP would listen, is taken: .* set SIP_PORT$/),
  })
})

/** The addresses on which a process listens, from the tables of the system. */
async function listeners(pid: number): Promise<{ table: string; address: string; port: number }[]> {
  const links = await Promise.all(
    (await readdir(`/proc/${pid}/fd`)).map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')),
  )
  const own = new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []))
  const found: { table: string; address: string; port: number }[] = []
  for (const [table, listening] of [
    ['udp', '07'],
    ['udp6', '07'],
    ['tcp', '0A'],
    ['tcp6', '0A'],
  ] as const)
    for (const line of (await readFile(`/proc/${pid}/net/${table}`, 'utf8')).trim().split('\n').slice(1)) {
      const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/)
      if (state !== listening || !own.has(inode)) continue
      const [host = '', port = ''] = local.split(':')
      const address = (host.match(/../g) ?? [])
        .reverse()
        .map((byte) => Number.parseInt(byte, 16))
        .join('.')
      found.push({ table, address, port: Number.parseInt(port, 16) })
    }
  return found
}
