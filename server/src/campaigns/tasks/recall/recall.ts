// Dials contacts again that are done: the named ones, those of given outcomes and causes, or all that failed. One transaction decides a recall; it locks no
// contact and waits for none. The recall is then carried out in steps. Once decided it is final: if this node dies in the
// middle, a dialing node does the rest.

import { ContactStatus } from '../../../lists/contacts/contact-status.ts'
import type { Clock } from '../../../platform/kernel/clock.ts'
import { Conflict, InvalidInput, NotFound, shorten } from '../../../platform/kernel/errors.ts'
import { isId, newId } from '../../../platform/kernel/ids.ts'
import type { Database, Queryable } from '../../../platform/storage/database.ts'
import { currentActor } from '../../../platform/trail/actor.ts'
import { refuseOtherCountries } from '../task-countries.ts'
import { allowedFrom, endPassed, isAllowed, notAllowed } from '../task-state.ts'
import * as queries from './recall.queries.ts'

export interface RecallRequest {
  taskId: string
  contactIds: string[]
  /** Instead of contacts: what came of them, and what their last calls ended with. Empty does not filter. */
  outcomes?: RecalledOutcome[]
  causes?: string[]
  priority: number
  /** If the calls of its user are limited: throws if there is no room for as many. */
  countCalls?: ((tx: Queryable, calls: number) => Promise<void>) | undefined
}

const outcomeStatus = {
  success: ContactStatus.SUCCESS,
  failed: ContactStatus.FAILED,
  skipped: ContactStatus.NOT_DIALED,
} as const
export type RecalledOutcome = keyof typeof outcomeStatus
export const RECALLED_OUTCOMES = Object.keys(outcomeStatus) as RecalledOutcome[]

export interface Recall {
  count: number
  /**
   * The ids of the recalled contacts, part by part; the contacts of a part are due when it is returned. Reading to the end
   * carries out the recall. If the reader stops early, the dialing nodes carry out the rest.
   */
  contactIds: AsyncGenerator<string[]>
}

interface RecallDependencies {
  db: Database
  clock: Clock
  sleep: (forMs: number) => Promise<void>
}

interface Decision {
  recallId: string
  taskId: string
  count: number
}

const MAX_IDS_IN_MESSAGE = 10
const RETRY_AFTER_MS = 50
/** How long to wait for another node that carries out the same recall. After that the rest is left to the dialing nodes. */
const MAX_WAIT_FOR_STEPS_MS = 3000
const MAX_WAIT_FOR_EARLIER_RECALL_MS = 20_000

export async function recallContacts(
  dependencies: RecallDependencies,
  request: RecallRequest,
): Promise<Recall> {
  const { db, clock, sleep } = dependencies
  refuseBoth(request)
  if (!isId(request.taskId)) throw new NotFound('task', request.taskId)
  const startedMs = clock.elapsedMs()
  for (;;) {
    const decision = await db.transaction((tx) => decide(tx, clock, request), { retry: true })
    if (decision) return { count: decision.count, contactIds: carryOut(dependencies, decision) }
    if (clock.elapsedMs() - startedMs > MAX_WAIT_FOR_EARLIER_RECALL_MS)
      throw new Conflict({
        fault: 'recall_running',
      })
    const earlier = await queries.findRecallOf.first(db, [request.taskId])
    if (earlier && !(await carryOutRecall(dependencies, earlier.id))) await sleep(RETRY_AFTER_MS)
  }
}

function refuseBoth({ contactIds, outcomes = [], causes = [] }: RecallRequest): void {
  const other = outcomes.length > 0 ? 'outcomes' : 'causes'
  if (contactIds.length === 0 || outcomes.length + causes.length === 0) return
  throw new InvalidInput({
    fault: 'excluded',
    field: 'contactIds',
    params: { other },
  })
}

/** Undefined while an earlier recall of the task is being carried out. */
async function decide(tx: Queryable, clock: Clock, request: RecallRequest): Promise<Decision | undefined> {
  const { taskId, contactIds, priority, countCalls } = request
  const task = await queries.findRecalledTask.first(tx, [taskId])
  if (!task) throw new NotFound('task', taskId)
  if (!isAllowed('recall', task.status)) throw notAllowed('recall', task.status)
  if (task.end_at && task.end_at <= clock.now()) throw endPassed()
  await refuseOtherCountries(tx, taskId, 'taskId')
  const ids = [...new Set(contactIds)]
  await refuseUnknown(tx, ids, taskId)

  const now = clock.now()
  const recallId = newId()
  if ((await queries.beginRecall.run(tx, [recallId, taskId, priority, now])) === 0) return undefined
  const decided = await queries.decideRecall.first(tx, [recallId, taskId, ...chosen(ids, request)])
  const count = decided?.contacts ?? 0
  // Last, because it locks the task's row.
  const recorded = await queries.recordRecall.run(tx, [
    taskId,
    now,
    currentActor(),
    count,
    allowedFrom.recall,
  ])
  if (recorded === 0) throw await refusal(tx, taskId)
  if (count === 0) await queries.forgetRecall(tx, [recallId])
  else await countCalls?.(tx, count)
  return { recallId, taskId, count }
}

/** Ids, outcomes and causes, as the statement takes them. A cause alone may be that of any outcome. */
function chosen(ids: string[], { outcomes = [], causes = [] }: RecallRequest): unknown[] {
  if (ids.length > 0) return [ids, null, null]
  const statuses = outcomes.map((outcome) => outcomeStatus[outcome])
  if (statuses.length > 0) return [null, statuses, causes.length > 0 ? causes : null]
  return causes.length > 0
    ? [null, Object.values(outcomeStatus), causes]
    : [null, [ContactStatus.FAILED], null]
}

async function* carryOut(
  dependencies: RecallDependencies,
  { recallId, taskId, count }: Decision,
): AsyncGenerator<string[]> {
  const { db, clock, sleep } = dependencies
  let done = 0
  for (let first = 0; first < count; first += queries.CONTACTS_PER_STEP) {
    if (done <= first) done = (await queries.recallStep.first(db, [recallId, clock.now()]))?.done ?? done
    yield (await queries.readRecalledIds(db, [recallId, taskId, first])).map((row) => row.contact_id)
  }
  if (count === 0) return
  const startedMs = clock.elapsedMs()
  const mayWait = () => clock.elapsedMs() - startedMs < MAX_WAIT_FOR_STEPS_MS
  let isOver = (await queries.endRecall.run(db, [recallId])) > 0
  while (!isOver && mayWait()) {
    await sleep(RETRY_AFTER_MS)
    isOver = await carryOutRecall(dependencies, recallId)
  }
  if (isOver) await queries.forgetRecall(db, [recallId])
}

/**
 * Takes the remaining steps, while `mayGoOn` is true. Returns true if the recall is over, and false if there is more to do or another
 * node is taking a step. Any node can do this; if several do, no harm is done.
 */
export async function carryOutRecall(
  { db, clock }: { db: Queryable; clock: Clock },
  recallId: string,
  mayGoOn: () => boolean = () => true,
): Promise<boolean> {
  for (let isBehind = true; isBehind; ) {
    if (!mayGoOn()) return false
    const step = await queries.recallStep.first(db, [recallId, clock.now()])
    isBehind = step !== undefined && step.remaining > 0
  }
  return (await queries.endRecall.run(db, [recallId])) > 0
}

/** The task has changed its state since it was read. */
async function refusal(tx: Queryable, taskId: string): Promise<Error> {
  const task = await queries.findRecalledTask.first(tx, [taskId])
  return task ? notAllowed('recall', task.status) : new NotFound('task', taskId)
}

async function refuseUnknown(tx: Queryable, ids: string[], taskId: string): Promise<void> {
  if (ids.length === 0) return
  const malformed = ids.filter((id) => !isId(id))
  const unknown = await queries.findUnknownContacts(tx, [ids.filter(isId), taskId])
  const foreign = [...malformed, ...unknown.map((row) => row.id)]
  if (foreign.length === 0) return
  const named = foreign.slice(0, MAX_IDS_IN_MESSAGE)
  const more = foreign.length - named.length
  throw new InvalidInput({
    fault: 'not_in_task',
    field: 'contactIds',
    params: { ids: named.map(shorten), more },
  })
}
