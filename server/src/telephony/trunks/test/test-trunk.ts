// The test of a trunk: an ordered list of steps, each of which says what it found. The first that fails ends the test, because what comes after it
// would fail for the same reason.
import { isIP } from 'node:net'
import type { Clock } from '../../../platform/kernel/clock.ts'
import type { Country } from '../../../platform/kernel/phone/phone-key.ts'
import type { CallCause } from '../../../platform/words/calls.ts'
import type { TrunkOutcome, TrunkOutcomeFacts, TrunkStepName } from '../../../platform/words/trunk-tests.ts'
import { isTimeout, ringsOut } from '../../sip-answer.ts'
import { numberFor, type Trunk } from '../trunk.ts'
import { createCallSigns, type Wait } from './call-signs.ts'
import type { PacketCounts, ProbeCall, ProbedState, TrunkProbe } from './trunk-probe.ts'

export interface StepOutcome {
  /** `warning`: the test goes on. */
  status: 'ok' | 'failed' | 'skipped' | 'warning'
  code: TrunkOutcome
  facts: TrunkOutcomeFacts
}

export interface TrunkStep extends StepOutcome {
  step: TrunkStepName
  time: Date
}

/** The time is ISO 8601. */
export type StoredStep = Omit<TrunkStep, 'time'> & { time: string }

interface TrunkTestOptions {
  trunk: Trunk
  phoneNumber: string
  /** Of the service. */
  country: Country | undefined
  /** The name of the node that registers the trunk, if it is another one. */
  otherRegistrar?(): string | undefined
  probe: TrunkProbe
  clock: Clock
  wait: Wait
  onStep(step: TrunkStep): void
}

/** A trunk that was added just now is asked within this time. */
const KNOWN_WITHIN_MS = 10_000
/** A trunk that was added just now is registered within this time: Asterisk sends the first request up to ten seconds later. */
const REGISTERED_WITHIN_MS = 20_000
const LOOK_EVERY_MS = 500
/** SIP gives up a request without any answer after 32 seconds. */
const SILENT_AFTER_MS = 35_000
const RING_SECONDS = 45
const RING_MS = (RING_SECONDS + 5) * 1000
const LISTEN_MS = 5000
/** A fifth of a second of sound. */
const ENOUGH_PACKETS = 10
const HANG_UP_WITHIN_MS = 5000

const ok = (code: TrunkOutcome, facts: TrunkOutcomeFacts = {}): StepOutcome => ({ status: 'ok', code, facts })
const failed = (code: TrunkOutcome, facts: TrunkOutcomeFacts = {}): StepOutcome => ({
  ...{ status: 'failed', code, facts },
})
const skipped = (code: TrunkOutcome, facts: TrunkOutcomeFacts = {}): StepOutcome => ({
  ...{ status: 'skipped', code, facts },
})

/** What is on record of the call. */
export interface TestedCall {
  wasSent: boolean
  cause: CallCause
  talkMs: number
  sipStatus: number | undefined
}

export async function testTrunk(options: TrunkTestOptions): Promise<TestedCall> {
  const { trunk, probe, clock, wait, onStep } = options
  const signs = createCallSigns(clock, wait)
  let call: ProbeCall | undefined
  let sentMs = 0

  /** Looks again until it is settled or the time is over. */
  async function look(withinMs: number, isSettled: (state: ProbedState | undefined) => boolean) {
    const untilMs = clock.elapsedMs() + withinMs
    for (;;) {
      const state = await probe.state(trunk.id)
      if (isSettled(state) || clock.elapsedMs() >= untilMs) return state
      await wait(LOOK_EVERY_MS, new AbortController().signal)
    }
  }

  async function resolve(): Promise<StepOutcome> {
    const { host } = trunk
    if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return ok('is_address', { host })
    const addresses = await probe.resolve(trunk)
    return addresses.length > 0
      ? ok('resolved', { host, addresses })
      : failed('not_resolved', { host, answer: 'name' })
  }

  async function reach(): Promise<StepOutcome> {
    const known = await look(
      KNOWN_WITHIN_MS,
      (state) =>
        state !== undefined &&
        (!trunk.sendsOptions || state.isReachable !== undefined || state.fault !== undefined),
    ).catch((error: unknown) => failed('no_asterisk', { why: wordsOf(error) }))
    if (known !== undefined && 'code' in known) return known
    if (known?.fault !== undefined) return failed('not_usable', { why: known.fault })
    if (known?.isReachable === undefined) return skipped(trunk.sendsOptions ? 'not_asked' : 'options_off')
    if (known.isReachable) return ok('reachable', { ms: known.roundTripMs })
    return failed('not_reachable', { answer: trunk.transport === 'tls' ? 'tls' : 'silence' })
  }

  /** Only a warning: many carriers send sound to where it comes from. */
  async function address(): Promise<StepOutcome> {
    const found = await probe.seenAs?.(trunk)
    if (!found) return skipped('not_seen')
    const { by, ...facts } = found
    if (facts.seenAs === facts.announced) return ok('seen_as_told', facts)
    const codes = {
      interface: 'behind_nat',
      externalAddress: 'other_external',
      localNetworks: 'not_local',
    } as const
    return { status: 'warning', code: codes[by], facts }
  }

  async function register(): Promise<StepOutcome> {
    if (!trunk.registers) return skipped('does_not_register')
    const other = () => options.otherRegistrar?.()
    const state = await look(
      REGISTERED_WITHIN_MS,
      (each) =>
        other() !== undefined || each?.registration === 'registered' || each?.registration === 'rejected',
    )
    const node = other()
    if (node !== undefined) return skipped('registered_by', { node })
    if (state?.registration === 'registered') return ok('registered')
    // Only a warning: some carriers take calls all the same, and then both is said.
    const isRejected = state?.registration === 'rejected'
    const code = isRejected ? 'registration_rejected' : 'registration_unanswered'
    return { status: 'warning', code, facts: isRejected ? { answer: state.registrationAnswer } : {} }
  }

  async function send(): Promise<StepOutcome> {
    const number = numberFor(trunk, options.phoneNumber, options.country)
    const [callerId] = trunk.callerIds
    sentMs = clock.elapsedMs()
    const { id: trunkId, hidesCallerId } = trunk
    const request = { trunkId, number, callerId, hidesCallerId, ringTimeoutSeconds: RING_SECONDS }
    try {
      call = await probe.call(request, signs.hear)
      return ok('sent', { number, callerId })
    } catch (error) {
      return failed('not_sent', { why: wordsOf(error) })
    }
  }

  async function answer(): Promise<StepOutcome> {
    await signs.until(['responded', 'ringing', 'answered', 'ended'], SILENT_AFTER_MS)
    if (signs.has('ringing') || signs.has('answered')) return ok('accepted')
    if (!signs.has('ended')) {
      if (signs.has('responded')) return ok('accepted')
      const isConfirmed = await call?.wasConfirmed?.().catch(() => undefined)
      return isConfirmed ? failed('only_confirmed', { ms: clock.elapsedMs() - sentMs }) : refused()
    }
    return refused()
  }

  function refused(): StepOutcome {
    const status = signs.sipStatus()
    // After its own timeout Asterisk names a status that nobody has sent.
    const isSilent = !signs.has('responded') && isTimeout(status)
    return isSilent || status === undefined
      ? failed('silent', { answer: 'silence' })
      : failed('refused', { answer: status })
  }

  async function ring(): Promise<StepOutcome> {
    await signs.until(['ringing', 'answered', 'ended'], RING_MS)
    if (signs.has('ringing')) return ok('ringing', { ms: signs.atMs('ringing') - sentMs })
    return signs.has('answered') ? skipped('no_ringing') : refused()
  }

  async function pickUp(): Promise<StepOutcome> {
    await signs.until(['answered', 'ended'], RING_MS)
    if (signs.has('answered')) return ok('picked_up', { ms: signs.atMs('answered') - sentMs })
    const status = signs.sipStatus()
    if (ringsOut(status)) return failed('not_picked_up', { ms: clock.elapsedMs() - signs.atMs('ringing') })
    return failed('not_answered', { answer: status })
  }

  async function sound(): Promise<StepOutcome> {
    // A tone that cannot be played shows in the count of packets.
    await call?.playTone().catch(() => undefined)
    const untilMs = clock.elapsedMs() + LISTEN_MS
    let counts: PacketCounts | undefined
    while (!isEnough(counts) && !signs.has('ended') && clock.elapsedMs() < untilMs) {
      await signs.until(['ended'], LOOK_EVERY_MS)
      counts = (await call?.packets().catch(() => undefined)) ?? counts
    }
    if (!counts || (signs.has('ended') && !isEnough(counts))) return skipped('not_measured')
    return judgeSound(counts)
  }

  async function hangUp(): Promise<StepOutcome> {
    const isByCallee = signs.has('ended')
    if (!isByCallee) {
      await call?.hangUp()
      await signs.until(['ended'], HANG_UP_WITHIN_MS)
    }
    const ms = signs.atMs('ended') - signs.atMs('answered')
    return ok(isByCallee ? 'callee_hung_up' : 'hung_up', { ms })
  }

  const steps: [TrunkStepName, () => Promise<StepOutcome>][] = [
    ['resolve', resolve],
    ['reach', reach],
    ['address', address],
    ['register', register],
    ['send', send],
    ['answer', answer],
    ['ring', ring],
    ['pickUp', pickUp],
    ['sound', sound],
    ['hangUp', hangUp],
  ]
  try {
    for (const [step, take] of steps) {
      const outcome = await take().catch((error: unknown) => failed('broke_off', { why: wordsOf(error) }))
      onStep({ step, ...outcome, time: clock.now() })
      if (outcome.status === 'failed') break
    }
  } finally {
    if (!signs.has('ended')) await call?.hangUp().catch(() => undefined)
  }
  const isAnswered = signs.has('answered')
  return {
    wasSent: call !== undefined,
    cause: isAnswered ? 'answered' : (signs.cause() ?? 'no_answer'),
    talkMs: isAnswered ? Math.round(signs.atMs('ended') - signs.atMs('answered')) : 0,
    sipStatus: signs.sipStatus(),
  }
}

function isEnough(counts: PacketCounts | undefined): boolean {
  return counts !== undefined && Math.min(counts.received, counts.sent) >= ENOUGH_PACKETS
}

function judgeSound({ received, sent }: PacketCounts): StepOutcome {
  const facts = { packetsIn: received, packetsOut: sent }
  if (received > 0 && sent > 0) return ok('both_ways', facts)
  if (sent > 0) return failed('nothing_received', facts)
  return received > 0 ? failed('nothing_sent', facts) : failed('no_sound', facts)
}

/** As part of a sentence. */
function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
