// Each preset against a carrier that refuses calls without it, and what the test of a trunk says if the wrong one was taken.

import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/platform/kernel/clock.ts'
import { outcomeSentence } from '../../src/platform/words/trunk-tests.ts'
import type { TrunkPresetName } from '../../src/platform/words/trunks.ts'
import { type TrunkStep, testTrunk } from '../../src/telephony/trunks/test/test-trunk.ts'
import type { Trunk } from '../../src/telephony/trunks/trunk.ts'
import { trunkPresets } from '../../src/telephony/trunks/trunk-presets.ts'
import { DEFAULT_TRUNK_SETTINGS } from '../../src/telephony/trunks/trunk-settings.ts'
import { installPrograms } from './install-programs.ts'
import { linkPrograms, ownAsteriskSettings, startWithTrunks } from './own-asterisk-parts.ts'
import { type PickyCarrier, startPickyCarrier, type Wanted } from './picky-carrier.ts'

const CALLER_ID = '+4930555001'
const account = { username: '4930555001', password: 'semi;colon[1],=>x' }
const callerIds = [CALLER_ID]
const registration = { account, registration: true, callerIds }

interface Case {
  wanted: Wanted
  preset: TrunkPresetName
  changes?: Partial<Trunk>
  /** The last step of the test, and what its sentence says; undefined: the call is taken. */
  fails?: [step: string, words: RegExp]
}

/** By the id of the trunk. */
const cases: Record<string, Case> = {
  ip: {
    ...{ wanted: { prefix: '0049', callerIds }, preset: 'ip' },
    changes: { numberForm: 'doubleZero' },
  },
  digest: { wanted: { account, callerIds }, preset: 'digest' },
  registered: { wanted: registration, preset: 'registered' },
  fromAccount: { wanted: { ...registration, fromAccount: true }, preset: 'fromAccount' },
  tls: { wanted: { account, callerIds }, preset: 'digest', changes: { transport: 'tls' } },
  prefixRule: {
    ...{ wanted: { prefix: '77' }, preset: 'ip' },
    changes: { prefixRules: [{ match: '+49', strip: 3, add: '770' }] },
  },
  noDigest: { wanted: { account }, preset: 'ip', fails: ['answer failed refused', /^SIP 401: .*password/] },
  notRegistered: {
    ...{ wanted: registration, preset: 'digest' },
    fails: ['answer failed refused', /^SIP 403/],
  },
  otherFrom: {
    ...{ wanted: { ...registration, fromAccount: true }, preset: 'registered' },
    fails: ['answer failed refused', /^SIP 401/],
  },
  otherForm: {
    wanted: { prefix: '0049' },
    preset: 'ip',
    fails: ['answer failed refused', /^SIP 404: .*form/],
  },
  otherCallerId: {
    ...{ wanted: { callerIds: ['+4930555002'] }, preset: 'ip' },
    fails: ['answer failed refused', /^SIP 403: the carrier does not accept this caller ID/],
  },
  unknownAuthority: {
    ...{ wanted: { callerIds }, preset: 'ip', changes: { transport: 'tls' } },
    fails: ['reach failed not_reachable', /No encrypted connection/],
  },
}

const carriers = new Map<string, PickyCarrier>()
let own: Awaited<ReturnType<typeof startWithTrunks>>

/** As the form of the console makes it of a preset. */
function trunkOf(id: string, { preset, changes }: Case): Trunk {
  const form = trunkPresets('en').find((each) => each.id === preset)
  if (!form) throw new Error(`there is no preset ${preset}`)
  const given = { ...account, host: '127.0.0.1' }
  const asked = Object.fromEntries(form.asksFor.map((field) => [field, given[field]]))
  const copied = Object.fromEntries(form.copies.map(({ field, from }) => [field, given[from]]))
  const trunk = { ...DEFAULT_TRUNK_SETTINGS, host: given.host, password: null, callerIds, ...form.settings }
  return { ...trunk, ...asked, ...copied, id, name: id, port: carriers.get(id)?.port ?? null, ...changes }
}

/** A certificate of its own, which is its authority. */
async function makeCertificate(folder: string, name: string) {
  const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)]
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const made = ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert]
  execFileSync('openssl', ['req', '-x509', ...made, ...subject], { stdio: 'ignore' })
  return { file: cert, key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') }
}

beforeAll(async () => {
  const programs = await installPrograms()
  const folder = await mkdtemp(join(inject('scratchFolder'), 'presets-'))
  await chmod(folder, 0o711)
  const known = await makeCertificate(folder, 'known')
  const unknown = await makeCertificate(folder, 'unknown')
  for (const [id, { wanted, changes }] of Object.entries(cases)) {
    const certificate = id === 'unknownAuthority' ? unknown : known
    const tls = changes?.transport === 'tls' ? { tls: certificate } : {}
    carriers.set(id, await startPickyCarrier({ ...wanted, ...tls }))
  }
  const dataDir = join(folder, 'data')
  await linkPrograms(dataDir, programs)
  const settings = { ...(await ownAsteriskSettings(42_000, 43_900)), authorities: known.file }
  const trunks = Object.entries(cases).map(([id, each]) => trunkOf(id, each))
  own = await startWithTrunks({ dataDir, settings }, trunks)
})
afterAll(async () => {
  await own?.stop()
  for (const carrier of carriers.values()) await carrier.stop()
})

async function test(id: string, each: Case) {
  const steps: TrunkStep[] = []
  await testTrunk({
    ...{
      trunk: trunkOf(id, each),
      phoneNumber: '+4930123456',
      country: undefined,
      probe: own.probe,
      clock: systemClock,
    },
    wait: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
    onStep: (step) => steps.push(step),
  })
  const last = steps.at(-1)
  return {
    steps,
    told: steps.map(({ step, status, code }) => `${step} ${status} ${code}`),
    sentence: last && outcomeSentence(last.code, last.facts),
  }
}

const taken = Object.entries(cases).filter(([, { fails }]) => !fails)
const refused = Object.entries(cases).filter(([, { fails }]) => fails)

it.concurrent.each(taken)('%s: the call is taken, and has sound', async (id, each) => {
  const { told } = await test(id, each)
  expect(told).toEqual(expect.arrayContaining(['send ok sent', 'pickUp ok picked_up', 'sound ok both_ways']))
  const number = { ip: '004930123456', prefixRule: '77030123456' }[id] ?? '+4930123456'
  expect(carriers.get(id)).toMatchObject({ taken: [number], refused: [] })
})

it.concurrent.each(refused)('%s: the test says what to change', async (id, each) => {
  const { told, sentence } = await test(id, each)
  expect(told.at(-1)).toBe(each.fails?.[0])
  expect(sentence).toMatch(each.fails?.[1] ?? /^$/)
  expect(carriers.get(id)?.taken).toEqual([])
})

it('says that the carrier sees this machine behind NAT, and goes on', async () => {
  const carrier = await startPickyCarrier()
  onTestFinished(() => carrier.stop())
  carrier.seenAs = { address: '203.0.113.7', port: 4711 }
  const nat = { preset: 'ip', wanted: {}, changes: { id: 'prefixRule', port: carrier.port } } satisfies Case
  const { steps } = await test('prefixRule', nat)
  const step = steps.find((each) => each.step === 'address')
  expect(step).toMatchObject({ status: 'warning', code: 'behind_nat', facts: { announced: '127.0.0.1' } })
  expect(steps.map((each) => each.code)).toContain('sent')
})
