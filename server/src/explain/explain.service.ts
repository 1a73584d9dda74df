// Reads the facts of a task or a contact and explains them.
import { latestCalls } from '../calls/calls.queries.ts'
import type { Clock } from '../kernel/clock.ts'
import { NotFound } from '../kernel/errors.ts'
import { isId } from '../kernel/ids.ts'
import type { Zone } from '../kernel/timestamps.ts'
import type { Database } from '../storage/database.ts'
import type { StorageHealth } from '../storage/storage-health.ts'
import { summarizeNodes } from './dialer-nodes.ts'
import type { ContactFactsRow, TaskFactsRow } from './explain.queries.ts'
import * as queries from './explain.queries.ts'
import { explainContact } from './explain-contact.ts'
import { explainTask, type TaskExplanation } from './explain-task.ts'
import type { TaskFacts } from './task-facts.ts'

export type Explanations = ReturnType<typeof createExplanations>

/** More calls would not make the pace more exact. */
const MAX_RECENT_CALLS = 10_000
const MAX_LATEST_CALLS = 20

interface ExplanationsDependencies {
  db: Database
  clock: Clock
  zone: Zone
  storageHealth: Pick<StorageHealth, 'check'>
}

export function createExplanations({ db, clock, zone, storageHealth }: ExplanationsDependencies) {
  async function task(id: string): Promise<TaskExplanation> {
    const now = clock.now()
    if (!isId(id)) throw new NotFound('task', id)
    const [row, nodes, storageProblem = null] = await Promise.all([
      queries.readTaskFacts.first(db, [id, now, MAX_RECENT_CALLS]),
      queries.readNodes(db, [now]),
      storageHealth.check(),
    ])
    if (!row) throw new NotFound('task', id)
    return explainTask(taskFacts(row, { now, nodes: summarizeNodes(nodes), storageProblem }), now, zone)
  }

  return {
    task,

    async contactInTask(taskId: string, contactId: string) {
      const explained = await task(taskId)
      if (!isId(contactId)) throw new NotFound('contact', contactId)
      const [row, calls] = await Promise.all([
        queries.readContactFacts.first(db, [taskId, contactId]),
        latestCalls(db, [taskId, contactId, MAX_LATEST_CALLS]),
      ])
      if (!row || !isKnown(row)) throw new NotFound('contact', contactId)
      return {
        taskId,
        contactId,
        phoneNumber: row.phone_number ?? row.live_number ?? row.dialed_number ?? '',
        ...explainContact(contactFacts(row), explained, clock.now(), zone),
        round: row.live_round ?? row.round ?? 1,
        attempts: row.attempts ?? 0,
        maxDialCount: row.max_dial_count,
        callCount: row.calls ?? 0,
        task: explained,
        liveCall: liveCall(row),
        calls,
      }
    },
  }
}

function taskFacts(
  row: TaskFactsRow,
  { now, ...service }: Pick<TaskFacts, 'nodes' | 'storageProblem'> & { now: Date },
): TaskFacts {
  return {
    taskId: row.id,
    status: row.status,
    priority: row.priority,
    window: { start: hoursAndMinutes(row.daily_start), end: hoursAndMinutes(row.daily_end) },
    stopReason: row.stop_reason,
    failReason: row.fail_reason,
    lastChange: row.change_time && { time: row.change_time, actor: row.change_actor ?? '' },
    contacts: {
      total: row.contact_count,
      notDialed: row.not_dialed,
      live: row.live,
      success: row.success_contacts,
      failed: row.failed_contacts,
    },
    callCount: row.call_count,
    nextDue: row.next_due,
    lines: row.lines,
    linesInUseAll: row.all_live,
    rateLimit: row.calls_per_second,
    started: row.started,
    recent: recentCalls(row, now),
    ...service,
    others: row.others.map(({ start, end, ...other }) => ({ ...other, window: { start, end } })),
  }
}

/** If there were more than the max, the pace is that of the latest ones. */
function recentCalls(row: TaskFactsRow, now: Date): TaskFacts['recent'] {
  const secondsSince = (time: Date) => Math.max(1, (now.getTime() - time.getTime()) / 1000)
  return row.recent_ended === MAX_RECENT_CALLS && row.recent_since
    ? { calls: row.recent_ended, seconds: secondsSince(row.recent_since) }
    : { calls: row.recent_ended + row.recent_live, seconds: secondsSince(row.recently) }
}

function contactFacts(row: ContactFactsRow) {
  return {
    contact: row.contact_id === null ? null : { isInList: row.is_in_list === true },
    dial:
      row.dial_contact_id === null
        ? null
        : {
            dueAt: row.due_at,
            outcome: row.outcome,
            refusal: row.refusals ? (row.refusal ?? row.cause) : null,
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
  }
}

function hoursAndMinutes(time: string | null): string | null {
  return time === null ? null : time.slice(0, 5)
}
