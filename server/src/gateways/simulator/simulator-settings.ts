// How the simulated phone network behaves, from one line such as
// `seed=7, answered=50, no_answer=30, busy=20, ring=1-3, talk=2-8`.
import type { CallCause } from '../../dialer/gateway.ts'

export interface SimulatorSettings {
  seed: number
  /** Relative weights of the causes. */
  shares: Partial<Record<CallCause, number>>
  /** Seconds: min and max. */
  ring: readonly [number, number]
  talk: readonly [number, number]
  /** Seconds after which an unanswered call is given up. */
  ringTimeout: number
  /** The last digit of the number decides how the call ends. */
  byLastDigit: boolean
  /** Fractions of events that never arrive, arrive twice, arrive late. */
  lose: number
  repeat: number
  late: number
  /** The gateway is down between these seconds after the start. */
  outage: readonly [number, number] | null
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
  ring: [0.4, 2.2],
  talk: [1, 6],
  ringTimeout: 2.5,
  byLastDigit: false,
  lose: 0,
  repeat: 0,
  late: 0,
  outage: null,
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

const causes = new Set<string>([...Object.keys(DEFAULT_SETTINGS.shares), 'gateway_error'])

/** Throws with a sentence about the first invalid word. */
export function parseSimulatorSettings(text: string): SimulatorSettings {
  const settings: SimulatorSettings = { ...DEFAULT_SETTINGS }
  const shares: Partial<Record<CallCause, number>> = {}
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
    if (causes.has(name)) shares[name as CallCause] = number()
    else if (name === 'seed') settings.seed = number()
    else if (name === 'ring') settings.ring = range()
    else if (name === 'talk') settings.talk = range()
    else if (name === 'timeout') settings.ringTimeout = number()
    else if (name === 'last-digit') settings.byLastDigit = true
    else if (name === 'lose') settings.lose = fraction()
    else if (name === 'repeat') settings.repeat = fraction()
    else if (name === 'late') settings.late = fraction()
    else if (name === 'outage') settings.outage = range()
    else if (name === 'ledger') settings.ledger = value || fail('the path of a file')
    else throw new Error(`SIMULATOR has no setting "${name}"; see docs/gateways.md`)
  }
  if (Object.keys(shares).length > 0) {
    if (Object.values(shares).every((share) => share === 0))
      throw new Error('SIMULATOR: at least one share must not be 0')
    settings.shares = shares
  }
  return settings
}
