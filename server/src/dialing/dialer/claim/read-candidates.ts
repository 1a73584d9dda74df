// The contacts that a claim may call: as many of each task as it got lines, and more if some were denied last time.
import type { PermissionFacts } from '../../../campaigns/permission/decide.ts'
import {
  caseLimits,
  limitsOf,
  type RulesRow,
  usedBudget,
} from '../../../campaigns/permission/rules.queries.ts'
import type { Queryable } from '../../../platform/storage/database.ts'
import type { Allocation } from './allocate-lines.ts'
import type { CachedTask } from './cached-task.ts'
import * as queries from './candidates.queries.ts'
import type { TaskCache } from './task-cache.ts'

/** A contact that a lane may call, fresh or due. */
export interface Candidate extends PermissionFacts {
  lane: Lane
  contactId: string
  position: number
  phoneNumber: string
  fields: Record<string, string> | null
  /** Neither its number nor its case nor the contact itself has a live call. */
  isFree: boolean
  /** False: it was deleted. */
  isThere: boolean
  /** The task has no dial for it yet. */
  isFirst: boolean
  round: number
  attempts: number
  calls: number
  refusals: number
  /** Of the case that the call is about, which has at most one live call; null: the task names no field that says it. */
  caseKey: string | null
}

/** The contacts of a task with one priority. */
export interface Lane {
  /** From 1. */
  number: number
  task: CachedTask
  priority: number
  lines: number
  /** How many contacts were asked for: if fewer came, there are no more. */
  wanted: number
  candidates: Candidate[]
  /** Outside the hours of the task: it calls nobody, and only contacts that are too late when they open are done. */
  isClosed: boolean
  /** Of a fresh lane: the end of the task's list. */
  listEnd?: number
}

interface Reading {
  allocation: Allocation
  /** Of tasks outside their hours. */
  closed: Allocation
  now: Date
  rules: RulesRow
  wantsDetails: boolean
}

/** How many contacts more than lines are read of a task whose contacts were denied in its last claim. */
const SPARE_CANDIDATES = 500

/** In the order in which lanes are judged. */
export async function readLanes(
  tx: Queryable,
  tasks: TaskCache,
  { allocation, closed, now, rules, wantsDetails }: Reading,
): Promise<Lane[]> {
  const laneOf = (taskId: string, lines: number, priority?: number): Lane[] => {
    const task = tasks.get(taskId)
    if (!task) return []
    const wanted = lines + (task.denied !== 'none' ? SPARE_CANDIDATES : 0)
    const isClosed = !tasks.isOpen(task, now)
    return [{ number: 0, task, priority: priority ?? task.priority, lines, wanted, candidates: [], isClosed }]
  }
  const due = [...allocation.due, ...closed.due].flatMap(({ taskId, lines, priority }) =>
    laneOf(taskId, lines, priority),
  )
  const fresh = [...allocation.fresh, ...closed.fresh].flatMap(([taskId, lines]) => laneOf(taskId, lines))
  const lanes = [...due, ...fresh].sort((a, b) => a.priority - b.priority)
  lanes.forEach((lane, index) => {
    lane.number = index + 1
  })
  const hasDetails = wantsDetails || lanes.some(({ task }) => task.flowId !== null)
  const common = [now, hasDetails, ...limitsOf(rules)]
  await Promise.all([readDue(tx, due, common), readFresh(tx, fresh, common)])
  return lanes
}

async function readDue(tx: Queryable, lanes: Lane[], common: unknown[]): Promise<void> {
  if (lanes.length === 0) return
  const rows = await queries.readDueCandidates(tx, [
    ...common,
    lanes.map(({ task }) => task.id),
    lanes.map(({ priority }) => priority),
    lanes.map(({ wanted }) => wanted),
    lanes.map(({ task }) => task.floor?.at ?? '-infinity'),
  ])
  for (const row of rows) {
    const lane = lanes[row.lane - 1] as Lane
    lane.candidates.push(candidateOf(lane, row, row))
  }
}

async function readFresh(tx: Queryable, lanes: Lane[], common: unknown[]): Promise<void> {
  if (lanes.length === 0) return
  const rows = await queries.readFreshCandidates(tx, [
    ...common,
    lanes.map(({ task }) => task.id),
    lanes.map(({ wanted }) => wanted),
  ])
  for (const row of rows) {
    const lane = lanes[row.lane - 1] as Lane
    lane.listEnd = row.list_end
    if (row.contact_id === null) continue
    lane.candidates.push(candidateOf(lane, row, UNDIALED))
  }
  // The list is read on behind the last contact that was judged.
  for (const lane of lanes) lane.candidates.sort((a, b) => a.position - b.position)
}

type Dialed = Pick<queries.DueCandidateRow, 'is_there' | 'round' | 'attempts' | 'calls' | 'refusals'>

const UNDIALED: Dialed = {
  is_there: true,
  round: 1,
  attempts: 0,
  calls: 0,
  refusals: 0,
}

/** One literal, because there are thousands a second: adding properties to the row is slower. */
function candidateOf(lane: Lane, row: queries.CandidateRow, dialed: Dialed): Candidate {
  return {
    lane,
    contactId: row.contact_id,
    position: row.position,
    phoneNumber: row.phone_number,
    phoneKey: row.phone_key,
    fields: row.fields,
    isFree: row.is_free && row.of_case?.is_live !== true,
    isThere: dialed.is_there,
    isFirst: dialed === UNDIALED,
    round: dialed.round,
    attempts: dialed.attempts,
    calls: dialed.calls,
    refusals: dialed.refusals,
    timeZone: row.time_zone,
    callTime: row.call_time,
    callUntil: row.call_until,
    isWithdrawn: row.is_withdrawn,
    doNotCallListId: row.do_not_call_list_id,
    missingConsent: row.missing_consent,
    hasUndisclosedAgent: lane.task.hasUndisclosedAgent,
    budget: usedBudget(row.used_budget),
    quietUntil: row.quiet_until,
    ofCase: row.of_case ? caseLimits(row.of_case) : null,
    caseKey: row.of_case?.key ?? null,
  }
}
