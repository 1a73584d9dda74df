// How the trunks are now. A node asks its own switch; what the other nodes see is in the database, where each of them writes it with its heartbeat.
import type { Clock } from '../../../platform/kernel/clock.ts'
import type { Log } from '../../../platform/kernel/log/log.ts'
import type { TrunkOutcome, TrunkOutcomeFacts, TrunkStateName } from '../../../platform/words/trunk-tests.ts'
import type { MediaQuality, ProbedState, TrunkDetails, TrunkProbe } from '../test/trunk-probe.ts'
import { isOnHost, type Trunk } from '../trunk.ts'

export interface TrunkCondition {
  state: TrunkStateName
  /** What is said about it; null if the state says it all. */
  code: TrunkOutcome | null
  facts: TrunkOutcomeFacts
}

/** As one node sees it. */
export interface TrunkOnNode extends TrunkCondition {
  id: string
  name: string
  roundTripMs: number | null
  registration: NonNullable<ProbedState['registration']> | null
  liveCalls: number | null
  media: MediaQuality | null
}

/** What a node says about its trunks. */
export interface NodeReport {
  node: string
  host: string
  /** Those that it has looked at. */
  trunks: TrunkOnNode[]
}

/** On all nodes: the worst state of all. */
export interface TrunkState extends TrunkCondition {
  id: string
  name: string
  isEnabled: boolean
  nodes: ({ node: string } & Omit<TrunkOnNode, 'id' | 'name'>)[]
}

interface TrunkConditionsOptions {
  trunks: { list(): Promise<Trunk[]> }
  /** Undefined while this node has no switch of its own. */
  probe(): TrunkProbe | undefined
  /** The name of this node, and of its machine. */
  node: string
  host: string
  /** Of all nodes that are alive. */
  readReports(): Promise<NodeReport[]>
  clock: Clock
  log: Log
}

export type TrunkConditions = ReturnType<typeof createTrunkConditions>

const REPORT_EVERY_MS = 5000
/** The worst first. */
const STATES: readonly TrunkStateName[] = ['down', 'heldBack', 'unknown', 'reachable', 'registered', 'off']

export function createTrunkConditions(options: TrunkConditionsOptions) {
  const { trunks, node, host, clock, log } = options
  let reported: TrunkOnNode[] = []
  let reportedMs = Number.NEGATIVE_INFINITY

  /** As the switch of this node sees them. */
  async function onThisNode(all: readonly Trunk[], probe: TrunkProbe): Promise<TrunkOnNode[]> {
    const enabled = all.filter((trunk) => trunk.isEnabled && isOnHost(trunk, host))
    const details = await probe.details?.()
    return Promise.all(enabled.map((trunk) => onNode(trunk, probe, details?.get(trunk.id))))
  }

  async function renewReport(): Promise<void> {
    const probe = options.probe()
    reported = probe ? await onThisNode(await trunks.list(), probe) : []
  }

  return {
    /** As this node saw its trunks some seconds ago. The next look begins with this. */
    report(): readonly TrunkOnNode[] {
      const nowMs = clock.elapsedMs()
      if (nowMs - reportedMs >= REPORT_EVERY_MS) {
        reportedMs = nowMs
        renewReport().catch((error: unknown) => log.warn({ err: error }, 'the trunks could not be looked at'))
      }
      return reported
    },

    /** As all nodes have reported them: some seconds old, and cheap. */
    async reported(): Promise<TrunkState[]> {
      const [all, reports] = await Promise.all([trunks.list(), options.readReports()])
      return all.map((trunk) => stateOf(trunk, reports))
    },

    /** As they are at this moment on this node, and as the others have reported them. */
    async all(): Promise<TrunkState[]> {
      const probe = options.probe()
      const [all, reports] = await Promise.all([trunks.list(), options.readReports()])
      const others = reports.filter((report) => !probe || report.node !== node)
      const own = probe && { node, host, trunks: await onThisNode(all, probe) }
      return all.map((trunk) => stateOf(trunk, own ? [own, ...others] : others))
    },
  }
}

function stateOf(trunk: Trunk, reports: readonly NodeReport[]): TrunkState {
  const { id, name, isEnabled, nodes: hosts } = trunk
  if (!isEnabled) return { id, name, isEnabled, state: 'off', code: null, facts: {}, nodes: [] }
  const nodes = reports.flatMap((report) =>
    report.trunks.flatMap(({ id: of, name: _, ...seen }) =>
      of === id ? [{ node: report.node, ...seen }] : [],
    ),
  )
  // A node may run that has not looked at it yet.
  if (hosts.length > 0 && !reports.some(({ host }) => isOnHost(trunk, host)))
    return { id, name, isEnabled, state: 'down', code: 'no_node', facts: { nodes: hosts }, nodes }
  const [worst] = [...nodes].sort((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state))
  // One node registers it for all.
  const registered = worst?.state === 'reachable' && nodes.find((each) => each.state === 'registered')
  const { state, code, facts } = registered || worst || { state: 'unknown', code: null, facts: {} }
  return { id, name, isEnabled, state, code, facts, nodes }
}

async function onNode(
  trunk: Trunk,
  probe: TrunkProbe,
  details: TrunkDetails | undefined,
): Promise<TrunkOnNode> {
  const { id, name } = trunk
  try {
    const known = await probe.state(id)
    return {
      ...{ id, name, ...judge(trunk, known, details) },
      roundTripMs: known?.roundTripMs ?? null,
      registration: known?.registration ?? null,
      liveCalls: details?.liveCalls ?? null,
      media: details?.media ?? null,
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const nothing = { roundTripMs: null, registration: null, liveCalls: null, media: null }
    return { id, name, state: 'down', code: 'no_asterisk', facts: { why }, ...nothing }
  }
}

function judge(
  trunk: Trunk,
  known: ProbedState | undefined,
  details: TrunkDetails | undefined,
): TrunkCondition {
  if (known?.fault !== undefined) return { state: 'down', code: 'not_usable', facts: { why: known.fault } }
  if (known?.isReachable === false)
    return {
      state: 'down',
      code: 'not_reachable',
      facts: { answer: trunk.transport === 'tls' ? 'tls' : 'silence' },
    }
  if (known?.registration === 'rejected') {
    // Some carriers take calls all the same.
    const hasCalls = (details?.liveCalls ?? 0) > 0
    const facts = { answer: known.registrationAnswer, ...(hasCalls && { calls: details?.liveCalls }) }
    return { state: hasCalls ? 'reachable' : 'down', code: 'registration_rejected', facts }
  }
  if (details?.heldBack !== undefined)
    return { state: 'heldBack', code: 'held_back', facts: { why: details.heldBack } }
  if (known?.registration === 'registered') return { state: 'registered', code: 'registered', facts: {} }
  if (known?.isReachable && !trunk.registers)
    return { state: 'reachable', code: 'reachable', facts: { ms: known.roundTripMs } }
  // Asterisk has no registration of it here, because another node registers it.
  if (known?.isReachable && known.registration === undefined && trunk.registrar)
    return { state: 'reachable', code: 'registered_by', facts: { node: trunk.registrar } }
  const isUnasked = !trunk.sendsOptions && !trunk.registers && known !== undefined
  return { state: 'unknown', code: isUnasked ? 'options_off' : null, facts: {} }
}
