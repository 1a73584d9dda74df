// The contacts of a task, with what this task knows of each: its counters, the list and the drawer of a contact say the same.
import { findPosition } from '../contacts/contact-list.queries.ts'
import { type ContactSearch, isSearch, searchPositions } from '../contacts/contact-search.ts'
import type { Clock } from '../kernel/clock.ts'
import { NotFound } from '../kernel/errors.ts'
import { isId } from '../kernel/ids.ts'
import { offsetOf, type Page, type Paged, unknownCursor } from '../kernel/paging.ts'
import type { Database, Queryable } from '../storage/database.ts'
import { createCountCache } from './count-cache.ts'
import type { ContactState, StateFilter, TaskContactRow, TaskListRow } from './task-contacts.queries.ts'
import * as queries from './task-contacts.queries.ts'
import { TaskStatus } from './task-state.ts'

export interface TaskContactFilter extends Page, StateFilter, ContactSearch {}

export type StateCounts = Record<ContactState, number>

export type CountedList = Omit<TaskListRow, 'data_source_id' | 'list_end' | 'cursor'>

/** They add up to the contacts of the task. */
export function countStates(list: CountedList): StateCounts {
  const { success, failed, skipped, live: dialing } = list
  const open = list.contact_count - success - failed - skipped - dialing
  const waiting = hasEnded(list) ? list.waiting_after_end : open - list.unread
  return { notDialed: open - waiting, dialing, waiting, success, failed, skipped }
}

export type TaskContacts = ReturnType<typeof createTaskContacts>

interface TaskContactsDependencies {
  db: Database
  /** Causes are counted over all contacts of a task. */
  exportDb: Database
  clock: Clock
}

export function createTaskContacts({ db, exportDb, clock }: TaskContactsDependencies) {
  const causes = createCountCache(
    clock,
    (taskId) => queries.countCauses(exportDb, [taskId]),
    (rows) => rows.reduce((sum, { contacts }) => sum + contacts, 0),
  )
  return {
    list: (taskId: string, filter: TaskContactFilter) => listTaskContacts(db, taskId, filter),

    async counts(taskId: string) {
      const states = countStates(await findList(db, taskId))
      const counted = await causes(taskId)
      return {
        taskId,
        states,
        causes: counted.map(({ cause, contacts, ...row }) => ({ state: stateOfDial(row), cause, contacts })),
      }
    },
  }
}

function listTaskContacts(
  db: Database,
  taskId: string,
  filter: TaskContactFilter,
): Promise<Paged<TaskContactRow>> {
  return db.transaction(async (tx) => {
    await queries.useOneSnapshot.run(tx)
    const list = await findList(tx, taskId)
    const before = Math.min(list.list_end + 1, await positionOfCursor(tx, list, filter.afterId))
    const reading = { tx, taskId, list, filter, before }
    return isSearch(filter) ? pageOfSearch(reading) : pageOfState(reading)
  })
}

async function findList(db: Queryable, taskId: string): Promise<TaskListRow> {
  const list = isId(taskId) ? await queries.readTaskList.first(db, [taskId]) : undefined
  if (!list) throw new NotFound('task', taskId)
  return list
}

export function stateOf({ is_live, calls, outcome, due_at }: TaskContactRow): ContactState {
  if (is_live) return 'dialing'
  return calls === null ? 'notDialed' : stateOfDial({ outcome, is_waiting: due_at !== null })
}

/** What has no outcome and does not wait is being dialed. */
function stateOfDial({ outcome, is_waiting }: { outcome: number | null; is_waiting: boolean }): ContactState {
  if (is_waiting) return 'waiting'
  return outcome === null ? 'dialing' : (OUTCOMES[outcome - 1] ?? 'skipped')
}

const OUTCOMES: ContactState[] = ['success', 'failed', 'skipped']

interface Reading {
  tx: Queryable
  taskId: string
  list: TaskListRow
  filter: TaskContactFilter
  before: number
}

async function positionOfCursor(
  tx: Queryable,
  list: TaskListRow,
  afterId: string | undefined,
): Promise<number> {
  if (afterId === undefined) return Number.POSITIVE_INFINITY
  const found = await findPosition.first(tx, [afterId, list.data_source_id])
  if (!found) throw unknownCursor()
  return found.position
}

async function pageOfState(reading: Reading): Promise<Paged<TaskContactRow>> {
  const { tx, taskId, list, filter, before } = reading
  const { state, pageSize, afterId } = filter
  const counts = countStates(list)
  const isDialed = filter.cause !== undefined || (filter.minAttempts ?? 0) > 0
  // What was recorded of a call does not apply to a contact that was never called.
  if (isDialed && state === 'notDialed') return { total: 0, rows: [] }
  const total = isDialed
    ? await queries.countDialed(tx, taskId, filter)
    : state
      ? counts[state]
      : list.contact_count
  const offset = afterId === undefined ? offsetOf(filter) : 0
  if (offset >= total) return { total, rows: [] }
  const isFromEnd = afterId === undefined && offset > total / 2
  const page = {
    taskId,
    dataSourceId: list.data_source_id,
    before,
    offset: isFromEnd ? Math.max(total - offset - pageSize, 0) : offset,
    limit: isFromEnd ? Math.min(pageSize, total - offset) : pageSize,
    isFromEnd,
  }
  if (isDialed || (state !== undefined && state !== 'notDialed'))
    return { total, rows: await queries.listDialed(tx, filter, page) }
  // Before its end, a task has called or deferred every contact up to the cursor.
  if (state === 'notDialed' && counts.notDialed > list.unread)
    return { total, rows: await queries.listNeverCalled(tx, page) }
  const after = state === 'notDialed' ? list.cursor : 0
  const { dataSourceId } = page
  const rows = await queries.listContactsBetween(tx, [taskId, dataSourceId, before, offset, pageSize, after])
  return { total, rows }
}

/** Positions that match the search, newest first, are compared with the filter in parts, each when the one before is done. */
async function pageOfSearch({ tx, taskId, list, filter, before }: Reading): Promise<Paged<TaskContactRow>> {
  const kept = await queries.readKept(tx, [taskId, list.data_source_id])
  const hasFilter = filter.state !== undefined || filter.cause !== undefined || (filter.minAttempts ?? 0) > 0
  let skip = filter.afterId === undefined ? offsetOf(filter) : 0
  let total = 0
  const positions: number[] = []
  for await (const found of searchPositions(tx, list.data_source_id, filter, { upTo: list.list_end, kept })) {
    const matching = hasFilter ? await queries.matchPositions(tx, taskId, filter, found) : found
    total += matching.length
    const wanted = matching.filter((position) => position < before)
    if (positions.length < filter.pageSize) positions.push(...wanted.slice(skip, skip + filter.pageSize))
    skip = Math.max(skip - wanted.length, 0)
  }
  const page = positions.slice(0, filter.pageSize)
  const rows = await queries.findTaskContactsAt(tx, [taskId, list.data_source_id, page])
  return { total, rows }
}

function hasEnded({ status }: CountedList): boolean {
  return status === TaskStatus.STOPPED || status === TaskStatus.CLOSED
}
