// Copies of tasks: their settings, and the names that they get.
import { holdLists } from '../../lists/do-not-call/do-not-call.queries.ts'
import { Conflict } from '../../platform/kernel/errors.ts'
import type { Queryable } from '../../platform/storage/database.ts'
import { holdTrunks } from '../../telephony/trunks/trunks.queries.ts'
import { holdCalendars } from '../permission/calendars/calendars.queries.ts'
import { readSettings, type TaskDraft } from './task-settings.ts'
import { findNames, type TaskSettingsRow } from './tasks.queries.ts'

const MAX_NAME_LENGTH = 100
const NAMES_PER_LOOK = 50
/** Others may take the name that was free a moment ago. */
const MAX_TRIES = 5

/**
 * The settings of a task, to add another one with. Calendars and do-not-call lists that were deleted since, which is possible once the task
 * has ended, are left out: they hold for nobody. Of trunks those that are left stay; if none is, the copy stays bound to the deleted ones, because
 * no trunk means any.
 */
export async function copySettings(
  db: Queryable,
  task: TaskSettingsRow,
): Promise<TaskDraft & { dataSourceId: string }> {
  const { name, description, data_source_id: dataSourceId } = task
  const settings = readSettings(task.settings, task.flow)
  const [calendars, lists, trunks] = await Promise.all([
    holdCalendars(db, [settings.calendarIds]),
    holdLists(db, [settings.doNotCallListIds]),
    holdTrunks(db, [settings.trunkIds]),
  ])
  const exists = (rows: { id: string }[]) => (id: string) => rows.some((row) => row.id === id)
  return {
    ...{ name, description, dataSourceId, ...settings },
    calendarIds: settings.calendarIds.filter(exists(calendars)),
    doNotCallListIds: settings.doNotCallListIds.filter(exists(lists)),
    trunkIds: trunks.length > 0 ? settings.trunkIds.filter(exists(trunks)) : settings.trunkIds,
  }
}

/** Adds a copy under the given name, or under the first free one of "X (2)", "X (3)" and so on. */
export async function underFreeName<Task>(
  db: Queryable,
  given: string | undefined,
  original: string,
  add: (name: string) => Promise<Task>,
): Promise<Task> {
  if (given !== undefined) return add(given)
  for (let tries = 1; ; tries += 1) {
    try {
      return await add(await freeName(db, original))
    } catch (error) {
      const isTaken = error instanceof Conflict && error.detail.fault === 'name_taken'
      if (!isTaken || tries === MAX_TRIES) throw error
    }
  }
}

async function freeName(db: Queryable, original: string): Promise<string> {
  for (let first = 2; ; first += NAMES_PER_LOOK) {
    const names = Array.from({ length: NAMES_PER_LOOK }, (_, index) => numberedName(original, first + index))
    const taken = new Set((await findNames(db, [names])).map(({ name }) => name))
    const free = names.find((name) => !taken.has(name))
    if (free !== undefined) return free
  }
}

/** The copy of "X (2)" is "X (3)", not "X (2) (2)". */
export function numberedName(original: string, number: number): string {
  const suffix = ` (${number})`
  const stem = original.replace(/ \(\d+\)$/, '')
  return [...stem].slice(0, MAX_NAME_LENGTH - suffix.length).join('') + suffix
}
