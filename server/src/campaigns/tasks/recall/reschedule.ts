// Changes the hours, the priority, the attempts and the interval of a PAUSED task. Contacts that wait follow in steps of a few
// hundred, right away and once more before the task runs again: so none is left out whose call ended during the change, or
// if this node dies in the middle.

import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../../../platform/kernel/clock.ts'
import { InvalidInput, NotFound } from '../../../platform/kernel/errors.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { currentActor } from '../../../platform/trail/actor.ts'
import {
  isHours,
  readSettings,
  SETTINGS_FOR_PAUSED,
  type SettingName,
  type SettingValue,
  type StoredSettings,
  storedSettings,
  type TaskSettings,
} from '../task-settings.ts'
import { isAllowed, notAllowed } from '../task-state.ts'
import { type ChangedTask, lockTaskSettings, type SettingChange } from '../tasks.queries.ts'
import * as queries from './reschedule.queries.ts'

interface RescheduleDependencies {
  db: Database
  clock: Clock
}

/** `change`: settings that can be changed while the task is PAUSED. */
export async function rescheduleTask(
  dependencies: RescheduleDependencies,
  id: string,
  change: Partial<TaskSettings>,
): Promise<ChangedTask & { changes: SettingChange[] }> {
  const { db, clock } = dependencies
  if (!isId(id)) throw new NotFound('task', id)
  if (Object.values(change).every((value) => value === undefined)) throw nothingGiven()
  const changed = await db.transaction(async (tx) => {
    const task = await lockTaskSettings.first(tx, [id])
    if (!task) throw new NotFound('task', id)
    if (!isAllowed('reschedule', task.status)) throw notAllowed('reschedule', task.status)
    const settings = storedSettings(change)
    const changes = changesBetween(readSettings(task.settings), settings)
    const hasOtherHours = changes.some(({ field }) => isHours(field))
    const changedTask = await queries.rescheduleTask.first(tx, [
      id,
      settings,
      hasOtherHours,
      JSON.stringify(changes),
      clock.now(),
      currentActor(),
    ])
    return changedTask && { ...changedTask, changes }
  })
  if (!changed) throw new NotFound('task', id)
  await followReschedule(dependencies, id)
  return changed
}

/** All contacts that wait follow the settings of their PAUSED task. */
export async function followReschedule({ db, clock }: RescheduleDependencies, id: string): Promise<void> {
  let behind: unknown[] = [0, '-infinity', -1]
  for (;;) {
    const done = await queries.followReschedule.first(db, [id, clock.now(), ...behind])
    if (!done || done.position === null) return
    behind = [done.priority, done.due_at, done.position]
  }
}

function changesBetween(before: TaskSettings, given: StoredSettings): SettingChange[] {
  const after = { ...before, ...given }
  // The type of settings for paused tasks is SettingValue.
  const value = (settings: TaskSettings, name: SettingName) => settings[name] as SettingValue
  return SETTINGS_FOR_PAUSED.filter((name) => !isDeepStrictEqual(before[name], after[name])).map((name) => ({
    field: name,
    before: value(before, name),
    after: value(after, name),
  }))
}

function nothingGiven(): InvalidInput {
  return new InvalidInput('priority, or another setting to change, is required', {
    fault: 'required',
    field: 'priority',
  })
}
