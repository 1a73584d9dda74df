// Metrics for Prometheus: the process, its requests and its database connections.
import type { FastifyContextConfig } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { VERSION } from '../kernel/version.ts'
import type { Api } from './schemas/route-schema.ts'

export interface Metrics {
  registry: Registry
  observe(method: string, route: string, status: number, seconds: number): void
}

interface PoolFigures {
  open: number
  idle: number
  waiting: number
}

/** `pools`: by what their connections are for. */
export function createMetrics(pools: Readonly<Record<string, () => PoolFigures>>): Metrics {
  const registry = new Registry()
  // By default the event loop is measured every 10 ms, which costs an idle service more than all the rest.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 })
  const duration = new Histogram({
    name: 'carillon_http_request_duration_seconds',
    help: 'Time to answer an HTTP request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'carillon_database_connections',
    help: 'Connections of each pool to the database; awaited: requests that wait for one',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, figures] of Object.entries(pools)) {
        const { open, idle, waiting } = figures()
        this.set({ pool, state: 'busy' }, open - idle)
        this.set({ pool, state: 'idle' }, idle)
        this.set({ pool, state: 'awaited' }, waiting)
      }
    },
  })
  new Gauge({
    name: 'carillon_info',
    help: 'Always 1: the version that this node runs',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: VERSION }, 1)
  return {
    registry,
    observe: (method, route, status, seconds) => duration.observe({ method, route, status }, seconds),
  }
}

export function addMetricsRoute(app: Api, metrics: Metrics, needsToken: boolean): void {
  const config: FastifyContextConfig = needsToken ? { needs: 'see', bound: 'all' } : {}
  app.get('/metrics', { schema: { hide: true }, config }, async (_request, reply) => {
    reply.type(metrics.registry.contentType)
    return metrics.registry.metrics()
  })
}
