// Whether the database can do its work, for /readyz, /api/system and explanations. Two sources: what statements of this
// process were told lately, and a probe. A full disk shows in the probe also on a node that only reads; a lack of
// connections shows only to those who needed one. Both are remembered for a while, so that asking often is cheap and the
// answer does not change from one moment to the next.

import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { READ_ONLY, whyUnavailable } from './unavailable.ts'

export interface StorageProblem {
  reason: string
  since: Date
}

export interface StorageHealth {
  /** Takes notice of an error, if it is one that lasts. */
  note(error: unknown): void
  /** Why the database cannot do its work now; undefined if it can. */
  check(): Promise<StorageProblem | undefined>
}

export interface StorageHealthOptions {
  clock: Clock
  log: Log
  probe: () => Promise<{ isReadOnly: boolean }>
}

/** After the last error of its kind a problem counts as present for this long. */
const REMEMBER_MS = 10_000
const PROBE_EVERY_MS = 5_000

export function createStorageHealth({ clock, log, probe }: StorageHealthOptions): StorageHealth {
  let problem: (StorageProblem & { lastSeenMs: number }) | undefined
  let probedMs = Number.NEGATIVE_INFINITY
  let probing: Promise<void> | undefined

  function see(reason: string): void {
    const lastSeenMs = clock.elapsedMs()
    if (problem?.reason === reason) {
      problem.lastSeenMs = lastSeenMs
      return
    }
    problem = { reason, since: clock.now(), lastSeenMs }
    log.error({ reason }, 'the database cannot do its work; requests that need it answer 503')
  }

  function note(error: unknown): void {
    const known = whyUnavailable(error)
    if (known?.isLasting) see(known.reason)
  }

  async function runProbe(): Promise<void> {
    try {
      if ((await probe()).isReadOnly) see(READ_ONLY)
    } catch (error) {
      // A database that is away is found so by every request; here it is only about what lasts.
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
      return problem && { reason: problem.reason, since: problem.since }
    },
  }
}
