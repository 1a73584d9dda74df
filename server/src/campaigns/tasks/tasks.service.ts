// Tasks: which list to dial, by which rules, and the operations that change the state of a task.

import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { hasUndisclosedAgent } from '../../conversations/flows/check/announcements.ts'
import { createFlowChecks, type FlowChecks } from '../../conversations/flows/check/flow-checks.ts'
import { refuseFaults } from '../../conversations/flows/check/flow-fault.ts'
import { deleteReplacedFlow, insertFlow } from '../../conversations/flows/stored-flows.queries.ts'
import type { ListObserver } from '../../lists/contacts/remove-contacts.ts'
import { unknownDataSource } from '../../lists/data-sources/data-sources.service.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import { Conflict, Forbidden, InvalidInput, NotFound, quote } from '../../platform/kernel/errors.ts'
import { isId, newId, UNUSED_ID } from '../../platform/kernel/ids.ts'
import { containsPattern, type Page, type Paged, readPage } from '../../platform/kernel/paging.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import {
  isCheckViolation,
  isForeignKeyViolation,
  isUniqueViolation,
} from '../../platform/storage/database-errors.ts'
import { currentActor } from '../../platform/trail/actor.ts'
import { areCallsSimulated, holdSimulation, type Simulation } from '../../telephony/trunks/trunks.queries.ts'
import { createTaskResults } from './contacts/task-results.ts'
import { withNamed } from './named-rules.ts'
import { publishWarnings } from './publish-warnings.ts'
import { addRemainingContacts, type RemainingPart } from './recall/continue-task.ts'
import { type RecallRequest, recallContacts } from './recall/recall.ts'
import { followReschedule, rescheduleTask } from './recall/reschedule.ts'
import { refuseWrongPlace } from './simulated-tasks.ts'
import { copySettings, underFreeName } from './task-copies.ts'
import { refuseOtherCountries } from './task-countries.ts'
import type { ListedTaskRow } from './task-list.queries.ts'
import { listedTasks } from './task-list.queries.ts'
import { TASK_GROUPS, type TaskGroup, type TaskOrder, type TaskSort } from './task-order.ts'
import { readSettings, storedSettings, type TaskDraft, type TaskSettings } from './task-settings.ts'
import {
  allowedFrom,
  endPassed,
  isAllowed,
  notAllowed,
  stateAfter,
  type TaskOperation,
} from './task-state.ts'
import type { AuditRow, ChangedTask, StateChange, TaskRow, TaskSettingsRow } from './tasks.queries.ts'
import * as queries from './tasks.queries.ts'
import { refuseUndisclosedAgent } from './undisclosed-agent.ts'

export interface TaskFilter {
  name: string
  status?: number | undefined
  dataSourceId?: string | undefined
  /** Only the tasks of these; null: all. */
  dataSourceIds?: readonly string[] | null | undefined
  createdFrom?: Date | undefined
  createdTo?: Date | undefined
  group?: TaskGroup | undefined
  /** Newest first unless given. */
  sort?: TaskSort | undefined
  order?: TaskOrder | undefined
}

/** Throws if there is no room for as many calls. */
export type CountCalls = (tx: Queryable, calls: number) => Promise<void>

export type Transition = keyof typeof stateAfter

export type Tasks = ReturnType<typeof createTasks>

const startsDialing: ReadonlySet<Transition> = new Set(['publish', 'resume'])
const decidesListEnd: ReadonlySet<Transition> = new Set(['publish', 'stop', 'close'])

interface TasksDependencies {
  db: Database
  /** Only for exports, which may occupy all of its connections for long. */
  exportDb: Database
  clock: Clock
  flowChecks?: FlowChecks
  /** When calls are simulated; without it, while no trunk is enabled. */
  simulation?: Simulation
  /** Tests provide their own. */
  sleep?: (forMs: number) => Promise<void>
}

export function createTasks(dependencies: TasksDependencies) {
  const { db, exportDb, clock, flowChecks = createFlowChecks(), sleep = delay } = dependencies
  const { simulation = 'withoutTrunks' } = dependencies

  async function detail(id: string): Promise<TaskRow> {
    const task = isId(id) ? await queries.findTask.first(db, [id]) : undefined
    if (!task) throw new NotFound('task', id)
    return task
  }

  /** As they were given when the task was added or last updated. */
  async function settings(id: string): Promise<TaskSettingsRow> {
    const settings = isId(id) ? await queries.findTaskSettings.first(db, [id]) : undefined
    if (!settings) throw new NotFound('task', id)
    return settings
  }

  /** Nothing was changed: there is no such task, its state does not allow the operation, or its end has passed. */
  async function explainRefusal(operation: TaskOperation, id: string, isSimulated?: boolean): Promise<never> {
    const { status, settings: stored, is_simulated } = await settings(id)
    const { scheduledEndTime: end } = stored
    if (isAllowed(operation, status) && end && new Date(end) <= clock.now()) throw endPassed()
    if (isAllowed(operation, status))
      await refuseWrongPlace(db, simulation, {
        given: isSimulated,
        bound: operation === 'resume' ? is_simulated : null,
      })
    throw notAllowed(operation, status)
  }

  /** The task begins to dial: its flow may need something that has gone since, or that the gateway lacks. */
  async function refuseFaultyFlow(
    operation: Transition,
    id: string,
    given: boolean | undefined,
  ): Promise<void> {
    const task = await settings(id)
    if (!isAllowed(operation, task.status)) return
    refuseFaults(await flowChecks.faults(readSettings(task.settings, task.flow), task.data_source_id))
    const isSimulated = given ?? task.is_simulated ?? (await areCallsSimulated(db, simulation))
    if (!isSimulated) await refuseUndisclosedAgent(db, id, task.flow)
  }

  /** Contacts that wait follow what was changed while the task was PAUSED. How often that was. */
  async function applyReschedules(id: string): Promise<number> {
    const { reschedules } = await settings(id)
    if (reschedules > 0) await followReschedule({ db, clock }, id)
    return reschedules
  }

  /** `copy`: of the task `origin`, with the reason on record. `fill` adds the contacts of a task that does not have all of its list, in the same transaction. */
  async function add(
    settings: TaskDraft & { dataSourceId: string },
    copy?: {
      origin: TaskSettingsRow
      reason: string
      fill?: (on: Queryable, id: string) => Promise<RemainingPart>
    },
  ): Promise<TaskRow> {
    const { dataSourceId, name, description } = settings
    if (!isId(dataSourceId)) throw unknownDataSource(dataSourceId)
    refuseFaults(await flowChecks.draftFaults(settings))
    const id = newId()
    const flowId = settings.flow && newId()
    const insert = async (on: Queryable) => {
      const part = await copy?.fill?.(on, id)
      const task = {
        id,
        name,
        description,
        data_source_id: dataSourceId,
        settings: storedSettings(settings),
        flow_id: flowId,
        continues_task_id: part?.continuesTaskId ?? null,
        contact_count: part?.contactCount ?? null,
        list_start: part?.listStart ?? 0,
        list_end: part?.listEnd ?? null,
        was_simulated: copy?.origin.is_simulated ?? copy?.origin.was_simulated ?? false,
      }
      await queries.insertTask(on, [task, clock.now(), currentActor(), copy?.reason ?? null])
      if (flowId && settings.flow)
        await insertFlow(on, [flowId, settings.flow, hasUndisclosedAgent(settings.flow)])
    }
    try {
      // A copy stays bound to trunks that were deleted: it dials nothing, rather than by any other.
      const named = copy ? { ...settings, trunkIds: [] } : settings
      await withNamed(db, named, insert, copy?.fill !== undefined)
    } catch (error) {
      if (isForeignKeyViolation(error, 'task_data_source_fk')) throw unknownDataSource(dataSourceId)
      throw clash(error, name)
    }
    return detail(id)
  }

  return {
    detail,
    /** `isSimulated`: where its calls go, if that was said. */
    publishWarnings: async (id: string, isSimulated?: boolean) =>
      publishWarnings(db, id, isSimulated ?? (await areCallsSimulated(db, simulation))),

    add,

    /** A draft with the same settings, under a name of its own. */
    async duplicate(id: string, name: string | undefined): Promise<TaskRow> {
      const task = await settings(id)
      const copy = await copySettings(db, task)
      const reason = `copy of ${quote(task.name)}`
      return underFreeName(db, name, task.name, (free) =>
        add({ ...copy, name: free }, { origin: task, reason }),
      )
    },

    /** A draft with the same settings, for the contacts that a stopped or closed task was not done with. */
    async continue(id: string, name: string | undefined): Promise<TaskRow> {
      const task = await settings(id)
      if (!isAllowed('continue', task.status)) throw notAllowed('continue', task.status)
      const copy = { ...(await copySettings(db, task)), listMode: 'snapshot' as const }
      const fill = (on: Queryable, newId: string) =>
        addRemainingContacts(on, id, newId, { priority: copy.priority, now: clock.now() })
      return underFreeName(db, name, task.name, (free) =>
        add({ ...copy, name: free }, { origin: task, reason: `continues ${quote(task.name)}`, fill }),
      )
    },

    async update(id: string, change: Partial<TaskDraft>): Promise<ChangedTask> {
      if (!isId(id)) throw new NotFound('task', id)
      const { flow } = change
      const hasCallSettings =
        flow !== undefined || change.successWhen !== undefined || change.stopWhen !== undefined
      const before = hasCallSettings ? await settings(id) : undefined
      if (before) {
        const { successWhen, stopWhen } = { ...readSettings(before.settings), ...definedOf(change) }
        const checked = { flow: flow === undefined ? before.flow : flow, successWhen, stopWhen }
        refuseFaults(await flowChecks.draftFaults(checked))
      }
      const flowId = flow && (isDeepStrictEqual(flow, before?.flow) ? before?.flow_id : newId())
      const { name, description } = change
      const given = { name, description, settings: storedSettings(change), flow_id: flowId }
      const write = async (on: Queryable) => {
        const task = await queries.updateTask.first(on, [
          id,
          allowedFrom.update,
          given,
          clock.now(),
          currentActor(),
        ])
        if (task && flow !== undefined && task.old_flow_id !== flowId) {
          if (flowId) await insertFlow(on, [flowId, flow, hasUndisclosedAgent(flow)])
          await deleteReplacedFlow(on, [task.old_flow_id])
        }
        return task ?? explainRefusal('update', id)
      }
      try {
        return await withNamed(db, change, write)
      } catch (error) {
        throw clash(error, change.name ?? '')
      }
    },

    settings,

    async list(filter: Page & TaskFilter): Promise<Paged<ListedTaskRow>> {
      const { sort = 'createTime', order = sort === 'createTime' ? 'desc' : 'asc', afterId } = filter
      if (afterId !== undefined && (sort !== 'createTime' || order !== 'desc')) throw onlyNewestFirst(filter)
      const { group } = filter
      const values = [...filterValues(filter), group ? TASK_GROUPS[group] : null]
      const { dataSourceIds: own } = filter
      const lists = listsOf(filter)
      return readPage(filter, {
        async find(id) {
          const task = await queries.findTaskList.first(db, [id])
          return task && own?.includes(task.data_source_id) !== false ? task : undefined
        },
        count: () => lists.count.first(db, values),
        readAt: (offset, limit) => lists.by[sort][order](db, [...values, offset, limit]),
        readAfter: (id, limit) => lists.after(db, [...values, id, limit]),
      })
    },

    /** How many tasks each group has, by the other filters. */
    async countGroups(filter: TaskFilter): Promise<Record<TaskGroup, number>> {
      const counted = await listsOf(filter).countStates(db, [...filterValues(filter), null])
      const inStates = (states: readonly number[]) =>
        counted.reduce((sum, { status, tasks }) => sum + (states.includes(status) ? tasks : 0), 0)
      return {
        active: inStates(TASK_GROUPS.active),
        drafts: inStates(TASK_GROUPS.drafts),
        ended: inStates(TASK_GROUPS.ended),
      }
    },

    async transition(
      operation: Transition,
      id: string,
      {
        reason,
        isSimulated,
        countCalls,
        unchangedSince,
      }: {
        reason?: string | undefined
        /** Where its calls go from a publish or resume on. */
        isSimulated?: boolean | undefined
        /** Counts the calls of a publish, if those of its user are limited. */
        countCalls?: CountCalls | undefined
        /** Refused if somebody has changed the task after this update; of those that begin to dial. */
        unchangedSince?: Date | undefined
      } = {},
    ): Promise<ChangedTask> {
      if (!isId(id)) throw new NotFound('task', id)
      if (startsDialing.has(operation)) await refuseFaultyFlow(operation, id, isSimulated)
      for (;;) {
        const reschedules = operation === 'resume' ? await applyReschedules(id) : null
        const values = [id, allowedFrom[operation], clock.now(), currentActor(), reason ?? null] as const
        const change = (on: Queryable) =>
          queries.changeTaskState.first(on, [
            ...([...values, operation, stateAfter[operation], reschedules] as const),
            ...([isSimulated ?? null, simulation] as const),
          ])
        const changed =
          decidesListEnd.has(operation) || startsDialing.has(operation)
            ? await db.transaction(async (tx) => {
                if (startsDialing.has(operation)) await holdSimulation(tx, [])
                const locked = await queries.lockTask.first(tx, [id])
                if (unchangedSince && locked?.update_time.getTime() !== unchangedSince.getTime())
                  return undefined
                const published = await change(tx)
                if (published && operation === 'publish')
                  await queries.giveDefaultBudget(tx, [id, clock.now(), currentActor()])
                if (published && startsDialing.has(operation)) await refuseOtherCountries(tx, id, 'id')
                if (published && operation === 'publish' && countCalls)
                  await countContacts(tx, published, countCalls)
                return published
              })
            : await change(db)
        if (changed) return changed
        // Rescheduled once more meanwhile: its contacts have to follow that, too.
        if (operation !== 'resume' || (await settings(id)).reschedules === reschedules)
          return explainRefusal(operation, id, isSimulated)
      }
    },

    async reschedule(id: string, change: Partial<TaskSettings>) {
      if (change.stopWhen) {
        const { flow, data_source_id } = await settings(id)
        refuseFaults(await flowChecks.faults({ flow, stopWhen: change.stopWhen }, data_source_id))
      }
      try {
        return await rescheduleTask({ db, clock }, id, change)
      } catch (error) {
        throw clash(error, '')
      }
    },

    recall: (request: RecallRequest) => recallContacts({ db, clock, sleep }, request),

    /** Reads all results of the task, so it uses the connections of exports. */
    results: createTaskResults(exportDb, clock),

    async audit(id: string, page: Page): Promise<Paged<AuditRow>> {
      await detail(id)
      return readPage(page, {
        find: (afterId) => queries.findAudit.first(db, [id, afterId]),
        count: () => queries.countAudit.first(db, [id]),
        readAt: (offset, limit) => queries.listAudit(db, [id, offset, limit]),
        readAfter: (afterId, limit) => queries.listAuditAfter(db, [id, afterId, limit]),
      })
    },
  }
}

/** In live mode there is no telling how many people will be called. */
async function countContacts(tx: Queryable, task: StateChange, countCalls: CountCalls): Promise<void> {
  if (task.contact_count === null) throw new Forbidden({ fault: 'live_list_limited' })
  await countCalls(tx, task.contact_count)
}

/** Removes deleted contacts from the lists of published tasks. */
export const taskLists: Pick<ListObserver, 'countReadingOn' | 'beforeRemoval' | 'contactsRemoved'> = {
  countReadingOn: async (tx, dataSourceId) =>
    (await queries.countReadingOn.first(tx, [dataSourceId]))?.tasks ?? 0,
  async beforeRemoval(tx, dataSourceId) {
    await queries.lockLists(tx, [dataSourceId])
  },
  async contactsRemoved(tx, dataSourceId, contacts, now) {
    const positions = contacts.map(({ position }) => position)
    await queries.dropFromLists(tx, [dataSourceId, positions, now])
    const ids = contacts.map(({ id }) => id)
    await queries.forgetResults(tx, [dataSourceId, positions, ids])
  },
}

/** For each key with a position that a task has called or is calling: the name of such a task. */
export async function findDialed(
  db: Queryable,
  dataSourceId: string,
  ranges: { key: string; first: number; last: number }[],
): Promise<Map<string, string>> {
  const dialed = await queries.findDialedRanges(db, [
    dataSourceId,
    ranges.map(({ key }) => key),
    ranges.map(({ first }) => first),
    ranges.map(({ last }) => last),
  ])
  return new Map(dialed.map(({ key, name }) => [key, name]))
}

/** The names of the tasks that name a do-not-call list, a calendar or an audio and can still dial. */
export async function tasksNaming(db: Queryable, id: string): Promise<string[]> {
  return (await queries.findTasksNaming(db, [id])).map(({ name }) => name)
}

/** The names of the tasks that can still dial and say exactly this. */
export async function tasksSaying(db: Queryable, text: string): Promise<string[]> {
  return (await queries.findTasksSaying(db, [text])).map(({ name }) => name)
}

/** The change without the fields that are undefined. */
function definedOf(change: Partial<TaskDraft>): Partial<TaskDraft> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given)
}

/** Names the constraint that the database found violated. */
function clash(error: unknown, name: string): unknown {
  if (isUniqueViolation(error, 'task_name_unique'))
    return new Conflict({
      fault: 'name_taken',
      field: 'taskName',
      params: { name },
    })
  if (isCheckViolation(error, 'task_part_fixed')) {
    return new Conflict({
      fault: 'list_fixed',
      field: 'listMode',
    })
  }
  if (isCheckViolation(error, 'task_window_not_empty')) {
    return new InvalidInput('dailyStartTime and dailyEndTime must differ', {
      fault: 'same_time',
      field: 'dailyEndTime',
    })
  }
  if (isCheckViolation(error, 'task_case_field_named'))
    return new InvalidInput('caseField is required for budgets per case and for caseQuietDays', {
      fault: 'required',
      field: 'caseField',
    })
  if (isCheckViolation(error, 'task_schedule_not_empty')) {
    return new InvalidInput({
      fault: 'not_later',
      field: 'scheduledEndTime',
      params: { other: 'scheduledStartTime' },
    })
  }
  return error
}

const listsOf = ({ dataSourceIds }: TaskFilter) => (dataSourceIds ? listedTasks.own : listedTasks.any)

/** The filter as parameters of statements, without the group. */
function filterValues(filter: TaskFilter): unknown[] {
  const { name, status, dataSourceId, dataSourceIds: own, createdFrom, createdTo } = filter
  const source = dataSourceId === undefined || isId(dataSourceId) ? dataSourceId : UNUSED_ID
  const sources = own ? own.filter((id) => source === undefined || id === source) : (source ?? null)
  return [containsPattern(name), status ?? null, sources, createdFrom ?? null, createdTo ?? null]
}

/** In another order a row has no fixed place that a page could follow. */
function onlyNewestFirst({ sort }: TaskFilter): InvalidInput {
  const other = sort === undefined || sort === 'createTime' ? 'order' : 'sort'
  return new InvalidInput(`afterId and ${other} cannot be given together, except for the newest first`, {
    fault: 'excluded',
    field: 'afterId',
    params: { other },
  })
}
