// Metrics of one dialing node, for Prometheus: what it does itself, so they are added up over the nodes.
import { Counter, Gauge, Histogram, type Registry, Summary } from 'prom-client'
import { type DialerWatch, NO_WATCH, type NodeFigures } from '../../dialing/dialer/dialer-watch.ts'
import { CALL_CAUSES, callCauses } from '../../platform/kernel/call-causes.ts'
import type { SpanFigures } from '../../platform/tracing/span-exporter.ts'
import type { CallCause } from '../../platform/words/calls.ts'

const STATEMENT_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** `figures`: undefined while the node does not dial. Returns the watch that counts. */
export function addNodeMetrics(registry: Registry, figures: () => NodeFigures | undefined): DialerWatch {
  const registers = [registry]
  function gauge(name: string, help: string, value: (figures: NodeFigures) => number): void {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        const now = figures()
        if (now) this.set(value(now))
        else this.remove()
      },
    })
  }
  gauge('carillon_gateway_up', 'Whether the gateway of this node works: 1 or 0', ({ isGatewayUp }) =>
    isGatewayUp ? 1 : 0,
  )
  gauge('carillon_node_live_calls', 'Live calls of this node', ({ live }) => live)
  gauge(
    'carillon_unsettled_calls',
    'Calls of this node that are over and not settled yet',
    ({ unsettled }) => unsettled,
  )
  gauge(
    'carillon_unsettled_age_seconds',
    'How long ago the first of the calls ended that this node has not settled yet',
    ({ oldestUnsettledSeconds }) => oldestUnsettledSeconds,
  )
  const histogram = (name: string, help: string) =>
    new Histogram({ name, help, buckets: STATEMENT_BUCKETS, registers })
  const claims = histogram('carillon_claim_duration_seconds', 'Time that a claim took on this node')
  const settlements = histogram(
    'carillon_settlement_duration_seconds',
    'Time that a statement took that settles calls of this node',
  )
  const claimed = new Counter({
    name: 'carillon_calls_claimed_total',
    help: 'Calls that this node has claimed',
    registers,
  })
  const settled = new Counter({
    name: 'carillon_calls_settled_total',
    help: 'Calls that this node has settled, by cause, and by the ending that the cause belongs to',
    labelNames: ['cause', 'ending'],
    registers,
  })
  const released = new Counter({
    name: 'carillon_calls_released_total',
    help: 'Calls that this node has claimed and given back without placing them',
    registers,
  })
  const failures = new Counter({
    name: 'carillon_dialer_failures_total',
    help: 'Failures of this node to claim or settle, after which it tries again',
    labelNames: ['loop'],
    registers,
  })
  const maintenance = new Summary({
    name: 'carillon_maintenance_seconds',
    help: 'Time that jobs of the maintenance took on this node',
    // Not `job`: Prometheus gives every series a label of that name.
    labelNames: ['name'],
    percentiles: [],
    registers,
  })
  // A rate needs a value before the first call.
  const addSettled = (cause: CallCause, calls: number) =>
    settled.inc({ cause, ending: callCauses[cause].ending }, calls)
  for (const cause of CALL_CAUSES) addSettled(cause, 0)
  failures.inc({ loop: 'claim' }, 0)
  failures.inc({ loop: 'settle' }, 0)

  return {
    ...NO_WATCH,
    job: (name, seconds) => maintenance.observe({ name }, seconds),
    claimed(calls, seconds) {
      claims.observe(seconds)
      claimed.inc(calls.length)
    },
    settled(calls, seconds) {
      settlements.observe(seconds)
      const byCause = new Map<CallCause, number>()
      for (const { end } of calls) byCause.set(end.cause, (byCause.get(end.cause) ?? 0) + 1)
      for (const [cause, count] of byCause) addSettled(cause, count)
    },
    released(calls, seconds) {
      settlements.observe(seconds)
      released.inc(calls.length)
    },
    failed: (loop) => failures.inc({ loop }),
  }
}

/** `figures`: undefined if there are no traces. */
export function addTraceMetrics(registry: Registry, figures: () => SpanFigures | undefined): void {
  new Counter({
    name: 'carillon_trace_spans_total',
    help: 'Spans that were sent to the collector of traces, or dropped because it did not take them',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [result, spans] of Object.entries(figures() ?? { sent: 0, dropped: 0 }))
        this.inc({ result }, spans)
    },
  })
}
