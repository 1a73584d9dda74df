// What a seed stands for: lists, tasks, limits, nodes, how the network behaves, and what will go wrong.

import type { StopWhen } from '../../src/campaigns/tasks/goal.ts'
import type { DialerTiming } from '../../src/dialing/dialer/dialer-options.ts'
import type { DialerPauses } from '../../src/dialing/dialer/run-dialer.ts'
import type { CallCause } from '../../src/platform/words/calls.ts'
import { type Chance, createChance, seedFor } from './chance.ts'
import { chooseFlows, type FlowScenario } from './flow-scenario.ts'
import {
  chooseCases,
  chooseNumbers,
  choosePermission,
  chooseTaskPermission,
  type PermissionPlan,
  type TaskPermission,
} from './permission-scenario.ts'
import { chooseTrunks, type TrunkScenario } from './trunk-scenario.ts'

export interface TaskPlan extends Omit<TaskPermission, 'window'> {
  sourceIndex: number
  priority: number
  maxDialCount: number
  callInterval: number
  dailyStartTime: string | null
  dailyEndTime: string | null
  listMode: 'snapshot' | 'live'
  stopWhen: StopWhen | null
  publishMs: number
}

/** Chances, each for one opportunity. */
interface FaultRates {
  /** A node dies at some moment, in a minute. */
  crash: number
  /** A statement's connection is lost. */
  databaseLoss: number
  /** A node stands still, for seconds or for longer than the others wait for it, in a minute. */
  freeze: number
  /** The gateway of a node breaks, and says that it is up: it refuses all calls, or fails to handle them. In a minute. */
  breakdown: number
  originateFault: number
  originateBusy: number
  originateUnclear: number
  originateSilent: number
  eventLost: number
  eventLate: number
  eventTwice: number
  reconcileError: number
  reconcileSilent: number
  /** The gateway is down for a while, in a minute. */
  outage: number
  /** The wall clock is put back, in a minute. */
  clockBack: number
  /** The wall clock is put forward, in a minute. */
  clockForward: number
}

/** Something that goes wrong at the n-th time a node does this. */
interface AimedFault {
  label: string
  nth: number
  fate: 'lost before' | 'lost after' | 'late' | 'dies before' | 'dies after' | 'freezes after'
}

export interface Scenario {
  seed: number
  zone: string
  startTime: Date
  timing: DialerTiming
  /** So few that a claim has to choose which tasks to look at. */
  maxTasksPerClaim: number
  pausesMs: DialerPauses
  nodes: number
  lines: number
  callsPerSecond: number
  /** All that anybody has. */
  numbers: string[]
  sources: string[][]
  permission: PermissionPlan
  /** What answered calls do; null: nothing. */
  flows: FlowScenario | null
  /** By which its calls go out; null: the gateway has none. */
  trunks: TrunkScenario | null
  /** Numbers that the network never takes, and what it answers. */
  poison: ReadonlyMap<string, PoisonFate>
  tasks: TaskPlan[]
  /** How long each active part lasts; between them hours pass. */
  episodesMs: number[]
  operatorEveryMs: number
  isCalm: boolean
  rates: FaultRates
  aimed: AimedFault[]
  /** A dead machine, whose connections the server takes for alive until it loses patience. */
  hasSilentDeaths: boolean
  databaseMs: number
  causes: CallCause[]
  longestTalkMs: number
  remembersEnds: boolean
  knowsNotPlaced: boolean
  tellsEveryone: boolean
  /** Each node has a switch of its own: its live calls end with it. */
  hasOwnSwitches: boolean
}

type PoisonFate = 'refused' | 'busy' | 'error and not placed'

/** What a node does with the database, and `originate`: where faults are aimed. */
const AIMS = [
  'register_node',
  'send_heartbeat',
  'read_heartbeats',
  'remove_node',
  'adopt_calls',
  'settle_calls',
  'recall_step',
  'release_calls',
  'note_refusals',
  'note_down',
  'fail_tasks',
  'lock_task_row',
  'complete_task',
  'finish_stopped_dials',
  'rejudge_waiting',
  'lock_dialer',
  'read_running_tasks',
  'read_changed_tasks',
  'read_demands',
  'lock_running_tasks',
  'read_fresh_candidates',
  'read_due_candidates',
  'write_calls',
  'pass_over',
  'lock_free_contacts',
  'end_waiting',
  'record_denials',
  'read_permission_rules',
  'record_started',
  'read_trunk_use',
  'move_call',
  'record_trunk_starts',
  'read_flow',
  'write_flow_states',
  'write_flow_states',
  'write_flow_states',
  'commit',
  'commit of calls',
  'commit of calls',
  'commit of calls',
  'commit of calls',
  'originate',
  'originate',
] as const

/** Slower than in real life, so that an idle minute costs less; the proportions are the same. */
const TIMING: DialerTiming = {
  heartbeatEveryMs: 6000,
  deadAfterMs: 30_000,
  placeWithinMs: 15_000,
  askAfterMs: 45_000,
  faultPauseMs: 2000,
  breakerContacts: 5,
  breakerMs: 40_000,
}
const PAUSES_MS: DialerPauses = { soon: 3500, later: 6000, failed: 2000 }

const NO_FAULTS: FaultRates = {
  crash: 0,
  databaseLoss: 0,
  freeze: 0,
  breakdown: 0,
  originateFault: 0,
  originateBusy: 0,
  originateUnclear: 0,
  originateSilent: 0,
  eventLost: 0,
  eventLate: 0,
  eventTwice: 0,
  reconcileError: 0,
  reconcileSilent: 0,
  outage: 0,
  clockBack: 0,
  clockForward: 0,
}

const START_TIMES = [
  // An ordinary morning, shortly before midnight, and around both changes of the clock in Berlin.
  '2026-06-10T07:58:40Z',
  '2026-06-10T21:58:50Z',
  '2026-10-25T00:58:20Z',
  '2026-10-24T23:58:20Z',
  '2026-03-29T00:58:30Z',
  '2026-03-28T23:58:30Z',
]

export function createScenario(seed: number): Scenario {
  const chance = createChance(seedFor(seed, 'scenario'))
  const zone = chance.pick(['Europe/Berlin', 'Europe/Berlin', 'Asia/Shanghai', 'America/St_Johns'])
  const startTime = new Date(Date.parse(chance.pick(START_TIMES)) + chance.below(90_000))
  const isCalm = chance.isTrue(0.2)
  const rules = createChance(seedFor(seed, 'permission'))
  const cases = createChance(seedFor(seed, 'cases'))
  const permission = choosePermission(rules, startTime, zone, {
    hasTimes: createChance(seedFor(seed, 'times of contacts')).isTrue(0.5),
    hasDebts: cases.isTrue(0.4),
  })
  const goals = createChance(seedFor(seed, 'goals'))
  const written = chooseNumbers(rules, permission.isOn)
  const spellings = createChance(seedFor(seed, 'spellings'))
  const isTwice = spellings.isTrue(0.5)
  const numbers = isTwice ? [...written, ...withoutCountry(spellings, written)] : written
  const sources = chooseSources(chance, written).map((source) =>
    isTwice ? [...source, ...withoutCountry(spellings, source)] : source,
  )
  const rates = isCalm ? NO_FAULTS : chooseRates(chance)
  const scenario = {
    seed,
    zone,
    startTime,
    timing: TIMING,
    maxTasksPerClaim: createChance(seedFor(seed, 'tasks a claim')).pick([1, 2, 64]),
    pausesMs: PAUSES_MS,
    nodes: chance.pick([1, 1, 2, 2, 3]),
    lines: chance.pick([1, 2, 3, 5, 20, 20]),
    callsPerSecond: chance.pick([0, 0, 1, 2, 5]),
    numbers,
    sources,
    permission,
    poison: choosePoison(chance, numbers, isCalm),
    tasks: chooseTasks(chance, sources.length, startTime, zone).map((plan) => {
      const { window, ...permitted } = chooseTaskPermission(
        rules,
        permission,
        startTime,
        chooseCases(cases, permission),
      )
      return { ...plan, ...permitted, ...window, stopWhen: chooseGoal(goals) }
    }),
    episodesMs: chance.pick([[60_000], [90_000], [60_000, 40_000]]),
    operatorEveryMs: chance.pick([3000, 8000, 20_000]),
    isCalm,
    rates,
    aimed: isCalm ? [] : chooseAims(chance),
    hasSilentDeaths: chance.isTrue(0.3),
    databaseMs: chance.pick([1, 4, 15, 60]),
    causes: chooseCauses(chance),
    longestTalkMs: chance.pick([2000, 20_000, 60_000]),
    remembersEnds: isCalm || chance.isTrue(0.7),
    knowsNotPlaced: isCalm || chance.isTrue(0.6),
    tellsEveryone: chance.isTrue(0.5),
    hasOwnSwitches: createChance(seedFor(seed, 'switches')).isTrue(0.75),
  }
  const trunks = chooseTrunks(createChance(seedFor(seed, 'trunks')), scenario.tasks.length, isCalm)
  const flows = chooseFlows(createChance(seedFor(seed, 'flows')), scenario.tasks.length, isCalm)
  return flows ? withFlows({ ...scenario, trunks }, flows) : { ...scenario, trunks, flows }
}

/** More answers, and more nodes that die or stand still while calls are under way. */
function withFlows(scenario: Omit<Scenario, 'flows'>, flows: FlowScenario): Scenario {
  const { causes, rates, aimed, isCalm } = scenario
  const changed = { ...scenario, flows, causes: [...causes, 'answered' as const, 'answered' as const] }
  if (isCalm) return changed
  const chance = createChance(seedFor(scenario.seed, 'trouble of flows'))
  return {
    ...changed,
    nodes: Math.max(2, scenario.nodes),
    rates: { ...rates, crash: Math.max(rates.crash, chance.pick([0, 1.5, 3])) },
    aimed: [
      ...aimed,
      // Under calls that were answered: they end with their switch, or another node takes them over.
      ...chance.sample([1, 2, 3, 4, 6, 9], 3).map((nth) => ({
        ...{ label: 'write_flow_states', nth, fate: 'dies after' as const },
      })),
      ...Array.from({ length: chance.between(0, 3) }, () => ({
        label: 'write_flow_states',
        nth: chance.between(1, 25),
        fate: chance.pick([
          'dies before',
          'dies after',
          'dies after',
          'lost after',
          'freezes after',
        ] as const),
      })),
    ],
  }
}

/** Few successes, and in some tasks a result that only calls with a flow have. */
function chooseGoal(chance: Chance): StopWhen | null {
  if (chance.isTrue(0.6)) return null
  const successes = chance.pick([1, 1, 2, 3, 5])
  const results = [{ name: 'verdict', value: 'person', count: chance.pick([1, 2]) }]
  return chance.pick([{ successes }, { successes }, { successes, results }, { results }])
}

function chooseSources(chance: Chance, numbers: string[]): string[][] {
  const forms = [(text: string) => text, (text: string) => text.replaceAll(' ', ''), withDashes]
  return Array.from({ length: chance.between(1, 3) }, () =>
    chance.sample(numbers, chance.pick([0, 3, 6, 9, 12])).map((number) => chance.pick(forms)(number)),
  )
}

function choosePoison(chance: Chance, numbers: string[], isCalm: boolean): Map<string, PoisonFate> {
  const count = isCalm ? 0 : chance.pick([0, 0, 1, 1, 2, 4])
  const fates: PoisonFate[] = ['refused', 'refused', 'busy', 'error and not placed']
  return new Map(chance.sample(numbers, count).map((number) => [digitsOf(number), chance.pick(fates)]))
}

export function digitsOf(phoneNumber: string): string {
  return phoneNumber.replace(/\D/g, '')
}

/** Some of the numbers once more, as a spreadsheet leaves them: without the plus, so that nobody can say which country is meant. */
function withoutCountry(chance: Chance, numbers: string[]): string[] {
  const international = numbers.filter((number) => number.startsWith('+'))
  return chance.sample(international, Math.ceil(international.length / 2)).map(digitsOf)
}

const withDashes = (text: string) => text.replaceAll(' ', '-')

function chooseTasks(
  chance: Chance,
  sources: number,
  startTime: Date,
  zone: string,
): Omit<TaskPlan, keyof TaskPermission | 'stopWhen'>[] {
  return Array.from({ length: chance.between(1, 4) }, () => ({
    sourceIndex: chance.below(sources),
    priority: chance.pick([1, 2, 3, 3, 3, 5]),
    maxDialCount: chance.pick([1, 2, 3, 4]),
    callInterval: chance.pick([0, 1, 5, 20, 60, 86_400]),
    listMode: chance.pick(['snapshot', 'snapshot', 'live'] as const),
    publishMs: chance.below(15_000),
    ...chooseWindow(chance, startTime, zone),
  }))
}

/** All day, or with an edge that the world will cross. */
function chooseWindow(
  chance: Chance,
  startTime: Date,
  zone: string,
): Pick<TaskPlan, 'dailyStartTime' | 'dailyEndTime'> {
  if (chance.isTrue(0.5)) return { dailyStartTime: null, dailyEndTime: null }
  const from = timeOfDay(startTime, zone, chance.pick([-600, -61, -1, 1, 2, 61]))
  const to = timeOfDay(startTime, zone, chance.pick([-2, 0, 3, 4, 60, 62, 300]))
  // Two offsets may be one time of day where the clock is put back.
  if (from === to || chance.isTrue(0.15)) return { dailyStartTime: from, dailyEndTime: null }
  return { dailyStartTime: from, dailyEndTime: to }
}

function timeOfDay(startTime: Date, zone: string, minutesLater: number): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(startTime.getTime() + minutesLater * 60_000)
}

function chooseCauses(chance: Chance): CallCause[] {
  return chance.pick<CallCause[]>([
    ['answered', 'answered', 'no_answer', 'busy', 'rejected', 'unreachable', 'invalid_number'],
    ['no_answer', 'busy', 'network_error', 'congestion'],
    ['answered', 'no_answer'],
    ['no_answer', 'no_answer', 'voicemail', 'answered', 'switched_off'],
  ])
}

/** A few kinds of trouble at a time, each of them often enough to matter. */
function chooseRates(chance: Chance): FaultRates {
  const highest: FaultRates = {
    crash: 1.5,
    databaseLoss: 0.04,
    freeze: 1,
    breakdown: 1.5,
    originateFault: 0.5,
    originateBusy: 0.6,
    originateUnclear: 0.4,
    originateSilent: 0.3,
    eventLost: 0.4,
    eventLate: 0.5,
    eventTwice: 0.5,
    reconcileError: 0.6,
    reconcileSilent: 0.3,
    outage: 1.5,
    clockBack: 1,
    clockForward: 1,
  }
  const rates = { ...NO_FAULTS }
  const kinds = Object.keys(highest) as (keyof FaultRates)[]
  for (const kind of chance.sample(kinds, chance.between(0, 5)))
    rates[kind] = highest[kind] * chance.fraction()
  return rates
}

function chooseAims(chance: Chance): AimedFault[] {
  return Array.from({ length: chance.between(0, 4) }, () => ({
    label: chance.pick(AIMS),
    nth: chance.pick([1, 1, 2, 3, 5, 8, 13]),
    fate: chance.pick([
      'lost before',
      'lost after',
      'late',
      'dies before',
      'dies after',
      'freezes after',
      'freezes after',
    ] as const),
  }))
}
