// Settings of the HTTP server, read by config.ts like those of the gateways.
import { createSettings, type Settings } from '../kernel/settings.ts'
import type { WorkLimits } from './work-limits.ts'

export interface HttpSettings {
  workLimits: WorkLimits
  /** Connections beyond it are closed as they come. */
  maxConnections: number
}

export function readHttpSettings({ wholeNumber }: Settings): HttpSettings {
  const count = (name: string, fallback: number) => wholeNumber(name, { fallback, least: 1, most: 1_000_000 })
  const limit = (name: string, perToken: number, total: number) => ({
    perToken: count(`${name}_PER_TOKEN`, perToken),
    total: count(`${name}_AT_ONCE`, total),
  })
  return {
    maxConnections: count('MAX_CONNECTIONS', 2000),
    workLimits: {
      exports: limit('EXPORTS', 4, 16),
      uploads: limit('UPLOADS', 8, 32),
      eventStreams: limit('EVENT_STREAMS', 20, 200),
      largeReads: limit('LARGE_READS', 8, 32),
    },
  }
}

/** What applies when nothing is set. */
export function defaultHttpSettings(): HttpSettings {
  return readHttpSettings(createSettings({}))
}
