// Continuing a stopped or closed task: the contacts that it was not done with become those of a new draft.
//
// The new task reads the list on from where the old one stopped reading, like any task. Of the contacts before that, it gets a dial
// for each that remains, so the dialer finds them like contacts that wait for an attempt. It is one transaction, in steps of
// some thousand contacts, because a statement has a time limit. The task and its entry in the audit trail are written last:
// events of others wait for the end of a transaction that has written one. The old task is locked only then: a deletion of a
// contact locks all tasks of the list, and would keep those that run from dialing while it waits.
import { Conflict } from '../../../platform/kernel/errors.ts'
import type { Queryable } from '../../../platform/storage/database.ts'
import { lockTask } from '../tasks.queries.ts'
import * as queries from './continue-task.queries.ts'

const POSITIONS_PER_STEP = 20_000

/** What a task has from the start if it continues another one. */
export interface RemainingPart {
  continuesTaskId: string
  contactCount: number
  listStart: number
  listEnd: number
}

export async function addRemainingContacts(
  tx: Queryable,
  oldId: string,
  newId: string,
  { priority, now }: { priority: number; now: Date },
): Promise<RemainingPart> {
  const { cursor: listStart, live_calls: liveCalls } = await findOld(tx, oldId)
  if (liveCalls > 0) throw callsLive(liveCalls)
  let waiting = 0
  for (let after = 0; after < listStart; after += POSITIONS_PER_STEP) {
    const upTo = Math.min(after + POSITIONS_PER_STEP, listStart)
    waiting += await queries.addRemaining.run(tx, [oldId, newId, priority, now, after, upTo])
  }
  await lockTask(tx, [oldId])
  waiting -= await queries.removeDeleted.run(tx, [newId, oldId])
  const { list_end: listEnd, unread } = await findOld(tx, oldId)
  const contactCount = waiting + unread
  if (contactCount === 0) throw new Conflict({ fault: 'nothing_remains' })
  await queries.beginReading(tx, [newId, listStart])
  return { continuesTaskId: oldId, contactCount, listStart, listEnd }
}

async function findOld(tx: Queryable, id: string): Promise<queries.ContinuedTask> {
  const task = await queries.findContinuedTask.first(tx, [id])
  if (!task) throw new Error(`task ${id} is gone`)
  return task
}

function callsLive(calls: number): Conflict {
  const [number, verb] = calls === 1 ? ['1 call', 'is'] : [`${calls} calls`, 'are']
  return new Conflict(
    `${number} of the task ${verb} still live; it can be continued when they have ended, because only then is it certain who remains`,
    { fault: 'calls_live', params: { calls } },
  )
}
