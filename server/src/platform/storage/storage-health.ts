// Whether the database works, for /readyz, /api/system and explain. Two sources: recent errors of this process's
// statements, and a probe. The probe detects a full disk even on a node that only reads; a lack of connections shows only
// in failed statements. Both are cached for a while, so that asking often is cheap and the answer does not flap.

import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log/log.ts'
import type { ServiceFault } from '../words/error-codes.ts'
import { READ_ONLY, type Unavailability, whyUnavailable } from './unavailable.ts'

export interface StorageProblem {
  code: ServiceFault
  reason: string
  since: Date
}

export interface StorageHealth {
  /** Records an error if it means a lasting problem. */
  note(error: unknown): void
  /** Why the database does not work now; undefined if it does. */
  check(): Promise<StorageProblem | undefined>
}

interface StorageHealthOptions {
  clock: Clock
  log: Log
  probe: () => Promise<{ isReadOnly: boolean }>
}

/** How long a problem counts as present after its last error. */
const REMEMBER_MS = 10_000
const PROBE_EVERY_MS = 5_000

export function createStorageHealth({ clock, log, probe }: StorageHealthOptions): StorageHealth {
  let problem: (StorageProblem & { lastSeenMs: number }) | undefined
  let probedMs = Number.NEGATIVE_INFINITY
  let probing: Promise<void> | undefined

  function see({ code, reason }: Unavailability): void {
    const lastSeenMs = clock.elapsedMs()
    if (problem?.reason === reason) {
      problem.lastSeenMs = lastSeenMs
      return
    }
    problem = { code, reason, since: clock.now(), lastSeenMs }
    log.error({ reason }, 'the database cannot do its work; requests that need it answer 503')
  }

  function note(error: unknown): void {
    const known = whyUnavailable(error)
    if (known?.isLasting) see(known)
  }

  async function runProbe(): Promise<void> {
    try {
      if ((await probe()).isReadOnly) see(READ_ONLY)
    } catch (error) {
      // Every request notices an unreachable database by itself; only lasting problems are recorded here.
      note(error)
    }
    probedMs = clock.elapsedMs()
    if (problem && probedMs - problem.lastSeenMs >= REMEMBER_MS) {
      log.info({ reason: problem.reason }, 'the database does its work again')
      problem = undefined
    }
  }

  return {
    note,
    async check() {
      if (clock.elapsedMs() - probedMs >= PROBE_EVERY_MS) {
        probing ??= runProbe().finally(() => {
          probing = undefined
        })
        await probing
      }
      return problem && { code: problem.code, reason: problem.reason, since: problem.since }
    },
  }
}
