// The nodes that dial, as far as explanations need them.
import type { TaskWait } from '../../dialing/dialer/health/task-pace.ts'
import type { NodeRow } from './explain.queries.ts'

export interface NodeSummary {
  alive: number
  withoutGateway: number
  /** Of the gateway that has been down for the longest time. */
  fault: string | null
  faultSince: Date | null
  /** Why the gateway of a node accepts no calls at the moment. */
  busy?: string | null
  /** Tasks that get few lines or none on a node, by id. */
  waits?: Record<string, TaskWait>
  lastHeartbeat: Date | null
  /** When the first of those that are alive started. */
  aliveSince?: Date | null
}

export function summarizeNodes(nodes: NodeRow[]): NodeSummary {
  const alive = nodes.filter((node) => node.is_alive)
  const faulty = alive
    .filter((node) => node.gateway_fault !== null)
    .sort((a, b) => (a.gateway_fault_time?.getTime() ?? 0) - (b.gateway_fault_time?.getTime() ?? 0))
  const heartbeats = nodes.map((node) => node.heartbeat_time.getTime())
  const starts = alive.map((node) => node.start_time.getTime())
  return {
    alive: alive.length,
    withoutGateway: faulty.length,
    fault: faulty[0]?.gateway_fault ?? null,
    faultSince: faulty[0]?.gateway_fault_time ?? null,
    busy: alive.find((node) => node.gateway_busy !== null)?.gateway_busy ?? null,
    waits: Object.assign({}, ...alive.map((node) => node.task_waits)),
    lastHeartbeat: heartbeats.length > 0 ? new Date(Math.max(...heartbeats)) : null,
    aliveSince: starts.length > 0 ? new Date(Math.min(...starts)) : null,
  }
}
