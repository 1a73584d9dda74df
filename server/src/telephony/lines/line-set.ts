// The lines of this node: a line is a trunk, the switch that has it, and whether it works. They follow the enabled trunks. Those of the console are on
// the switch of this node, which starts with the first of them and ends after the last call of the last one; the gateway of the environment is a
// line beside them. A change takes hold at the next call, and a removed line goes when its last call has ended.

import type { Clock } from '../../platform/kernel/clock.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import type { GatewayEvent, InboundCall } from '../gateway.ts'
import type { Switch, SwitchHost } from '../switch.ts'
import { isOfEnvironment } from '../trunks/default-trunk.ts'
import type { Trunk } from '../trunks/trunk.ts'
import { createTrunkLine, type TrunkLine } from './trunk-line.ts'
import type { TrunkWatch } from './trunk-watch.ts'

/** The trunks, and the switch of this node that has them. */
export interface RealLines {
  /** With the one of the environment, if there is one. */
  trunks: TrunkWatch
  host: SwitchHost
}

interface LineSetOptions extends RealLines {
  environment: Switch | undefined
  /** Calls on any line, also on removed ones. */
  liveCalls(): number
  hear(on: Switch, event: GatewayEvent): void
  hearInbound(call: InboundCall): void
  clock: Clock
  log: Log
}

export type LineSet = ReturnType<typeof createLineSet>

export function createLineSet(options: LineSetOptions) {
  const { trunks, host, environment, liveCalls, clock, log } = options
  const lines = new Map<string, TrunkLine>()
  const heard = new WeakSet<Switch>()
  let syncing: Promise<void> = Promise.resolve()
  /** The switch of this node has trunks, or calls of removed ones. */
  let isOn = false

  /** Undefined until they were read. */
  const onHost = () => trunks.enabled()?.filter((trunk) => !isOfEnvironment(trunk))
  const isWanted = () => (onHost()?.length ?? 0) > 0
  const enabled = () => [...lines.values()].filter((line) => !line.isLeaving())

  function listen(on: Switch): void {
    if (heard.has(on)) return
    heard.add(on)
    on.listen((event) => options.hear(on, event))
    on.listenInbound(options.hearInbound)
  }

  function add(trunk: Trunk): void {
    const on = (isOfEnvironment(trunk) && environment) || host.open(trunk, () => line.trunk())
    const line: TrunkLine = createTrunkLine({ trunk, switch: on, clock, log })
    lines.set(trunk.id, line)
    listen(on)
  }

  function closeIfDone(line: TrunkLine): void {
    const trunk = line.trunk()
    if (!line.isLeaving() || line.count() > 0 || !lines.delete(trunk.id)) return
    log.info({ trunk: trunk.name }, 'the trunk is removed')
    if (line.switch !== environment) host.close(trunk, line.switch)
  }

  function apply(wanted: readonly Trunk[]): void {
    const ids = new Set(wanted.map(({ id }) => id))
    for (const trunk of wanted) {
      const line = lines.get(trunk.id)
      if (line) line.update(trunk)
      else add(trunk)
    }
    for (const line of [...lines.values()]) {
      if (ids.has(line.trunk().id)) continue
      line.leave()
      closeIfDone(line)
    }
  }

  /** One at a time: starting the switch takes a while. */
  function sync(): void {
    syncing = syncing.then(follow).catch((error) => {
      log.error({ err: error }, 'the trunks could not be opened; retrying at their next change')
    })
  }

  async function follow(): Promise<void> {
    const wanted = onHost() ?? []
    if (wanted.length > 0) {
      if (!isOn) log.info({ trunks: wanted.length }, 'calls go to the trunks of the console from now on')
      isOn = true
      // A trunk that the switch does not have is down, and says so.
      await host
        .apply(wanted)
        .catch((error) => log.error({ err: error }, 'the trunks could not be given to the switch'))
      apply(trunks.enabled() ?? [])
    } else {
      apply([])
      if (!isOn || liveCalls() > 0) return
      isOn = false
      log.info({ trunks: 0 }, 'no trunk of the console is enabled any more')
      await host.stop()
    }
  }

  if (environment) listen(environment)
  /** Before anything is dialed, and after each change. */
  trunks.listen(sync)
  if (trunks.enabled()) sync()

  return {
    all: lines as ReadonlyMap<string, TrunkLine>,
    enabled,
    listen,
    closeIfDone,
    /** Trunks of the console are enabled for this node. */
    isWanted,
    /** The last of them was removed, and calls are still up. */
    isDraining: () => !isWanted() && liveCalls() > 0,
    /** The switch of this node has or had trunks. */
    isOn: () => isOn || isWanted() || liveCalls() > 0,
    settled: () => syncing,

    /** The line with this id, if it takes a call now. */
    usable(trunkId: string): TrunkLine | undefined {
      const line = lines.get(trunkId)
      return line && line.room() >= 1 ? line : undefined
    },

    /** To be called when a call has ended. */
    noteEnd(): void {
      if (isOn && !isWanted() && liveCalls() === 0) sync()
    },

    async close(): Promise<void> {
      await syncing
      await host.stop()
    },
  }
}
