// Metrics of the trunks for Prometheus: as this node sees them, and what came of their calls in the last hour.
import { Gauge, type Registry } from 'prom-client'
import type { TrunkOnNode } from '../../telephony/trunks/health/trunk-conditions.ts'
import type { TrunkCalls } from '../../telephony/trunks/health/trunk-figures.ts'

interface TrunkMetricsOptions {
  /** The trunks as this node sees them. */
  report(): readonly TrunkOnNode[]
  /** The calls of the last hour on all nodes, by trunk; undefined while the database is away. */
  readCalls(): Promise<readonly { id: string; name: string; lastHour: TrunkCalls }[] | undefined>
}

export function addTrunkMetrics(registry: Registry, { report, readCalls }: TrunkMetricsOptions): void {
  const shape = { labelNames: ['trunk'], registers: [registry] }

  /** A trunk without a value is left out. */
  function ofNode(
    name: string,
    help: string,
    value: (trunk: TrunkOnNode) => number | null | undefined,
  ): void {
    new Gauge({
      ...{ name, help, ...shape },
      collect() {
        this.reset()
        for (const trunk of report()) {
          const now = value(trunk)
          if (now !== null && now !== undefined) this.set({ trunk: trunk.name }, now)
        }
      },
    })
  }
  function ofService(name: string, help: string, value: (calls: TrunkCalls) => number | undefined): void {
    new Gauge({
      ...{ name, help, ...shape },
      async collect() {
        this.reset()
        for (const trunk of (await readCalls()) ?? []) {
          const now = value(trunk.lastHour)
          if (now !== undefined) this.set({ trunk: trunk.name }, now)
        }
      },
    })
  }

  ofNode(
    'carillon_trunk_up',
    'Whether calls can go out: 1 or 0; absent while that is not known',
    ({ state }) => (state === 'unknown' ? null : Number(state === 'registered' || state === 'reachable')),
  )
  ofNode('carillon_trunk_held_back', 'Whether the trunk is held back after refusals: 1 or 0', ({ state }) =>
    Number(state === 'heldBack'),
  )
  ofNode(
    'carillon_trunk_round_trip_seconds',
    'How long the carrier took to answer the last time',
    ({ roundTripMs }) => roundTripMs && roundTripMs / 1000,
  )
  ofNode('carillon_trunk_live_calls', 'Live calls of the node on the trunk', ({ liveCalls }) => liveCalls)
  ofNode(
    'carillon_trunk_loss_ratio',
    'Share of the packets of sound of live calls that did not arrive',
    ({ media }) => media?.loss,
  )
  ofNode(
    'carillon_trunk_jitter_seconds',
    'Jitter of the sound of live calls',
    ({ media }) => media && media.jitterMs / 1000,
  )
  ofNode(
    'carillon_trunk_mes',
    'Media experience score of live calls, from 0 to 100',
    ({ media }) => media?.mes,
  )
  ofService('carillon_trunk_calls_last_hour', 'Calls of the last hour that have ended', ({ calls }) => calls)
  ofService(
    'carillon_trunk_answered_last_hour',
    'Calls of the last hour that were answered',
    ({ answered }) => answered,
  )
  ofService(
    'carillon_trunk_short_calls_last_hour',
    'Answered calls of the last hour with less than 6 seconds of talk',
    ({ shortCalls }) => shortCalls,
  )
  ofService(
    'carillon_trunk_loss_ratio_last_hour',
    'Share of the packets of sound that did not arrive, in calls of the last hour',
    ({ media }) => media?.loss,
  )
  ofService(
    'carillon_trunk_jitter_seconds_last_hour',
    'Jitter of the sound of calls of the last hour',
    ({ media }) => (media ? media.jitterMs / 1000 : undefined),
  )
  ofService(
    'carillon_trunk_mes_last_hour',
    'Media experience score of calls of the last hour, from 0 to 100',
    ({ media }) => media?.mes,
  )
}
