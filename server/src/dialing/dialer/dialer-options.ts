// What a dialing node is created with, and what all of its parts share.

import { COUNTER_SLOTS } from '../../campaigns/tasks/counter-slots.ts'
import type { FlowParts } from '../../conversations/flow-parts.ts'
import { DEFAULT_CALLBACK_DAYS } from '../../conversations/flows/run/callback-time.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import type { ZoneOffsets } from '../../platform/kernel/timestamps.ts'
import { type SetTimer, setRealTimer } from '../../platform/kernel/wake-signal.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Job } from '../../platform/work/jobs.ts'
import type { Gateway } from '../../telephony/gateway.ts'
import type { TestableTrunks } from '../../telephony/trunks/test/trunk-probe.ts'
import { type DialerWatch, NO_WATCH } from './dialer-watch.ts'
import { createDatabaseClock, type DatabaseClock, ownClock } from './node/database-clock.ts'
import type { UnwrittenFiles } from './settle/unwritten-files.ts'
import type { FindInboundPlace } from './single-calls/inbound-place.ts'

export interface DialerTiming {
  heartbeatEveryMs: number
  /** A node whose heartbeat stops for this long is removed by the others. */
  deadAfterMs: number
  /** A call is placed only this soon after the node's last heartbeat: well before another node may remove it. */
  placeWithinMs: number
  /** The gateway is asked about a live call that it has not mentioned for this long. */
  askAfterMs: number
  /** The first pause of a node whose gateway has failed. */
  faultPauseMs: number
  /** A task is FAILED if calls to this many contacts were refused in a row, or no node could dial, for breakerMs. */
  breakerContacts: number
  breakerMs: number
}

export const DEFAULT_TIMING: DialerTiming = {
  heartbeatEveryMs: 1000,
  deadAfterMs: 6000,
  placeWithinMs: 3000,
  askAfterMs: 30_000,
  faultPauseMs: 1000,
  breakerContacts: 10,
  breakerMs: 60_000,
}

/**
 * Max number of tasks that share the lines of a claim, unless they cannot use them all. Up to this number each line goes to
 * the task with the fewest; the other tasks wait for the next claim.
 */
const DEFAULT_MAX_TASKS_PER_CLAIM = 64

export interface DialerOptions {
  db: Database
  clock: Clock
  gateway: Gateway
  offsetAt: ZoneOffsets
  log: Log
  /** The name of the node, for people. */
  name: string
  random?: () => number
  timing?: Partial<DialerTiming>
  maxTasksPerClaim?: number
  /** Called when there is something to settle. */
  onEnd?: () => void
  /** For the flows of calls: what they play, record and connect to. Without it only calls without a flow are placed. */
  flow?: FlowParts | undefined
  /** What to dial for a number with this key; as it is written if absent. */
  dialForm?: (written: string, phoneKey: string) => string
  setTimer?: SetTimer
  watch?: DialerWatch
  /** Maintenance of other parts of the service. */
  jobs?: readonly Job[]
  /** How far ahead a callback may be. */
  callbackDays?: number
  /** How the node sees its trunks, as JSON: written with its heartbeat, for the others. */
  trunkStates?: () => readonly object[]
  /** Where opt-outs and ends of calls are kept if the node must stop before they are written. */
  unwrittenFiles?: UnwrittenFiles | undefined
  /** Called with each heartbeat: the node registers trunks as long as it is a member. */
  keepRegistrations?: (nodeId: string) => Promise<void>
  /** For the tests of trunks; without it this node runs none. */
  testableTrunks?: TestableTrunks
  /** What happens to calls from outside; without it none is answered. */
  findInboundPlace?: FindInboundPlace
  /** The clock of the database, by which times are judged. Without it the node uses its own clock. */
  databaseTime?: (said: Date) => Date
}

export interface NodeContext extends Required<Omit<DialerOptions, 'flow' | 'unwrittenFiles'>> {
  flow: FlowParts | undefined
  unwrittenFiles: UnwrittenFiles | undefined
  timing: DialerTiming
  compareClock: DatabaseClock['compare']
  /** The slot of the counters that this node's settlements change. */
  counterSlot: number
}

/** What a maintenance job may use. */
export type JobParts = Pick<NodeContext, 'db' | 'clock' | 'log' | 'offsetAt'>

const NO_TRUNKS: TestableTrunks = {
  find: () => undefined,
  country: () => undefined,
  otherRegistrar: () => undefined,
}

export function createNodeContext(options: DialerOptions): NodeContext {
  const random = options.random ?? Math.random
  const { databaseTime } = options
  const clock = databaseTime ? createDatabaseClock(options.clock, options.log) : ownClock(options.clock)
  return {
    ...options,
    clock,
    compareClock: clock.compare,
    databaseTime: databaseTime ?? ((said) => said),
    random,
    timing: { ...DEFAULT_TIMING, ...options.timing },
    maxTasksPerClaim: options.maxTasksPerClaim ?? DEFAULT_MAX_TASKS_PER_CLAIM,
    onEnd: options.onEnd ?? (() => undefined),
    flow: options.flow,
    unwrittenFiles: options.unwrittenFiles,
    dialForm: options.dialForm ?? ((written) => written),
    trunkStates: options.trunkStates ?? (() => []),
    setTimer: options.setTimer ?? setRealTimer,
    watch: options.watch ?? NO_WATCH,
    jobs: options.jobs ?? [],
    testableTrunks: options.testableTrunks ?? NO_TRUNKS,
    keepRegistrations: options.keepRegistrations ?? (async () => undefined),
    findInboundPlace: options.findInboundPlace ?? (() => undefined),
    callbackDays: options.callbackDays ?? DEFAULT_CALLBACK_DAYS,
    counterSlot: Math.floor(random() * COUNTER_SLOTS),
  }
}
