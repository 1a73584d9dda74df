// The trunks of a world: three, with limits, that refuse calls, fall silent or take back what they have accepted.

import type { Trunk } from '../../src/telephony/trunks/trunk.ts'
import { trunkWith } from '../support/trunks.ts'
import type { Chance } from './chance.ts'

/** What a carrier does with a call that has reached it. */
export type CarrierFate =
  | 'takes it'
  /** Before a phone rings: it refuses this call, or all calls. */
  | 'refuses with 403'
  | 'refuses with 503'
  /** It says nothing until the switch gives up. */
  | 'is silent'
  /** It accepts the call and refuses it after a moment, without a ring. */
  | 'takes it back'
  /** It lets the phone ring in band (183 with early media), and then refuses the call. */
  | 'rings in band, then refuses'

export type CarrierTrouble = Exclude<CarrierFate, 'takes it'> | 'is down'

export interface TrunkScenario {
  trunks: Trunk[]
  /** How often a call meets each kind of trouble. */
  rates: Record<Exclude<CarrierFate, 'takes it'>, number>
  /** In a world without other trouble: this one refuses every call. Calls that may take others do not wait for it. */
  refusing: string | null
  /** How often a trunk does so with all calls for a while, in a minute. */
  troubles: number
  /** Those that each task names, in the order of the tasks. */
  trunkIdsOf: string[][]
}

const IDS = [1, 2, 3].map((number) => `00000000-0000-7000-8000-00000000000${number}`)

export function chooseTrunks(chance: Chance, tasks: number, isCalm: boolean): TrunkScenario | null {
  if (chance.isTrue(0.4)) return null
  const trunks = IDS.map((id, index) =>
    trunkWith({
      id,
      name: `trunk ${index + 1}`,
      lines: chance.pick([1, 2, 3, 8, null]),
      callsPerSecond: chance.pick([1, 2, 5, null, null]),
      priority: chance.pick([1, 1, 2, 3]),
      callerIds: chance.pick([[], ['+4930901820'], ['+4930901820', '+4930901821']]),
      prices: chance.pick([[], [{ prefix: '', price: 1 }], [{ prefix: '1', price: chance.below(3) }]]),
    }),
  )
  const rate = (highest: number) => (isCalm || chance.isTrue(0.4) ? 0 : highest * chance.fraction())
  const refusing = isCalm && chance.isTrue(0.8) ? chance.pick(IDS) : null
  return {
    trunks,
    rates: {
      // First: the others may leave no room for it.
      'takes it back': rate(0.5),
      'rings in band, then refuses': rate(0.4),
      'refuses with 403': rate(0.5),
      'refuses with 503': rate(0.4),
      'is silent': rate(0.3),
    },
    troubles: rate(6),
    trunkIdsOf: Array.from({ length: tasks }, (_, index) => {
      if (refusing !== null && index < 2)
        return index === 0 ? [refusing] : IDS.filter((id) => id !== refusing)
      return chance.isTrue(0.6) ? [] : chance.sample(IDS, chance.between(1, 2))
    }),
    refusing,
  }
}
