// A world in which nothing goes wrong by chance: a test says who answers, what breaks, and when.

import type { CallCause } from '../../src/platform/words/calls.ts'
import { createRandom } from '../../src/telephony/switches/simulator/simulator-chance.ts'
import { parseSimulatorSettings } from '../../src/telephony/switches/simulator/simulator-settings.ts'
import type { Trunk } from '../../src/telephony/trunks/trunk.ts'
import type { Actor } from './actor.ts'
import type { FlowPlan } from './flow-scenario.ts'
import type { NetworkHabits, OriginateFate, ReconcileFate } from './phone-network.ts'
import type { RealStatements } from './real-statements.ts'
import type { CarrierFate } from './trunk-scenario.ts'
import type { StatementCourse } from './virtual-database.ts'
import { createWorld, RuleBroken, type World, type WorldOptions } from './world.ts'

export interface QuietWorldOptions extends Partial<WorldOptions> {
  /** How the n-th call to a number ends; answered unless told otherwise. */
  answer?: (phoneNumber: string, nth: number) => CallCause
  ringMs?: number
  talkMs?: number
  remembersEnds?: boolean
  knowsNotPlaced?: boolean
  /** The calls of a node end with it, and nobody knows how. */
  hasOwnSwitches?: boolean
  /** Who answers calls that follow a flow, as words for the simulator. */
  callees?: string
  /** Whether the end of a call is told to the node that placed it. */
  tellsEnds?: boolean
}

export interface QuietWorld extends World {
  /** What the network and the database do from now on. */
  trouble: Trouble
  addRunningTask(
    phoneNumbers: string[],
    settings?: Parameters<World['addTask']>[1],
    flow?: FlowPlan,
  ): Promise<{ taskId: string; listId: string; contactIds: string[] }>
  /** The numbers that rang, in order. */
  rung(): string[]
  /** Lets time pass until no task runs any more and no call is up. */
  runOut(): Promise<void>
}

interface Trouble {
  originate: (actor: Actor, phoneNumber: string) => OriginateFate
  /** Why the gateway of this process fails to handle calls that are answered. */
  mute: (actor: Actor) => string | undefined
  reconcile: ReconcileFate
  down: (actor: Actor) => string | null
  /** What a carrier does with a call, in a world with trunks. */
  carrier: (trunk: Trunk) => CarrierFate
  /** Whether a command to an answered call is refused. */
  refuses: (actor: Actor) => boolean
  course: (actor: Actor, label: string) => Partial<StatementCourse>
}

const RUNNING = 1
const LONGEST_MS = 600_000
/** For what ended last to be written down. */
const SETTLE_MS = 500

const QUIET_START = new Date('2026-06-10T08:00:00Z')

export async function createQuietWorld(
  real: RealStatements,
  options: QuietWorldOptions = {},
): Promise<QuietWorld> {
  const { answer = () => 'answered', ringMs = 1000, talkMs = 2000, tellsEnds = true } = options
  const callees = options.callees === undefined ? undefined : parseSimulatorSettings(options.callees)
  const trouble: Trouble = {
    originate: () => 'accepted',
    mute: () => undefined,
    reconcile: 'answered',
    down: () => null,
    carrier: () => 'takes it',
    refuses: () => false,
    course: () => ({}),
  }
  const habits: NetworkHabits = {
    course(phoneNumber, nth, actor) {
      const fault = trouble.mute(actor)
      return {
        cause: answer(phoneNumber, nth),
        ringMs,
        talkMs,
        ...(callees && { callee: { settings: callees, random: createRandom(nth) } }),
        ...(fault !== undefined && { fault }),
      }
    },
    originate: (actor, { phoneNumber }) => ({
      fate: trouble.originate(actor, phoneNumber),
      thereMs: 1,
      backMs: 1,
    }),
    event: () => ({ fate: tellsEnds ? 'in time' : 'lost', delayMs: 1, again: 0 }),
    reconcile: () => ({ fate: trouble.reconcile, delayMs: 1 }),
    command: (actor) => ({ fate: trouble.refuses(actor) ? 'error' : 'done', delayMs: 1 }),
    remembersEnds: options.remembersEnds ?? true,
    knowsNotPlaced: options.knowsNotPlaced ?? true,
    tellsEveryone: false,
    hasOwnSwitches: options.hasOwnSwitches ?? false,
    downReason: (actor) => trouble.down(actor),
    ...(options.trunks && {
      carriers: {
        fate: (trunk) => ({ fate: trouble.carrier(trunk), delayMs: 5 }),
        downReason: () => null,
      },
    }),
  }
  const world = await createWorld(real, {
    seed: 1,
    zone: 'UTC',
    startTime: QUIET_START,
    timing: {},
    pausesMs: { soon: 200, later: 1000, failed: 500 },
    habits: () => habits,
    course: (actor, label) => ({
      fate: 'fine',
      thereMs: 1,
      backMs: 1,
      pauseMs: 0,
      ...(actor.name === 'operator' ? {} : trouble.course(actor, label)),
    }),
    originating: () => 0,
    hasSilentDeaths: false,
    ...options,
  })
  let lists = 0
  const taskIds: string[] = []
  const isOver = () =>
    taskIds.every((id) => world.history.status(id) !== RUNNING) && world.network.liveCalls().length === 0

  return {
    ...world,
    trouble,
    rung: () => world.network.ledger.map(({ phoneNumber }) => phoneNumber),
    async runOut() {
      if (!(await world.run(LONGEST_MS, isOver))) throw new RuleBroken('the tasks did not end')
      await world.run(SETTLE_MS)
    },
    async addRunningTask(phoneNumbers, settings = {}, flow) {
      lists += 1
      const list = await world.finish(world.addList(`list ${lists}`, phoneNumbers))
      const taskId = await world.finish(world.addTask(list.id, settings, flow))
      await world.finish(world.tasks.transition('publish', taskId))
      taskIds.push(taskId)
      return { taskId, listId: list.id, contactIds: list.contactIds }
    },
  }
}
