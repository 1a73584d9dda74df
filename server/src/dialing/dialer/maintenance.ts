// Periodic maintenance for the whole service, by any dialing node. Each job has an interval, and a name under which metrics report how
// long it takes. Several nodes may run the same job at once: a job locks the rows that it changes and skips those that are locked.
import type { Clock } from '../../platform/kernel/clock.ts'

export interface MaintenanceJob {
  name: string
  /** 0: with every heartbeat of a node that is not at rest. */
  everyMs: number
  /** If it answers `unfinished`, it is run again with the next heartbeat. */
  run(): Promise<unknown>
}

export function createMaintenance(
  clock: Clock,
  jobs: readonly MaintenanceJob[],
  note: (name: string, seconds: number) => void,
) {
  const dueMs = new Map<string, number>()

  return {
    async runDue(): Promise<'unfinished' | 'done'> {
      let isUnfinished = false
      for (const { name, everyMs, run } of jobs) {
        const startMs = clock.elapsedMs()
        if (startMs < (dueMs.get(name) ?? startMs)) continue
        const answer = await run()
        dueMs.set(name, answer === 'unfinished' ? startMs : startMs + everyMs)
        if (answer === 'unfinished') isUnfinished = true
        note(name, (clock.elapsedMs() - startMs) / 1000)
      }
      return isUnfinished ? 'unfinished' : 'done'
    },
  }
}
