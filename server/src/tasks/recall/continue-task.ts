// Continuing a stopped or closed task: the contacts that it was not done with become those of a new draft.
//
// The new task gets a dial for each of them, so the dialer finds them like contacts that wait for an attempt, and no
// contact of the list is fresh. It is one transaction, in steps of some thousand contacts, because a statement has a time
// limit. The task and its entry in the audit trail are written last: events of others wait for the end of a transaction that has
// written one. The old task is locked only then: a deletion of a contact locks all tasks of the list, and would keep those
// that run from dialing while it waits.
import { Conflict } from '../../kernel/errors.ts'
import type { Queryable } from '../../storage/database.ts'
import { lockTask } from '../tasks.queries.ts'
import * as queries from './continue-task.queries.ts'

const POSITIONS_PER_STEP = 20_000

/** What a task has from the start if it continues another one. */
export interface RemainingPart {
  continuesTaskId: string
  contactCount: number
  listEnd: number
}

export async function addRemainingContacts(
  tx: Queryable,
  oldId: string,
  newId: string,
  { priority, now }: { priority: number; now: Date },
): Promise<RemainingPart> {
  const old = await queries.findContinuedTask.first(tx, [oldId])
  if (!old) throw new Error(`task ${oldId} is gone`)
  const { data_source_id: dataSourceId, list_end: listEnd, live_calls: liveCalls } = old
  if (liveCalls > 0) throw callsLive(liveCalls)
  let contactCount = 0
  for (const [after, upTo] of stepsTo(listEnd))
    contactCount += await queries.addRemaining.run(tx, [oldId, newId, priority, now, after, upTo])
  await lockTask(tx, [oldId])
  contactCount -= await queries.removeDeleted.run(tx, [newId, dataSourceId])
  if (contactCount === 0) {
    throw new Conflict({ code: 'nothing_remains' })
  }
  await queries.endReading(tx, [newId, listEnd])
  return { continuesTaskId: oldId, contactCount, listEnd }
}

/** The contacts of a draft that continues another task follow its priority. Before the entry in the audit trail, as above. */
export async function followPriority(tx: Queryable, taskId: string, priority: number): Promise<void> {
  // As in every change of a dial that waits: a deletion of a contact locks the task, then the dial.
  await lockTask(tx, [taskId])
  const listEnd = (await queries.findContinuedTask.first(tx, [taskId]))?.list_end ?? 0
  for (const [after, upTo] of stepsTo(listEnd))
    await queries.moveContacts(tx, [taskId, priority, after, upTo])
}

function* stepsTo(listEnd: number): Generator<[after: number, upTo: number]> {
  for (let after = 0; after < listEnd; after += POSITIONS_PER_STEP)
    yield [after, Math.min(after + POSITIONS_PER_STEP, listEnd)]
}

function callsLive(calls: number): Conflict {
  const [number, verb] = calls === 1 ? ['1 call', 'is'] : [`${calls} calls`, 'are']
  return new Conflict(
    `${number} of the task ${verb} still live; it can be continued when they have ended, because only then is it certain who remains`,
    { code: 'calls_live', params: { calls } },
  )
}
