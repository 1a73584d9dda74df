// Maintenance jobs: work for the whole service that any dialing node does now and then. A job is a file. Several nodes may run the same job at
// once: it locks the rows that it changes and skips those that are locked.
import type { Clock } from '../kernel/clock.ts'

export interface Job {
  /** Under which metrics report how long it takes. */
  name: string
  /** For docs/monitoring.md, as is what it says about its work besides. */
  why: string
  reports: string
  /** 0: with every heartbeat of a node that is not at rest. */
  everyMs: number
  /** If it answers `unfinished`, it is run again with the next heartbeat. */
  run(): Promise<unknown>
}

export function createJobs(
  clock: Clock,
  jobs: readonly Pick<Job, 'name' | 'everyMs' | 'run'>[],
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
