// Reads the facts of a task or a contact and explains them.

import { NEVER_REASONS } from '../../campaigns/permission/decide.ts'
import { latestDenials } from '../../campaigns/permission/denials.queries.ts'
import type { TaskHours } from '../../campaigns/permission/next-attempt.ts'
import type { RecipientZones } from '../../campaigns/permission/recipient-zones.ts'
import { LARGE_COUNT } from '../../campaigns/tasks/contacts/count-cache.ts'
import { useOneSnapshot } from '../../campaigns/tasks/contacts/task-contacts.queries.ts'
import {
  createLatestResults,
  readTaskResults,
  type TaskResults,
} from '../../campaigns/tasks/contacts/task-results.ts'
import { readGoalCounts } from '../../campaigns/tasks/goal.queries.ts'
import { readSettings } from '../../campaigns/tasks/task-settings.ts'
import { findTaskList } from '../../campaigns/tasks/tasks.queries.ts'
import { latestCalls } from '../../dialing/calls/calls.queries.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import { NotFound } from '../../platform/kernel/errors.ts'
import { isId } from '../../platform/kernel/ids.ts'
import type { PhoneNumberReader } from '../../platform/kernel/phone/phone-number.ts'
import type { Zone } from '../../platform/kernel/timestamps.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import { readDenialCounts } from './denial-counts.queries.ts'
import type { ContactFactsRow, TaskFactsRow } from './explain.queries.ts'
import * as queries from './explain.queries.ts'
import { explainContact } from './explain-contact.ts'
import { explainTask, type TaskExplanation } from './explain-task.ts'
import { MAX_RECENT_CALLS, MAX_WAITING, taskFacts } from './read-task-facts.ts'
import type { ReadServiceFacts } from './service-facts.ts'
import { isNotYet } from './state-codes.ts'

export type Explanations = ReturnType<typeof createExplanations>

const MAX_LATEST_CALLS = 20
const MAX_LATEST_DENIALS = 20

interface ExplanationsDependencies {
  db: Database
  clock: Clock
  zone: Zone
  recipientZones: RecipientZones
  readPhoneNumber: PhoneNumberReader
  /** Whether the environment names a gateway. */
  hasEnvironment: boolean
  readService: ReadServiceFacts
  /** Counts the results of a task however many there are. */
  countResults: (taskId: string) => Promise<TaskResults>
}

export function createExplanations(dependencies: ExplanationsDependencies) {
  const { db, clock, zone, readService, recipientZones, readPhoneNumber, hasEnvironment } = dependencies
  const latestResults = createLatestResults(clock, dependencies.countResults)

  async function readFacts(from: Queryable, id: string, now: Date): Promise<TaskFactsRow> {
    const row = isId(id)
      ? await queries.readTaskFacts.first(from, [id, now, MAX_RECENT_CALLS, MAX_WAITING, hasEnvironment])
      : undefined
    if (!row) throw new NotFound('task', id)
    return row
  }

  async function explained(
    id: string,
    read: (now: Date) => Promise<TaskFactsRow> = (now) => readFacts(db, id, now),
  ): Promise<TaskExplanation & { hours: TaskHours }> {
    const now = clock.now()
    const [row, service] = await Promise.all([read(now), readService(now)])
    const { stopWhen } = readSettings(row.settings)
    const goal = stopWhen && { goal: stopWhen, counts: await readGoalCounts(db, id, stopWhen) }
    const facts = { ...taskFacts(row, service, recipientZones), goal }
    return { ...explainTask(facts, now, zone), hours: facts }
  }

  async function task(id: string): Promise<TaskExplanation> {
    const { hours: _, ...explanation } = await explained(id)
    return explanation
  }

  /**
   * With the results of the same moment, so that no count of them disagrees with the counters. Only a large task has older ones, which
   * say when they were counted.
   */
  async function taskWithResults(id: string): Promise<TaskExplanation & { results: TaskResults | null }> {
    let results: TaskResults | null = null
    const { hours: _, ...explanation } = await explained(id, (now) =>
      db.transaction(async (tx) => {
        await useOneSnapshot.run(tx)
        const row = await readFacts(tx, id, now)
        const isLarge = row.contact_count - row.unread > LARGE_COUNT
        results = isLarge ? latestResults(id) : await readTaskResults(tx, id, now)
        return row
      }),
    )
    return { ...explanation, results }
  }

  /** The decisions are found by the number: the one it has now or, if it was deleted, the one that was dialed. */
  function denialsOf(
    taskId: string,
    contactId: string,
    { phone_key, live_number, dialed_number }: ContactFactsRow,
  ) {
    const key = phone_key ?? readPhoneNumber(live_number ?? dialed_number ?? '')?.key
    return key === undefined ? [] : latestDenials(db, [key, contactId, taskId, MAX_LATEST_DENIALS])
  }

  return {
    task,
    taskWithResults,

    /** Denied calls by reason. */
    async denials(taskId: string) {
      const found = isId(taskId) ? await findTaskList.first(db, [taskId]) : undefined
      if (!found) throw new NotFound('task', taskId)
      const rows = await readDenialCounts(db, [taskId, NEVER_REASONS])
      return {
        taskId,
        reasons: rows.map(({ reason, decisions, contacts, last_time }) => ({
          reason,
          kind: isNotYet(reason) ? ('not_yet' as const) : ('never' as const),
          decisions,
          contacts,
          lastTime: last_time,
        })),
      }
    },

    async contactInTask(taskId: string, contactId: string) {
      const { hours, ...taskExplained } = await explained(taskId)
      if (!isId(contactId)) throw new NotFound('contact', contactId)
      const [row, calls] = await Promise.all([
        queries.readContactFacts.first(db, [taskId, contactId]),
        latestCalls(db, [taskId, contactId, MAX_LATEST_CALLS]),
      ])
      if (!row || !isKnown(row)) throw new NotFound('contact', contactId)
      const { zones } = recipientZones.of(row.phone_key ?? '', row.time_zone ?? undefined)
      const facts = { ...contactFacts(row), zones }
      return {
        taskId,
        contactId,
        phoneNumber: row.phone_number ?? row.live_number ?? row.dialed_number ?? '',
        callTime: row.call_time,
        callUntil: row.call_until,
        ...(row.display_name !== null && { displayName: row.display_name }),
        ...explainContact(facts, { ...taskExplained, hours }, clock.now(), zone),
        round: row.live_round ?? row.round ?? 1,
        attempts: row.attempts ?? 0,
        maxDialCount: row.max_dial_count,
        callCount: row.calls ?? 0,
        task: taskExplained,
        liveCall: liveCall(row),
        result: row.result,
        calls,
        denials: await denialsOf(taskId, contactId, row),
      }
    },
  }
}

function contactFacts(row: ContactFactsRow) {
  return {
    contact:
      row.contact_id === null
        ? null
        : {
            isInList: row.is_in_list === true,
            wasReadBefore: row.was_read_before === true,
            callTime: row.call_time,
            callUntil: row.call_until,
            isWithdrawn: row.is_withdrawn === true,
          },
    // Of a contact that was cut short before its first call, the dial only says that it is on the list.
    dial:
      row.dial_contact_id === null || (row.is_cut_short && row.calls === 0)
        ? null
        : {
            dueAt: row.due_at,
            outcome: row.outcome,
            refusal: row.refusals ? (row.refusal ?? row.cause) : null,
            cause: row.cause,
            waitReason: row.wait_reason,
            isCutShort: row.is_cut_short === true,
          },
    live: row.live_since && { startTime: row.live_since, attempt: row.live_attempt ?? 1 },
    busySince: row.busy_since,
    contactsAhead: row.contacts_ahead,
  }
}

/** A deleted contact is known if the task has dialed it. */
function isKnown(row: ContactFactsRow): boolean {
  return row.contact_id !== null || row.dial_contact_id !== null || row.live_id !== null
}

function liveCall(row: ContactFactsRow) {
  if (row.live_id === null || row.live_since === null) return null
  return {
    id: row.live_id,
    startTime: row.live_since,
    round: row.live_round ?? 1,
    attempt: row.live_attempt ?? 1,
    trunkId: row.live_trunk_id,
    trunkName: row.live_trunk_name,
    callerId: row.live_caller_id,
  }
}
