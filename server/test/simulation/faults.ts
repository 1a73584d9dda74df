// Draws what goes wrong, and counts how often each kind of trouble really happened.

import type { Actor } from './actor.ts'
import { createChance, seedFor } from './chance.ts'
import { type FlowHabits, SLOW_TEXT } from './fake-flow-parts.ts'
import type { CallCourse, NetworkHabits } from './phone-network.ts'
import { digitsOf, type Scenario } from './scenario.ts'
import type { CarrierFate, CarrierTrouble } from './trunk-scenario.ts'
import type { StatementCourse } from './virtual-database.ts'

export interface Faults {
  course(actor: Actor, label: string): StatementCourse
  /** What becomes of a process that asks for a call. */
  originating(actor: Actor): 'dies' | number
  habits: NetworkHabits
  flowHabits: FlowHabits
  /** The gateway of one node or, with null, of all is down until then. */
  setOutage(nodeName: string | null, untilMs: number): void
  /** The gateway of this node is broken until then, and does not know it. */
  setBreakdown(nodeName: string, how: Breakdown, untilMs: number): void
  /** The trunk does this with all calls until then. */
  setTrouble(trunkId: string, trouble: CarrierTrouble, untilMs: number): void
  /** From now on nothing goes wrong any more, or it does again. */
  setQuiet(isQuiet: boolean): void
  readonly happened: ReadonlyMap<string, number>
}

/** It refuses every call, or it fails to handle those that are answered. */
type Breakdown = 'faults' | 'mute'

const OPERATOR = 'operator'

export function createFaults(scenario: Scenario, nowMs: () => number): Faults {
  const { seed, rates, aimed, timing } = scenario
  const database = createChance(seedFor(seed, 'database'))
  const network = createChance(seedFor(seed, 'network'))
  const talk = createChance(seedFor(seed, 'talk'))
  const carrier = createChance(seedFor(seed, 'carriers'))
  const flowRates = scenario.flows?.rates
  const times = new Map<string, number>()
  const happened = new Map<string, number>()
  const outages = new Map<string | null, number>()
  const breakdowns = new Map<string, { how: Breakdown; untilMs: number }>()
  const troubles = new Map<string, { trouble: CarrierTrouble; untilMs: number }>()
  let isQuiet = false

  function note(what: string): void {
    happened.set(what, (happened.get(what) ?? 0) + 1)
  }

  /** The fault that is aimed at this occurrence, if one is. */
  function aimAt(label: string) {
    const nth = (times.get(label) ?? 0) + 1
    times.set(label, nth)
    const aim = isQuiet ? undefined : aimed.find((each) => each.label === label && each.nth === nth)
    if (aim) note(`${label}: ${aim.fate}`)
    return aim
  }

  function pickRate<Kind extends string>(options: [Kind, number][], otherwise: Kind): Kind {
    let point = network.fraction()
    for (const [kind, rate] of options) {
      point -= isQuiet ? 0 : rate
      if (point < 0) {
        note(kind)
        return kind
      }
    }
    return otherwise
  }

  /** Whether trouble of this kind comes now. */
  function comes(what: string, rate = 0): boolean {
    const isComing = talk.isTrue(rate) && !isQuiet
    if (isComing) note(what)
    return isComing
  }

  const freezeMs = () =>
    database.between(timing.deadAfterMs / 10, timing.deadAfterMs * database.pick([1, 3, 10]))

  function breakdownOf(actor: Actor): Breakdown | undefined {
    const breakdown = breakdowns.get(actor.name)
    return breakdown && nowMs() < breakdown.untilMs ? breakdown.how : undefined
  }

  function troubleOf(trunkId: string): CarrierTrouble | undefined {
    const found = troubles.get(trunkId)
    return found && !isQuiet && nowMs() < found.untilMs ? found.trouble : undefined
  }

  function carrierFate(trunkId: string): CarrierFate {
    const trouble = troubleOf(trunkId)
    if (trouble && trouble !== 'is down') return trouble
    if (scenario.trunks?.refusing === trunkId && !isQuiet) return 'refuses with 503'
    let point = carrier.fraction()
    for (const [fate, rate] of Object.entries(scenario.trunks?.rates ?? {}) as [CarrierFate, number][]) {
      point -= isQuiet ? 0 : rate
      if (point < 0) return fate
    }
    return 'takes it'
  }

  return {
    happened,
    setQuiet(quiet) {
      isQuiet = quiet
    },

    setOutage(nodeName, untilMs) {
      outages.set(nodeName, untilMs)
      note(nodeName === null ? 'outage' : 'outage of a node')
    },

    setBreakdown(nodeName, how, untilMs) {
      breakdowns.set(nodeName, { how, untilMs })
      note(`breakdown: ${how}`)
    },

    setTrouble(trunkId, trouble, untilMs) {
      troubles.set(trunkId, { trouble, untilMs })
      note(`trunk ${trouble}`)
    },

    course(actor, label) {
      const thereMs = database.below(scenario.databaseMs + 1)
      const backMs = database.below(scenario.databaseMs + 1)
      const course: StatementCourse = { fate: 'fine', thereMs, backMs, pauseMs: 0 }
      if (actor.name.startsWith(OPERATOR)) return course
      const aim = aimAt(label)
      if (aim?.fate === 'freezes after') return { ...course, pauseMs: freezeMs() }
      if (aim) return { ...course, fate: aim.fate }
      if (!isQuiet && database.isTrue(rates.databaseLoss)) {
        const fate = database.pick(['lost before', 'lost after', 'late'] as const)
        note(`${label}: ${fate}`)
        return { ...course, fate }
      }
      return course
    },

    originating() {
      const fate = aimAt('originate')?.fate
      return fate?.startsWith('dies') ? 'dies' : fate === 'freezes after' ? freezeMs() : 0
    },

    habits: {
      remembersEnds: scenario.remembersEnds,
      knowsNotPlaced: scenario.knowsNotPlaced,
      tellsEveryone: scenario.tellsEveryone,
      hasOwnSwitches: scenario.hasOwnSwitches,

      course(phoneNumber, nth, actor): CallCourse {
        const own = createChance(seedFor(seed, phoneNumber.replace(/\D/g, ''), nth))
        return {
          cause: own.pick(scenario.causes),
          ringMs: own.between(200, 7000),
          talkMs: own.between(500, scenario.longestTalkMs),
          ...(scenario.flows && {
            callee: {
              settings: scenario.flows.callees,
              random: createChance(seedFor(seed, phoneNumber.replace(/\D/g, ''), nth, 'callee')).fraction,
            },
          }),
          ...(breakdownOf(actor) === 'mute' && { fault: 'the announcement cannot be played' }),
        }
      },

      originate(actor, { phoneNumber }) {
        const poison = scenario.poison.get(digitsOf(phoneNumber))
        if (breakdownOf(actor) === 'faults') return { fate: 'fault', thereMs: 1, backMs: 1 }
        if (poison) {
          note(`poison: ${poison}`)
          return { fate: poison, thereMs: 1, backMs: 1 }
        }
        const unclear = rates.originateUnclear / 2
        const silent = rates.originateSilent / 2
        const fate = pickRate(
          [
            ['fault', rates.originateFault],
            ['busy', rates.originateBusy],
            ['error but placed', unclear],
            ['error and not placed', unclear],
            ['silence but placed', silent],
            ['silence and not placed', silent],
          ],
          'accepted',
        )
        return { fate, thereMs: network.below(8), backMs: network.below(40) }
      },

      event() {
        const fate = pickRate(
          [
            ['lost', rates.eventLost],
            ['late', rates.eventLate],
            ['twice', rates.eventTwice],
          ],
          'in time',
        )
        const delayMs = fate === 'late' ? network.between(1000, 30_000) : network.below(50)
        return { fate, delayMs, again: network.below(20_000) }
      },

      reconcile() {
        const fate = pickRate(
          [
            ['error', rates.reconcileError],
            ['silence', rates.reconcileSilent],
          ],
          'answered',
        )
        return { fate, delayMs: network.below(40) }
      },

      command: () => ({
        fate: comes('command refused', flowRates?.command) ? 'error' : 'done',
        delayMs: talk.below(20),
      }),

      ...(scenario.trunks && {
        carriers: {
          fate({ id }) {
            const fate = carrierFate(id)
            if (fate !== 'takes it') note(`carrier ${fate}`)
            return { fate, delayMs: carrier.pick([5, 300, 1500, 5000]) }
          },
          downReason: ({ id }) => (troubleOf(id) === 'is down' ? 'the carrier is gone' : null),
        },
      }),

      downReason(actor) {
        const untilMs = Math.max(outages.get(actor.name) ?? 0, outages.get(null) ?? 0)
        return nowMs() < untilMs ? 'the trunk is down' : null
      },
    },

    flowHabits: {
      speech(texts) {
        if (texts.some((text) => text.startsWith(SLOW_TEXT)))
          return { fate: 'ready', delayMs: talk.between(2000, 9000) }
        return {
          fate: comes('speech failed', flowRates?.speechFailed) ? 'failed' : 'ready',
          delayMs: comes('speech late', flowRates?.speechLate) ? talk.between(500, 12_000) : talk.below(30),
        }
      },
      agent: () => ({
        end: comes('agent failed', flowRates?.agentFails)
          ? talk.pick(['refused', 'silent', 'died'] as const)
          : 'done',
        afterMs: talk.between(200, 15_000),
      }),
    },
  }
}
