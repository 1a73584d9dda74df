import { expect, it } from 'vitest'
import { createManualClock } from '../../../../test/support/manual-clock.ts'
import { trunkWith } from '../../../../test/support/trunks.ts'
import { outcomeSentence } from '../../../platform/words/trunk-tests.ts'
import type { Trunk } from '../trunk.ts'
import { type TrunkStep, testTrunk } from './test-trunk.ts'
import type { CallSign, PacketCounts, ProbedState, ProbeRequest, SeenAddress } from './trunk-probe.ts'

const TRUNK = trunkWith({
  ...{ host: 'sip.example.com', username: 'u', password: 'p', registers: true },
  ...{ codecs: ['alaw'], numberForm: 'doubleZero', callerIds: ['+4930901820'] },
})
const FINE: ProbedState = {
  isReachable: true,
  roundTripMs: 12.4,
  registration: 'registered',
  fault: undefined,
}

const SEEN: SeenAddress = { seenAs: '203.0.113.7', announced: '203.0.113.7', by: 'externalAddress' }

interface World {
  trunk?: Partial<Trunk>
  addresses?: string[]
  states?: (ProbedState | Error)[]
  notSent?: string
  /** What is heard of the call, with the time since the sign before. */
  signs?: [number, CallSign][]
  packets?: PacketCounts | undefined
  seen?: SeenAddress | undefined
  otherRegistrar?: string
  isConfirmed?: boolean
}

const answered: [number, CallSign][] = [
  [200, { type: 'responded' }],
  [800, { type: 'ringing' }],
  [3000, { type: 'answered' }],
]

/** Time passes only while the test waits; then the next thing that is due happens. */
async function run({
  trunk,
  addresses = ['192.0.2.1'],
  states = [FINE],
  notSent,
  signs = answered,
  ...rest
}: World) {
  const clock = createManualClock('2026-11-17T10:00:00Z')
  const due: { atMs: number; happen(): void }[] = []
  const steps: TrunkStep[] = []
  const requests: ProbeRequest[] = []
  let hangUps = 0
  let isOver = false
  const later = (ms: number, happen: () => void) => due.push({ atMs: clock.elapsedMs() + ms, happen })
  const test = testTrunk({
    trunk: { ...TRUNK, ...trunk },
    phoneNumber: '+49 30 123456',
    country: undefined,
    clock,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve())
        later(ms, resolve)
      }),
    onStep: (step) => steps.push(step),
    otherRegistrar: () => rest.otherRegistrar,
    probe: {
      resolve: async () => addresses,
      seenAs: async () => ('seen' in rest ? rest.seen : SEEN),
      async state() {
        const state = states.length > 1 ? states.shift() : states[0]
        if (state instanceof Error) throw state
        return state
      },
      async call(request, onSign) {
        if (notSent !== undefined) throw new Error(notSent)
        requests.push(request)
        let atMs = 0
        for (const [ms, sign] of signs) {
          atMs += ms
          later(atMs, () => onSign(sign))
        }
        return {
          wasConfirmed: async () => rest.isConfirmed,
          playTone: async () => undefined,
          packets: async () => ('packets' in rest ? rest.packets : { received: 40, sent: 42 }),
          async hangUp() {
            hangUps += 1
            later(10, () => onSign({ type: 'ended', sipStatus: undefined }))
          },
        }
      },
    },
  }).finally(() => {
    isOver = true
  })
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve))
    const next = due.sort((a, b) => a.atMs - b.atMs).shift()
    if (!next) continue
    clock.advance(Math.max(0, next.atMs - clock.elapsedMs()))
    next.happen()
  }
  await test
  const told = steps.map(({ step, status, code }) => `${step} ${status} ${code}`)
  const last = steps.at(-1)
  return { told, steps, requests, hangUps, sentence: last && outcomeSentence(last.code, last.facts) }
}

it('tells every step of a call that goes well', async () => {
  const { told, steps, requests } = await run({})
  expect(told).toEqual([
    'resolve ok resolved',
    'reach ok reachable',
    'address ok seen_as_told',
    'register ok registered',
    'send ok sent',
    'answer ok accepted',
    'ring ok ringing',
    'pickUp ok picked_up',
    'sound ok both_ways',
    'hangUp ok hung_up',
  ])
  expect(requests).toMatchObject([{ number: '004930123456', callerId: '+4930901820' }])
  const sentences = steps.map(({ code, facts }) => outcomeSentence(code, facts))
  expect(sentences).toEqual([
    'The name sip.example.com leads to 192.0.2.1.',
    'The carrier answers after 12 ms.',
    'The carrier sees this machine as 203.0.113.7, which is the address that it is told.',
    'The carrier has accepted the registration.',
    '004930123456 is called from +4930901820.',
    'The carrier has accepted the call.',
    'The phone rings after 1.0 s.',
    'The phone was answered after 4.0 s.',
    '42 packets of sound were sent, 40 were received.',
    'The test hung up after 0.5 s.',
  ])
})

it('skips what the trunk does not do', async () => {
  const { told } = await run({
    trunk: { host: '192.0.2.7', registers: false },
    states: [{ ...FINE, registration: undefined, isReachable: undefined }],
    signs: [[500, { type: 'answered' }]],
    seen: undefined,
  })
  expect(told).toEqual([
    'resolve ok is_address',
    'reach skipped not_asked',
    'address skipped not_seen',
    'register skipped does_not_register',
    'send ok sent',
    'answer ok accepted',
    'ring skipped no_ringing',
    'pickUp ok picked_up',
    'sound ok both_ways',
    'hangUp ok hung_up',
  ])
})

it.each<[SeenAddress['by'], string, RegExp]>([
  ['interface', 'behind_nat', /told 10\.0\.0\.5: set EXTERNAL_ADDRESS to 203\.0\.113\.7, and forward/],
  ['externalAddress', 'other_external', /EXTERNAL_ADDRESS is 10\.0\.0\.5: set it to 203\.0\.113\.7/],
  ['localNetworks', 'not_local', /LOCAL_NETWORKS: take its network out/],
])('goes on if the carrier sees another address than it is told by %s', async (by, code, words) => {
  const { steps } = await run({ seen: { ...SEEN, announced: '10.0.0.5', by } })
  const step = steps.find((each) => each.step === 'address')
  expect(step).toMatchObject({ status: 'warning', code })
  expect(step && outcomeSentence(step.code, step.facts)).toMatch(words)
  expect(steps.at(-1)?.code).toBe('hung_up')
})

it.each<[Partial<ProbedState>, string, RegExp]>([
  [{ registration: 'rejected' }, 'registration_rejected', /refuses the registration: check .* the password/],
  [{ registration: 'rejected', registrationAnswer: 403 }, 'registration_rejected', /SIP 403\): .*password/],
  [
    { registration: 'rejected', registrationAnswer: 503 },
    'registration_rejected',
    /SIP 503\): it cannot take registrations at the moment/,
  ],
  [
    { registration: 'rejected', registrationAnswer: 302 },
    'registration_rejected',
    /SIP 302\): .* another address/,
  ],
  [{ registration: 'waiting' }, 'registration_unanswered', /firewall/],
])('calls all the same if the registration is %j, and says both', async (state, code, words) => {
  const { steps } = await run({ states: [{ ...FINE, ...state }] })
  const step = steps.find((each) => each.step === 'register')
  expect(step).toMatchObject({ status: 'warning', code })
  expect(step && outcomeSentence(step.code, step.facts)).toMatch(words)
  expect(steps.at(-1)?.code).toBe('hung_up')
})

it('does not wait for an answer to OPTIONS that it does not send', async () => {
  const { told } = await run({
    trunk: { sendsOptions: false },
    states: [{ ...FINE, isReachable: undefined }],
  })
  expect(told).toContain('reach skipped options_off')
})

it('tells a carrier that has confirmed the call from one that is silent', async () => {
  const { told, sentence } = await run({ signs: [], isConfirmed: true })
  expect(told.at(-1)).toBe('answer failed only_confirmed')
  expect(sentence).toMatch(/confirmed the call, but has said nothing more for 35\.0 s/)
})

it('calls through a trunk that another node registers', async () => {
  const { told } = await run({ states: [{ ...FINE, registration: undefined }], otherRegistrar: 'node two' })
  expect(told).toEqual(expect.arrayContaining(['register skipped registered_by', 'send ok sent']))
})

it('waits for a trunk that registers just now', async () => {
  const waiting: ProbedState = { ...FINE, isReachable: undefined, registration: 'waiting' }
  const { told } = await run({ states: [waiting, waiting, { ...waiting, isReachable: true }, waiting, FINE] })
  expect(told).toContain('register ok registered')
})

it.each<[string, World, RegExp]>([
  [
    'resolve failed not_resolved',
    { addresses: [] },
    /name of the carrier does not exist.*check the address.*sip.example.com/,
  ],
  ['reach failed no_asterisk', { states: [new Error('no program')] }, /Asterisk does not run: no program\./],
  [
    'reach failed not_usable',
    { states: [{ ...FINE, fault: 'its host' }] },
    /does not have this trunk: its host/,
  ],
  ['reach failed not_reachable', { states: [{ ...FINE, isReachable: false }] }, /does not answer.*firewall/],
  [
    'reach failed not_reachable',
    { trunk: { transport: 'tls' }, states: [{ ...FINE, isReachable: false }] },
    /No encrypted connection/,
  ],
  ['send failed not_sent', { notSent: 'Asterisk answers 500' }, /could not be sent: Asterisk answers 500\.$/],
  [
    'answer failed refused',
    { signs: [[300, { type: 'ended', sipStatus: 403 }]] },
    /^SIP 403: the carrier does not accept this caller ID.*check the caller ID/,
  ],
  [
    'answer failed silent',
    { signs: [[32_000, { type: 'ended', sipStatus: 408 }]] },
    /does not answer at all/,
  ],
  ['answer failed silent', { signs: [] }, /does not answer at all/],
  [
    'ring failed refused',
    {
      signs: [
        [300, { type: 'responded' }],
        [900, { type: 'ended', sipStatus: 404 }],
      ],
    },
    /^SIP 404: .*the form in which the trunk sends it/,
  ],
  [
    'pickUp failed not_answered',
    {
      signs: [
        [300, { type: 'ringing' }],
        [900, { type: 'ended', sipStatus: 603 }],
      ],
    },
    /not answered\. SIP 603/,
  ],
  ['pickUp failed not_picked_up', { signs: [[300, { type: 'ringing' }]] }, /rang for 50\.0 s/],
  ['sound failed nothing_received', { packets: { received: 0, sent: 250 } }, /firewall.*NAT/],
  ['sound failed nothing_sent', { packets: { received: 250, sent: 0 } }, /codecs/],
  ['sound failed no_sound', { packets: { received: 0, sent: 0 } }, /No sound was sent or received/],
])('stops at %s, and says what to change', async (expected, world, words) => {
  const { told, sentence, hangUps, requests } = await run(world)
  expect(told.at(-1)).toBe(expected)
  expect(told.filter((step) => step.includes(' failed '))).toHaveLength(1)
  expect(sentence).toMatch(words)
  const hasEnded = world.signs?.some(([, { type }]) => type === 'ended') ?? false
  expect(hangUps).toBe(requests.length > 0 && !hasEnded ? 1 : 0)
})

it('does not blame the trunk if the callee hangs up before the sound is measured', async () => {
  const signs = [...answered, [100, { type: 'ended', sipStatus: undefined }]] as [number, CallSign][]
  const { told } = await run({ signs, packets: { received: 2, sent: 3 } })
  expect(told.slice(-2)).toEqual(['sound skipped not_measured', 'hangUp ok callee_hung_up'])
})
