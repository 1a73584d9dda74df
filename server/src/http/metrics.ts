// Metrics for Prometheus.
import type { FastifyContextConfig } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Api } from './route-schema.ts'

export interface Metrics {
  registry: Registry
  observe(method: string, route: string, status: number, seconds: number): void
}

interface PoolFigures {
  open: number
  idle: number
  waiting: number
}

/** For all nodes together, so every node reports the same values. */
export interface DialerFigures {
  lines: number
  liveCalls: number
  tasksByStatus: Record<string, number>
  endedCalls: { success: number; fail: number; noAnswer: number }
  nodes: number
  nodesWithGateway: number
}

/** Undefined if they cannot be read at the moment. */
export type ReadDialerFigures = () => Promise<DialerFigures | undefined>

export function createMetrics(
  poolFigures: () => PoolFigures,
  readDialerFigures: ReadDialerFigures = async () => undefined,
): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'carillon_http_request_duration_seconds',
    help: 'Time to answer an HTTP request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'carillon_database_connections',
    help: 'Connections of the pool',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { open, idle, waiting } = poolFigures()
      this.set({ state: 'busy' }, open - idle)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'awaited' }, waiting)
    },
  })
  addDialerMetrics(registry, readDialerFigures)
  return {
    registry,
    observe: (method, route, status, seconds) => duration.observe({ method, route, status }, seconds),
  }
}

/**
 * Read from the database on every scrape, because they are for all nodes together: aggregate them over nodes with max, not
 * sum. While the database is unavailable they are left out, so that old values are not mistaken for current ones.
 */
function addDialerMetrics(registry: Registry, read: ReadDialerFigures): void {
  const registers = [registry]
  function gauge(name: string, help: string, value: (figures: DialerFigures) => number): void {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const figures = await read()
        if (figures) this.set(value(figures))
        else this.remove()
      },
    })
  }
  gauge('carillon_lines', 'Calls at once that the dialer may make', ({ lines }) => lines)
  gauge('carillon_lines_in_use', 'Live calls', ({ liveCalls }) => liveCalls)
  gauge('carillon_dialer_nodes', 'Nodes that dial', ({ nodes }) => nodes)
  gauge(
    'carillon_dialer_nodes_with_gateway',
    'Dialing nodes whose gateway works',
    ({ nodesWithGateway }) => nodesWithGateway,
  )
  new Gauge({
    name: 'carillon_tasks',
    help: 'Tasks by status',
    labelNames: ['status'],
    registers,
    async collect() {
      this.reset()
      for (const [status, count] of Object.entries((await read())?.tasksByStatus ?? {}))
        this.set({ status }, count)
    },
  })
  new Counter({
    name: 'carillon_calls_ended_total',
    help: 'Calls that have ended, by outcome',
    labelNames: ['outcome'],
    registers,
    async collect() {
      this.reset()
      for (const [outcome, count] of Object.entries((await read())?.endedCalls ?? {}))
        this.inc({ outcome }, count)
    },
  })
}

export function addMetricsRoute(app: Api, metrics: Metrics, needsToken: boolean): void {
  const config: FastifyContextConfig = needsToken ? { scope: 'read' } : {}
  app.get('/metrics', { schema: { hide: true }, config }, async (_request, reply) => {
    reply.type(metrics.registry.contentType)
    return metrics.registry.metrics()
  })
}
