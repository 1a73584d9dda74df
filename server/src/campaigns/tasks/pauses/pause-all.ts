// Pauses all tasks that run, and resumes exactly those. Each task is paused and resumed by itself, as a user would do it, so that one that cannot be
// holds up none of the others. A task that was resumed, stopped or changed in any other way since is left as it is.
import type { Clock } from '../../../platform/kernel/clock.ts'
import { DomainError, NotFound } from '../../../platform/kernel/errors.ts'
import { isId, newId } from '../../../platform/kernel/ids.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { currentActor } from '../../../platform/trail/actor.ts'
import { allowedFrom, stateAfter } from '../task-state.ts'
import { changeTaskState } from '../tasks.queries.ts'
import type { Tasks } from '../tasks.service.ts'
import type { PausedTaskRow } from './pauses.queries.ts'
import * as queries from './pauses.queries.ts'

export interface NamedTask {
  id: string
  name: string
}

/** `changed`: since the pause. `refused`: it cannot be resumed now, as the message says. */
export interface LeftOutTask extends NamedTask {
  why: 'changed' | 'refused'
  message?: string
}

/** The tasks for which it holds. */
export interface Pause {
  id: string
  time: Date
  actor: string
  reason: string | null
  tasks: NamedTask[]
}

/** The data sources of whoever asks; null: all. */
type Own = readonly string[] | null

export type Pauses = ReturnType<typeof createPauses>

interface PausesDependencies {
  db: Database
  clock: Clock
  tasks: Pick<Tasks, 'transition'>
}

export function createPauses({ db, clock, tasks }: PausesDependencies) {
  const named = ({ id, name }: NamedTask): NamedTask => ({ id, name })

  return {
    /** `id` is null if no task was running. */
    async pauseAll(own: Own, reason: string | undefined): Promise<{ id: string | null; tasks: NamedTask[] }> {
      const id = newId()
      const paused: NamedTask[] = []
      const actor = currentActor()
      for (const task of await queries.findRunning(db, [own])) {
        const changed = await db.transaction(async (tx) => {
          const now = clock.now()
          const row = await changeTaskState.first(tx, [
            ...([task.id, allowedFrom.pause, now, actor, reason ?? null] as const),
            ...(['pause', stateAfter.pause, null, null, null] as const),
          ])
          if (row) await queries.insertPausedTask(tx, [id, row.id, now, actor.name])
          return row
        })
        if (changed) paused.push(named(changed))
      }
      return { id: paused.length > 0 ? id : null, tasks: paused }
    },

    async resumeAll(own: Own, pauseId: string): Promise<{ tasks: NamedTask[]; leftOut: LeftOutTask[] }> {
      const members = isId(pauseId) ? await queries.findPausedTasks(db, [pauseId, own]) : []
      if (members.length === 0) throw new NotFound('pause', pauseId)
      const resumed: NamedTask[] = []
      const leftOut: LeftOutTask[] = []
      for (const member of members) {
        const refusal = member.holds ? await resume(member) : undefined
        if (member.holds && refusal === undefined) {
          resumed.push(named(member))
          continue
        }
        const [now] = (await queries.findPausedTasks(db, [pauseId, own])).filter(({ id }) => id === member.id)
        // Deleted meanwhile: there is nothing left to name.
        if (!now) continue
        if (now.holds && refusal) leftOut.push({ ...named(now), why: 'refused', message: refusal })
        else leftOut.push({ ...named(now), why: 'changed' })
      }
      return { tasks: resumed, leftOut }
    },

    /** Those that hold for at least one task, the newest first. */
    async list(own: Own): Promise<Pause[]> {
      const pauses = new Map<string, Pause>()
      for (const row of await queries.findHeldTasks(db, [own])) {
        const known = pauses.get(row.pause_id)
        if (!known) pauses.set(row.pause_id, pauseOf(row))
        else {
          known.tasks.push(named(row))
          if (row.pause_time < known.time) known.time = row.pause_time
        }
      }
      return [...pauses.values()]
    },
  }

  /** What stands against it, in a sentence; undefined if it runs. */
  async function resume({ id, pause_time }: PausedTaskRow): Promise<string | undefined> {
    try {
      await tasks.transition('resume', id, { unchangedSince: pause_time })
      return undefined
    } catch (error) {
      if (error instanceof DomainError) return error.message
      throw error
    }
  }
}

function pauseOf({ pause_id, pause_time, actor, reason, id, name }: PausedTaskRow): Pause {
  return { id: pause_id, time: pause_time, actor, reason, tasks: [{ id, name }] }
}
