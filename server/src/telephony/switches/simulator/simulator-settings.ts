// How the simulated phone network behaves, from one line such as
// `seed=7, answered=50, no_answer=30, busy=20, ring=1-3, talk=2-8, machine=20, press.1=60`.
import type { CallCause, TransferResult, VerdictKind } from '../../../platform/words/calls.ts'

/** Who answers a call that follows a flow. */
export type CalleeKind = Exclude<VerdictKind, 'unknown'>

export interface SimulatorSettings {
  seed: number
  /** Relative weights of the causes. */
  shares: Partial<Record<CallCause, number>>
  /** Of the answered calls that follow a flow. */
  callees: Record<CalleeKind, number>
  /** The key that a person presses, or `none`. Null: a key that the flow accepts, mostly the first one. */
  press: Readonly<Record<string, number>> | null
  transfer: Partial<Record<TransferResult, number>>
  /** The fraction of persons who hang up in the middle. */
  leave: number
  /** Seconds that a callee stays on a line on which nothing happens. */
  patience: readonly [number, number]
  /** Seconds after which every callee has hung up. */
  stay: number
  /** Seconds: min and max. */
  ring: readonly [number, number]
  talk: readonly [number, number]
  /** Seconds after which an unanswered call is given up. */
  ringTimeout: number
  /** The last digit of the number decides how the call ends. */
  byLastDigit: boolean
  /** A file to which every call is written as it happens. */
  ledger: string | null
}

export const DEFAULT_SETTINGS: SimulatorSettings = {
  seed: 1,
  shares: {
    answered: 46,
    no_answer: 27,
    busy: 9,
    rejected: 6,
    unreachable: 5,
    switched_off: 3,
    invalid_number: 2,
    congestion: 1,
    network_error: 1,
    voicemail: 0,
  },
  callees: { person: 75, machine: 15, screening: 5, silence: 5 },
  press: null,
  transfer: { answered: 70, busy: 10, no_answer: 15, failed: 5 },
  leave: 0.05,
  patience: [15, 25],
  stay: 120,
  ring: [0.4, 2.2],
  talk: [1, 6],
  ringTimeout: 2.5,
  byLastDigit: false,
  ledger: null,
}

export const causeByLastDigit: readonly CallCause[] = [
  'answered',
  'busy',
  'invalid_number',
  'no_answer',
  'congestion',
  'answered',
  'rejected',
  'unreachable',
  'switched_off',
  'network_error',
]

/** By the last digit. */
export function causeOfNumber(phoneNumber: string): CallCause {
  return causeByLastDigit[Number(/\d(?=\D*$)/.exec(phoneNumber)?.[0] ?? 0)] ?? 'answered'
}

const calleeByDigit: Partial<Record<string, CalleeKind>> = { 7: 'machine', 8: 'screening', 9: 'silence' }

/** By the last digit but one. */
export function calleeOfNumber(phoneNumber: string): CalleeKind {
  return calleeByDigit[phoneNumber.replace(/\D/g, '').at(-2) ?? ''] ?? 'person'
}

const causes = new Set<string>([...Object.keys(DEFAULT_SETTINGS.shares), 'gateway_error'])
const callees = new Set<string>(Object.keys(DEFAULT_SETTINGS.callees))
const keys = new Set<string>([...'0123456789*#', 'none'])
const transfers = new Set<string>(Object.keys(DEFAULT_SETTINGS.transfer))

/** Throws with a sentence about the first invalid word. */
export function parseSimulatorSettings(text: string): SimulatorSettings {
  const settings: SimulatorSettings = { ...DEFAULT_SETTINGS }
  const shares: Partial<Record<CallCause, number>> = {}
  const called: Partial<Record<CalleeKind, number>> = {}
  const press: Record<string, number> = {}
  const transfer: Partial<Record<TransferResult, number>> = {}
  for (const word of text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)) {
    const [name = '', value = ''] = word.split('=', 2).map((each) => each.trim())
    const fail = (what: string): never => {
      throw new Error(`SIMULATOR: ${name} must be ${what}, not "${value}"`)
    }
    const number = () => (/^\d+(\.\d+)?$/.test(value) ? Number(value) : fail('a number'))
    const range = (): [number, number] => {
      const [, from, to] = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(value) ?? []
      return from !== undefined && to !== undefined && Number(from) <= Number(to)
        ? [Number(from), Number(to)]
        : fail('a range of seconds such as 1-3')
    }
    const fraction = () => {
      const part = number()
      return part <= 1 ? part : fail('a fraction from 0 to 1')
    }
    const [group, part = ''] = name.split('.', 2)
    if (causes.has(name)) shares[name as CallCause] = number()
    else if (callees.has(name)) called[name as CalleeKind] = number()
    else if (group === 'press' && keys.has(part)) press[part] = number()
    else if (group === 'transfer' && transfers.has(part)) transfer[part as TransferResult] = number()
    else if (name === 'leave') settings.leave = fraction()
    else if (name === 'patience') settings.patience = range()
    else if (name === 'stay') settings.stay = number() || fail('a number of seconds above 0')
    else if (name === 'seed') settings.seed = number()
    else if (name === 'ring') settings.ring = range()
    else if (name === 'talk') settings.talk = range()
    else if (name === 'timeout') settings.ringTimeout = number()
    else if (name === 'last-digit') settings.byLastDigit = true
    else if (name === 'ledger') settings.ledger = value || fail('the path of a file')
    else throw new Error(`SIMULATOR has no setting "${name}"; see docs/gateways.md`)
  }
  if (hasAny(shares)) settings.shares = notAllZero(shares)
  if (hasAny(called)) settings.callees = { ...NO_CALLEES, ...withRest(called, 'person') }
  if (hasAny(press)) settings.press = withRest(press, 'none') as Record<string, number>
  if (hasAny(transfer)) settings.transfer = withRest(transfer, 'no_answer')
  return settings
}

const NO_CALLEES: Record<CalleeKind, number> = { person: 0, machine: 0, screening: 0, silence: 0 }

const hasAny = (shares: object) => Object.keys(shares).length > 0

function notAllZero<Shares extends object>(shares: Shares): Shares {
  if (Object.values(shares).every((share) => share === 0))
    throw new Error('SIMULATOR: at least one share must not be 0')
  return shares
}

/** The `rest` gets what the other shares leave of 100, unless it is given. */
function withRest<Name extends string>(
  shares: Partial<Record<Name, number>>,
  rest: Name,
): Partial<Record<Name, number>> {
  if (shares[rest] !== undefined) return notAllZero(shares)
  const sum = Object.values<number>(shares as Record<Name, number>).reduce((one, other) => one + other, 0)
  return { ...shares, [rest]: Math.max(0, 100 - sum) }
}
