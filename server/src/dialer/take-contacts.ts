// The contacts of a claim: reads candidates for the lines that each task got, decides about each, and writes the outcome:
// a live call, a later time, or the end without a call.
import { ContactStatus } from '../contacts/contact-status.ts'
import { type Decision, type Denial, decideAt } from '../permission/decide.ts'
import { destinationRules } from '../permission/destinations.ts'
import { type RulesRow, recordDenials } from '../permission/rules.queries.ts'
import { arrayOf, textArrayOf } from '../storage/array-literal.ts'
import type { Queryable } from '../storage/database.ts'
import type { Allocation } from './allocate-lines.ts'
import * as candidates from './candidates.queries.ts'
import * as queries from './claim.queries.ts'
import type { CachedTask, TaskCache } from './task-cache.ts'

interface Taking {
  allocation: Allocation
  nodeId: string
  newId: () => string
  now: Date
  rules: RulesRow
  wantsDetails: boolean
}

/** A contact that a lane may call, fresh or due. */
interface Candidate extends Omit<candidates.DueCandidateRow, 'lane'> {
  task_id: string
  task: CachedTask
  priority: number
  /** The task has no dial for it yet. */
  isFirst: boolean
}

export interface TakenCall extends Candidate {
  id: string
  flow_id: string | null
}

interface PassedContact {
  candidate: Candidate
  /** Null: it is done. */
  dueAt: Date | null
  outcome: number | null
  denial?: Denial
}

interface Lane {
  task: CachedTask
  priority: number
  lines: number
  /** How many contacts were asked for: if fewer came, there are no more. */
  wanted: number
  candidates: Candidate[]
  /** Of a fresh lane: the end of the task's list. */
  listEnd?: number
}

/** A number that has a live call elsewhere is tried again after this. */
const BUSY_ELSEWHERE_MS = 2000
/** How many contacts more than lines are read of a task whose contacts were denied in its last claim. */
const SPARE_CANDIDATES = 500

export async function takeContacts(tx: Queryable, tasks: TaskCache, taking: Taking): Promise<TakenCall[]> {
  const { now, rules } = taking
  const lanes = await readLanes(tx, tasks, taking)
  const decide = decideAt({ destinations: destinationRules(rules), zones: tasks.zones }, now)
  const judged = judge(lanes, decide, taking)
  const passed = await withoutLocked(tx, judged.passed, now)
  await Promise.all([
    writeCalls(tx, judged, taking),
    ...passOver(tx, passed, now),
    ...recordDenied(tx, passed, now),
  ])
  noteDenials(tasks, lanes, judged)
  return judged.calls
}

async function readLanes(tx: Queryable, tasks: TaskCache, taking: Taking): Promise<Lane[]> {
  const { allocation, now, rules } = taking
  const laneOf = (taskId: string, lines: number, priority?: number): Lane[] => {
    const task = tasks.get(taskId)
    if (!task) return []
    const wanted = lines + (task.wasDenied ? SPARE_CANDIDATES : 0)
    return [{ task, priority: priority ?? task.priority, lines, wanted, candidates: [] }]
  }
  const due = allocation.due.flatMap(({ taskId, lines, priority }) => laneOf(taskId, lines, priority))
  const fresh = [...allocation.fresh].flatMap(([taskId, lines]) => laneOf(taskId, lines))
  const wantsDetails = taking.wantsDetails || [...due, ...fresh].some(({ task }) => task.flowId !== null)
  const budgets = [rules.attempts_per_day, rules.attempts_per_month]
  const [dueRows, freshRows] = await Promise.all([
    due.length > 0
      ? candidates.readDueCandidates(tx, [
          due.map(({ task }) => task.id),
          due.map(({ priority }) => priority),
          due.map(({ wanted }) => wanted),
          now,
          due.map(({ task }) => task.dueFloor ?? '-infinity'),
          wantsDetails,
          ...budgets,
        ])
      : [],
    fresh.length > 0
      ? candidates.readFreshCandidates(tx, [
          fresh.map(({ task }) => task.id),
          fresh.map(({ wanted }) => wanted),
          now,
          wantsDetails,
          ...budgets,
        ])
      : [],
  ])
  for (const row of dueRows) {
    const lane = due[row.lane - 1] as Lane
    lane.candidates.push(Object.assign(row, partOf(lane), { isFirst: false }))
  }
  for (const row of freshRows) {
    const lane = fresh[row.lane - 1] as Lane
    lane.listEnd = row.list_end
    if (row.contact_id !== null) lane.candidates.push(Object.assign(row, partOf(lane), UNDIALED))
  }
  // The list is read on behind the last contact that was judged.
  for (const lane of fresh) lane.candidates.sort((a, b) => a.position - b.position)
  return [...due, ...fresh].sort((a, b) => a.priority - b.priority)
}

function partOf({ task, priority }: Lane) {
  return { task_id: task.id, task, priority }
}

const UNDIALED = {
  round: 1,
  attempts: 0,
  calls: 0,
  refusals: 0,
  is_there: true,
  status: ContactStatus.NOT_DIALED,
  isFirst: true,
}

interface Judged {
  calls: TakenCall[]
  passed: PassedContact[]
  progress: { taskId: string; cursor: number | null; started: number }[]
}

/** Lane by lane, until the lines of each are used up: of several contacts with one number, the highest priority is called. */
function judge(lanes: Lane[], decide: Decision, { newId, now }: Taking): Judged {
  const calls: TakenCall[] = []
  const passed: PassedContact[] = []
  const started = new Map<string, { cursor: number | null; started: number }>()
  const taken = new Set<string>()
  const busyUntil = new Date(now.getTime() + BUSY_ELSEWHERE_MS)

  /** Undefined: it is called. */
  function refusal(candidate: Candidate): Omit<PassedContact, 'candidate'> | undefined {
    if (!candidate.is_there) return { dueAt: null, outcome: ContactStatus.FAILED }
    if (!candidate.is_free || taken.has(candidate.phone_key)) return { dueAt: busyUntil, outcome: null }
    const { task } = candidate
    const denial = decide(
      {
        phoneKey: candidate.phone_key,
        timeZone: candidate.time_zone,
        doNotCallListId: candidate.do_not_call_list_id,
        dayFullSince: candidate.day_full_since,
        monthFullSince: candidate.month_full_since,
      },
      task.isByRecipient ? task.hours : undefined,
    )
    if (!denial) return undefined
    if (denial.verdict === 'not_yet') return { dueAt: denial.until, outcome: null, denial }
    const outcome = candidate.calls === 0 ? ContactStatus.NOT_DIALED : ContactStatus.FAILED
    return { dueAt: null, outcome, denial }
  }

  for (const { task, lines, wanted, listEnd, candidates: all } of lanes) {
    let left = lines
    let last: number | null = null
    let judgedCount = 0
    for (const candidate of all) {
      if (left === 0) break
      judgedCount += 1
      last = candidate.position
      const refused = refusal(candidate)
      if (refused) {
        passed.push({ candidate, ...refused })
        continue
      }
      taken.add(candidate.phone_key)
      calls.push(Object.assign(candidate, { id: newId(), flow_id: task.flowId }))
      left -= 1
    }
    const progress = started.get(task.id) ?? { cursor: null, started: 0 }
    progress.started += lines - left
    if (listEnd !== undefined)
      progress.cursor = judgedCount === all.length && all.length < wanted ? listEnd : last
    started.set(task.id, progress)
  }
  return { calls, passed, progress: [...started].map(([taskId, each]) => ({ taskId, ...each })) }
}

/**
 * A contact that is done without a call must not stay IN_PROGRESS. If another transaction has locked it, it is judged again
 * shortly, so that no claim waits for a lock.
 */
async function withoutLocked(tx: Queryable, passed: PassedContact[], now: Date): Promise<PassedContact[]> {
  const isToChange = ({ candidate, outcome }: PassedContact) =>
    outcome !== null && candidate.is_there && candidate.status === ContactStatus.IN_PROGRESS
  const wanted = passed.filter(isToChange)
  if (wanted.length === 0) return passed
  const ids = wanted.map(({ candidate }) => candidate.contact_id)
  const free = new Set((await queries.lockFreeContacts(tx, [ids])).map(({ id }) => id))
  await queries.endWaiting(tx, [[...free]])
  const retryAt = new Date(now.getTime() + BUSY_ELSEWHERE_MS)
  return passed.map((each) =>
    isToChange(each) && !free.has(each.candidate.contact_id)
      ? { candidate: each.candidate, dueAt: retryAt, outcome: null }
      : each,
  )
}

async function writeCalls(
  tx: Queryable,
  { calls, progress }: Judged,
  { nodeId, now }: Taking,
): Promise<void> {
  await queries.writeCalls(tx, [
    nodeId,
    now,
    arrayOf(calls, ({ id }) => id),
    arrayOf(calls, ({ phone_key }) => phone_key),
    arrayOf(calls, ({ task_id }) => task_id),
    arrayOf(calls, ({ contact_id }) => contact_id),
    arrayOf(calls, ({ data_source_id }) => data_source_id),
    arrayOf(calls, ({ position }) => position),
    textArrayOf(calls, ({ phone_number }) => phone_number),
    arrayOf(calls, ({ round }) => round),
    arrayOf(calls, ({ attempts }) => attempts + 1),
    arrayOf(calls, ({ priority }) => priority),
    arrayOf(calls, ({ isFirst }) => (isFirst ? 't' : 'f')),
    arrayOf(calls, ({ refusals }) => refusals),
    progress.map(({ taskId }) => taskId),
    progress.map(({ cursor }) => cursor),
    progress.map(({ started }) => started),
    arrayOf(calls, ({ flow_id }) => flow_id),
  ])
}

function passOver(tx: Queryable, passed: PassedContact[], now: Date): Promise<unknown>[] {
  const isDropped = ({ candidate }: PassedContact) => !candidate.is_there && candidate.calls === 0
  const dropped = passed.filter(isDropped)
  const kept = passed.filter((each) => !isDropped(each))
  const writes: Promise<unknown>[] = []
  if (dropped.length > 0) {
    writes.push(
      queries.dropDeleted(tx, [
        dropped.map(({ candidate }) => candidate.task_id),
        dropped.map(({ candidate }) => candidate.position),
      ]),
    )
  }
  if (kept.length > 0) {
    writes.push(
      queries.passOver(tx, [
        now,
        arrayOf(kept, ({ candidate }) => candidate.task_id),
        arrayOf(kept, ({ candidate }) => candidate.contact_id),
        arrayOf(kept, ({ candidate }) => candidate.position),
        textArrayOf(kept, ({ candidate }) => candidate.phone_number),
        arrayOf(kept, ({ candidate }) => candidate.priority),
        arrayOf(kept, ({ candidate }) => (candidate.isFirst ? 't' : 'f')),
        arrayOf(kept, ({ dueAt }) => dueAt?.getTime() ?? null),
        arrayOf(kept, ({ outcome }) => outcome),
        arrayOf(kept, ({ denial }) => (denial?.verdict === 'never' ? denial.reason : null)),
        arrayOf(kept, ({ denial }) => (denial?.verdict === 'not_yet' ? denial.reason : null)),
      ]),
    )
  }
  return writes
}

function recordDenied(tx: Queryable, passed: PassedContact[], now: Date): Promise<unknown>[] {
  const denied = passed.flatMap(({ candidate, denial }) => (denial ? [{ candidate, denial }] : []))
  if (denied.length === 0) return []
  return [
    recordDenials(tx, [
      now,
      arrayOf(denied, ({ candidate }) => candidate.phone_key),
      arrayOf(denied, ({ candidate }) => candidate.task_id),
      arrayOf(denied, ({ candidate }) => candidate.contact_id),
      textArrayOf(denied, ({ candidate }) => candidate.phone_number),
      arrayOf(denied, ({ denial }) => (denial.verdict === 'not_yet' ? denial.until.getTime() : null)),
      arrayOf(denied, ({ denial }) => denial.reason),
      textArrayOf(denied, ({ denial }) => JSON.stringify(denial.detail)),
    ]),
  ]
}

function noteDenials(tasks: TaskCache, lanes: Lane[], { calls, passed }: Judged): void {
  const denied = new Set(passed.flatMap(({ candidate, denial }) => (denial ? [candidate.task_id] : [])))
  const called = new Set(calls.map(({ task }) => task.id))
  for (const { task } of lanes) tasks.noteDenials(task, denied.has(task.id), called.has(task.id))
}
