// The clock of a dialing node. All nodes judge windows, intervals, budgets and rates by the clock of the database, so that a machine whose
// own clock is wrong calls nobody too early. Each heartbeat brings the time of the database; between two of them the node's own clock goes on.
import type { Clock } from '../../../platform/kernel/clock.ts'
import type { Log } from '../../../platform/kernel/log/log.ts'

export interface DatabaseClock extends Clock {
  /** Called before a statement; what it returns is called with the time of the database that the statement has read. */
  compare(): (databaseTime: Date) => void
}

/** A larger difference is logged. */
const WARN_FROM_MS = 2000

export function createDatabaseClock(own: Clock, log: Log): DatabaseClock {
  let offsetMs = 0
  let isFar = false

  function note(): void {
    const wasFar = isFar
    isFar = Math.abs(offsetMs) > WARN_FROM_MS
    if (isFar === wasFar) return
    const facts = { aheadSeconds: -Math.round(offsetMs / 100) / 10 }
    if (isFar)
      log.warn(facts, 'the clock of this machine differs from that of the database, which is used instead')
    else log.info(facts, 'the clock of this machine agrees with that of the database again')
  }

  return {
    now: () => new Date(own.now().getTime() + offsetMs),
    elapsedMs: () => own.elapsedMs(),
    compare() {
      const startedMs = own.elapsedMs()
      return (databaseTime) => {
        // The database read its clock some time since then. By the monotonic clock: the other one may have been set meanwhile.
        const least = databaseTime.getTime() - own.now().getTime()
        const most = least + own.elapsedMs() - startedMs
        // An offset that may still be right is kept: otherwise the time would jitter with each heartbeat.
        if (offsetMs < least || offsetMs > most) offsetMs = Math.round((least + most) / 2)
        note()
      }
    },
  }
}

/** For a node that goes by its own clock, as in tests that own the time. */
export function ownClock(own: Clock): DatabaseClock {
  return { now: () => own.now(), elapsedMs: () => own.elapsedMs(), compare: () => () => undefined }
}
