// Metrics for Prometheus: the process, its requests and its database connections.
import type { FastifyContextConfig } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry, Summary } from 'prom-client'
import type { Api } from './route-schema.ts'

export interface Metrics {
  registry: Registry
  observe(method: string, route: string, status: number, seconds: number): void
  /** A job of the maintenance has run on this node. */
  noteJob(name: string, seconds: number): void
}

interface PoolFigures {
  open: number
  idle: number
  waiting: number
}

export function createMetrics(poolFigures: () => PoolFigures): Metrics {
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
  const maintenance = new Summary({
    name: 'carillon_maintenance_seconds',
    help: 'Time that jobs of the maintenance took on this node',
    labelNames: ['job'],
    percentiles: [],
    registers: [registry],
  })
  return {
    registry,
    noteJob: (job, seconds) => maintenance.observe({ job }, seconds),
    observe: (method, route, status, seconds) => duration.observe({ method, route, status }, seconds),
  }
}

export function addMetricsRoute(app: Api, metrics: Metrics, needsToken: boolean): void {
  const config: FastifyContextConfig = needsToken ? { scope: 'read' } : {}
  app.get('/metrics', { schema: { hide: true }, config }, async (_request, reply) => {
    reply.type(metrics.registry.contentType)
    return metrics.registry.metrics()
  })
}
