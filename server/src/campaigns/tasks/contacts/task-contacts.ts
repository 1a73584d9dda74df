// The contacts of a task, with what this task knows of each: its counters, the list and the drawer of a contact say the same.

import { endingOrNull } from '../../../conversations/flows/call-ending.ts'
import { findPosition } from '../../../lists/contacts/contact-list.queries.ts'
import {
  type ContactSearch,
  hasPart,
  isSearch,
  searchContacts,
} from '../../../lists/contacts/contact-search.ts'
import {
  addPosition,
  between,
  intersect,
  type PositionSet,
  positionsOf,
  sizeOf,
  without,
} from '../../../lists/contacts/position-set.ts'
import type { Clock } from '../../../platform/kernel/clock.ts'
import { InvalidInput, NotFound } from '../../../platform/kernel/errors.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import { offsetOf, type Page, type Paged, unknownCursor } from '../../../platform/kernel/paging.ts'
import type { ZoneOffsets } from '../../../platform/kernel/timestamps.ts'
import type { Database, Queryable } from '../../../platform/storage/database.ts'
import { createNextAttempts, type TaskHoursRow, taskHours } from '../../permission/next-attempt.ts'
import type { RecipientZones } from '../../permission/recipient-zones.ts'
import { isAllowed, TaskStatus } from '../task-state.ts'
import { createCountCache } from './count-cache.ts'
import { exportTaskContacts, type TaskExportOptions } from './export-task.ts'
import type {
  ContactState,
  StateFilter,
  TaskContactRow,
  TaskListRow,
  WayFilter,
} from './task-contacts.queries.ts'
import * as queries from './task-contacts.queries.ts'
import type { ResultFilter } from './task-results.queries.ts'

export interface TaskContactFilter extends Page, StateFilter, ContactSearch {}

/** `next_time`: when it is dialed at the earliest; null if it does not wait, or its task does not run. */
export type ListedContact = TaskContactRow & { next_time: Date | null }

/** The filter as requests have it. */
interface ResultQuery {
  result?: ResultFilter['part'] | undefined
  resultName?: string | undefined
  resultValue?: string | undefined
}

export function resultFilter({ result, resultName, resultValue }: ResultQuery): ResultFilter | undefined {
  if (result !== undefined) return { part: result, name: resultName, value: resultValue }
  if (resultName === undefined && resultValue === undefined) return undefined
  throw new InvalidInput('result is required with resultName and resultValue', {
    fault: 'required',
    field: 'result',
  })
}

/** As requests give it. */
export interface WayQuery {
  fromStep?: string | undefined
  exit?: string | undefined
  toStep?: string | undefined
  flowVersion?: number | undefined
}

export function wayFilter({ fromStep, exit, toStep, flowVersion }: WayQuery): WayFilter | undefined {
  if (fromStep !== undefined) return { fromStep, exits: exit?.split(','), toStep, version: flowVersion }
  if (exit === undefined && toStep === undefined && flowVersion === undefined) return undefined
  throw new InvalidInput('fromStep is required with exit, toStep and flowVersion', {
    fault: 'required',
    field: 'fromStep',
  })
}

export type StateCounts = Record<ContactState, number>

export type CountedList = Omit<
  TaskListRow,
  'data_source_id' | 'list_start' | 'list_end' | 'cursor' | keyof TaskHoursRow
>

/** How many contacts are in each state; together they are those of the task. */
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
  serviceZone: ZoneOffsets
  recipientZones: RecipientZones
}

export function createTaskContacts(dependencies: TaskContactsDependencies) {
  const { db, exportDb, clock, ...zones } = dependencies
  const causes = createCountCache(
    clock,
    (taskId) => queries.countCauses(exportDb, [taskId]),
    (rows) => rows.reduce((sum, { contacts }) => sum + contacts, 0),
  )
  return {
    async list(taskId: string, filter: TaskContactFilter): Promise<Paged<ListedContact>> {
      const { list, total, rows } = await listTaskContacts(db, taskId, filter)
      const isRunning = list.status === TaskStatus.RUNNING
      const nextTimeOf = createNextAttempts({ hours: taskHours(list), now: clock.now(), ...zones })
      return { total, rows: rows.map((row) => ({ ...row, next_time: isRunning ? nextTimeOf(row) : null })) }
    },

    exportFile: (taskId: string, options: TaskExportOptions) =>
      exportTaskContacts(exportDb, taskId, { ...options, ...zones, now: clock.now() }),

    async counts(taskId: string) {
      const list = await findList(db, taskId)
      const states = countStates(list)
      const counted = await causes(taskId)
      const cutShort = counted.reduce((sum, { cut_short }) => sum + cut_short, 0)
      return {
        taskId,
        states,
        causes: counted.map(({ cause, contacts, ...row }) => ({
          state: stateOfDial(row),
          cause,
          ending: endingOrNull(cause),
          contacts,
        })),
        remaining: hasEnded(list) ? states.notDialed + states.waiting + cutShort : null,
      }
    },
  }
}

function listTaskContacts(
  db: Database,
  taskId: string,
  filter: TaskContactFilter,
): Promise<Paged<TaskContactRow> & { list: TaskListRow }> {
  return db.transaction(async (tx) => {
    await queries.useOneSnapshot.run(tx)
    const list = await findList(tx, taskId)
    const before = Math.min(list.list_end + 1, await positionOfCursor(tx, list, filter.afterId))
    const reading = { tx, taskId, list, filter, before }
    return { list, ...(await (isSearch(filter) ? pageOfSearch(reading) : pageOfState(reading))) }
  })
}

async function findList(db: Queryable, taskId: string): Promise<TaskListRow> {
  const list = isId(taskId) ? await queries.readTaskList.first(db, [taskId]) : undefined
  if (!list) throw new NotFound('task', taskId)
  return list
}

export function stateOf({ is_live, calls, outcome, due_at, is_cut_short }: TaskContactRow): ContactState {
  if (is_live) return 'dialing'
  return calls === null || (calls === 0 && is_cut_short)
    ? 'notDialed'
    : stateOfDial({ outcome, is_waiting: due_at !== null })
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
  if (isNever(filter)) return { total: 0, rows: [] }
  if (hasCalls(filter) || (state !== undefined && state !== 'notDialed')) return pageOfDialed(reading)
  const isUnread = isReadInOrder(list)
  const total = state === 'notDialed' ? countStates(list).notDialed : list.contact_count
  const offset = afterId === undefined ? offsetOf(filter) : 0
  if (offset >= total) return { total, rows: [] }
  const { data_source_id: dataSourceId } = list
  if (state === 'notDialed' && !isUnread) {
    const isFromEnd = afterId === undefined && offset > total / 2
    const skip = isFromEnd ? Math.max(total - offset - pageSize, 0) : offset
    const limit = isFromEnd ? Math.min(pageSize, total - offset) : pageSize
    const rows = await queries.listNeverCalled(tx, isFromEnd, [taskId, dataSourceId, before, skip, limit])
    return { total, rows }
  }
  const after = state === 'notDialed' ? list.cursor : list.list_start
  const listContacts =
    state === undefined && after > 0 ? queries.listContinuedContacts : queries.listContactsBetween
  const rows = await listContacts(tx, [taskId, dataSourceId, before, offset, pageSize, after])
  return { total, rows }
}

/** Frequent contacts of the first pages are among the newest. If they are not there they are rare, and all of them are read. */
async function pageOfDialed(reading: Reading): Promise<Paged<TaskContactRow>> {
  const { tx, taskId, list, filter, before } = reading
  const { state, pageSize, afterId } = filter
  const counts = { ...countStates(list), all: list.contact_count }
  const counted = hasCalls(filter) ? undefined : counts[state ?? 'all']
  const count = async () => counted ?? (await queries.countDialed(tx, taskId, filter))
  const offset = afterId === undefined ? offsetOf(filter) : 0
  if (counted !== undefined && offset >= counted) return { total: counted, rows: [] }
  const end = Math.min(offset + pageSize, (afterId === undefined && counted) || Number.POSITIVE_INFINITY)
  if (end > queries.RECENT_DIALS) return farPage(reading, await count())
  const recent =
    state === 'dialing' ? [] : await queries.findRecent(tx, taskId, filter, { before, limit: end })
  if (recent.length === end)
    return { total: await count(), rows: await rowsAt(reading, recent.slice(offset)) }
  const found = await queries.readDialed(tx, taskId, filter)
  return { total: counted ?? sizeOf(found), rows: await pageOfSet(reading, found) }
}

/** Skips contacts from the end of the list that is nearer. */
async function farPage(reading: Reading, total: number): Promise<Paged<TaskContactRow>> {
  const { tx, taskId, filter } = reading
  const offset = offsetOf(filter)
  const limit = Math.min(filter.pageSize, total - offset)
  if (limit <= 0) return { total, rows: [] }
  const isFromEnd = offset > total / 2
  const page = { offset: isFromEnd ? total - offset - limit : offset, limit, isFromEnd }
  return { total, rows: await rowsAt(reading, await queries.findDialed(tx, taskId, filter, page)) }
}

async function pageOfSearch(reading: Reading): Promise<Paged<TaskContactRow>> {
  const { tx, taskId, list, filter } = reading
  if (isNever(filter)) return { total: 0, rows: [] }
  const found = between(await searchContacts(tx, list.data_source_id, filter), 0, list.list_end)
  // A contact that was deleted has no name.
  if (filter.name === '') {
    const kept = await queries.readKept(tx, [taskId, list.data_source_id])
    for (const { position, phone_number } of kept)
      if (hasPart(phone_number, filter.phoneNumber)) addPosition(found, position)
  }
  const listed = list.list_start > 0 ? await withoutAbsent(reading, found) : found
  const isFiltered = filter.state !== undefined || hasCalls(filter)
  const matching = isFiltered ? await matchFilter(reading, listed) : listed
  return { total: sizeOf(matching), rows: await pageOfSet(reading, matching) }
}

/** Without contacts that come before the start of the list and did not remain. */
async function withoutAbsent({ tx, taskId, list }: Reading, found: PositionSet): Promise<PositionSet> {
  const before = between(found, 0, list.list_start)
  return without(found, without(before, await queries.readDialed(tx, taskId, {})))
}

/** A few contacts are looked for one by one, more are compared with the set of all that meet the filter. */
const MAX_SINGLE_LOOKUPS = 2000

async function matchFilter({ tx, taskId, list, filter }: Reading, found: PositionSet): Promise<PositionSet> {
  const { state } = filter
  if (state === 'notDialed' && isReadInOrder(list)) return between(found, list.cursor, list.list_end)
  if (sizeOf(found) <= MAX_SINGLE_LOOKUPS) {
    const matching: PositionSet = new Map()
    for (const position of await queries.matchPositions(tx, taskId, filter, positionsOf(found)))
      addPosition(matching, position)
    return matching
  }
  return state === 'notDialed'
    ? without(found, await queries.readTouched(tx, taskId))
    : intersect(found, await queries.readDialed(tx, taskId, filter))
}

function pageOfSet(reading: Reading, found: PositionSet): Promise<TaskContactRow[]> {
  const { filter, before } = reading
  const positions =
    filter.afterId === undefined
      ? positionsOf(found, offsetOf(filter), filter.pageSize)
      : positionsOf(between(found, 0, before - 1), 0, filter.pageSize)
  return rowsAt(reading, positions)
}

async function rowsAt({ tx, taskId, list }: Reading, positions: number[]): Promise<TaskContactRow[]> {
  return positions.length === 0
    ? []
    : queries.findTaskContactsAt(tx, [taskId, list.data_source_id, positions])
}

/** The filter asks for what was recorded of a call. */
function hasCalls({ cause, ending, minAttempts = 0, result, way }: StateFilter): boolean {
  return [cause, ending, result, way].some((given) => given !== undefined) || minAttempts > 0
}

/** Nothing was recorded of a contact that was never called. */
function isNever(filter: StateFilter): boolean {
  return filter.state === 'notDialed' && hasCalls(filter)
}

/** Before its end, a task has called or deferred every contact up to the cursor: those behind it are not dialed. */
function isReadInOrder(list: TaskListRow): boolean {
  return countStates(list).notDialed === list.unread
}

function hasEnded({ status }: CountedList): boolean {
  return isAllowed('continue', status)
}
