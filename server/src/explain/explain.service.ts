// Reads the facts of a task or a contact and explains them.
import { latestCalls } from '../calls/calls.queries.ts'
import type { Clock } from '../kernel/clock.ts'
import { NotFound } from '../kernel/errors.ts'
import { isId } from '../kernel/ids.ts'
import type { PhoneNumberReader } from '../kernel/phone-number.ts'
import type { Zone } from '../kernel/timestamps.ts'
import { callingHours } from '../permission/calling-hours.ts'
import { NEVER_REASONS } from '../permission/decide.ts'
import { latestDenials } from '../permission/denials.queries.ts'
import type { RecipientZones } from '../permission/recipient-zones.ts'
import type { Database } from '../storage/database.ts'
import type { StorageHealth } from '../storage/storage-health.ts'
import { findTaskList } from '../tasks/tasks.queries.ts'
import { summarizeNodes } from './dialer-nodes.ts'
import type { ContactFactsRow, TaskFactsRow } from './explain.queries.ts'
import * as queries from './explain.queries.ts'
import { explainContact } from './explain-contact.ts'
import { explainTask, type TaskExplanation } from './explain-task.ts'
import { isNotYet } from './state-codes.ts'
import type { TaskFacts, TaskHours } from './task-facts.ts'

export type Explanations = ReturnType<typeof createExplanations>

/** More calls would not make the pace more exact. */
const MAX_RECENT_CALLS = 10_000
const MAX_LATEST_CALLS = 20
const MAX_LATEST_DENIALS = 20
/** Of waiting contacts: an explanation is asked for often, and need not be exact. */
const MAX_WAITING = 10_000

interface ExplanationsDependencies {
  db: Database
  clock: Clock
  zone: Zone
  storageHealth: Pick<StorageHealth, 'check'>
  recipientZones: RecipientZones
  readPhoneNumber: PhoneNumberReader
}

export function createExplanations(dependencies: ExplanationsDependencies) {
  const { db, clock, zone, storageHealth, recipientZones, readPhoneNumber } = dependencies

  async function explained(id: string): Promise<TaskExplanation & { hours: TaskHours }> {
    const now = clock.now()
    if (!isId(id)) throw new NotFound('task', id)
    const [row, nodes, storageProblem = null] = await Promise.all([
      queries.readTaskFacts.first(db, [id, now, MAX_RECENT_CALLS, MAX_WAITING]),
      queries.readNodes(db, [now]),
      storageHealth.check(),
    ])
    if (!row) throw new NotFound('task', id)
    const facts = taskFacts(row, { now, nodes: summarizeNodes(nodes), storageProblem })
    return { ...explainTask(facts, now, zone), hours: facts }
  }

  async function task(id: string): Promise<TaskExplanation> {
    const { hours: _, ...explanation } = await explained(id)
    return explanation
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

    /** Denied calls by reason. */
    async denials(taskId: string) {
      const found = isId(taskId) ? await findTaskList.first(db, [taskId]) : undefined
      if (!found) throw new NotFound('task', taskId)
      const rows = await queries.readDenialCounts(db, [taskId, NEVER_REASONS])
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
        ...explainContact(facts, { ...taskExplained, hours }, clock.now(), zone),
        round: row.live_round ?? row.round ?? 1,
        attempts: row.attempts ?? 0,
        maxDialCount: row.max_dial_count,
        callCount: row.calls ?? 0,
        task: taskExplained,
        liveCall: liveCall(row),
        calls,
        denials: await denialsOf(taskId, contactId, row),
      }
    },
  }
}

function taskFacts(
  row: TaskFactsRow,
  { now, ...service }: Pick<TaskFacts, 'nodes' | 'storageProblem'> & { now: Date },
): TaskFacts {
  const notDone = row.contact_count - row.success_contacts - row.failed_contacts - row.skipped_contacts
  return {
    taskId: row.id,
    status: row.status,
    priority: row.priority,
    ...hoursOf({
      ...row,
      start: row.daily_start,
      end: row.daily_end,
      windowZone: row.window_zone,
      startAt: row.start_at,
    }),
    endAt: row.end_at,
    stopReason: row.stop_reason,
    failReason: row.fail_reason,
    lastChange: row.change_time && { time: row.change_time, actor: row.change_actor ?? '' },
    contacts: {
      total: row.contact_count,
      notDialed: row.has_no_waiting ? notDone - row.live : row.not_dialed,
      live: row.live,
      success: row.success_contacts,
      failed: row.failed_contacts,
      skipped: row.skipped_contacts,
    },
    callCount: row.call_count,
    nextDue: row.next_due,
    waits: waitsOf(row),
    lines: row.lines,
    linesInUseAll: row.all_live,
    rateLimit: row.calls_per_second,
    started: row.started,
    recent: recentCalls(row, now),
    ...service,
    others: row.others.map((other) => ({ ...other, ...hoursOf(other) })),
  }
}

interface HoursRow {
  start: string | null
  end: string | null
  weekdays: number[] | null
  holidays: string[]
  windowZone: 'service' | 'recipient'
  startAt: Date | string | null
}

function hoursOf({ start, end, weekdays, holidays, windowZone, startAt }: HoursRow): TaskHours {
  const daily = { daily_start: hoursAndMinutes(start), daily_end: hoursAndMinutes(end) }
  return {
    ...callingHours({ ...daily, weekdays, holidays }),
    isRecipientZone: windowZone === 'recipient',
    startAt: startAt === null ? null : new Date(startAt),
  }
}

function waitsOf({ waits }: TaskFactsRow): TaskFacts['waits'] {
  const all = waits.reduce((sum, { contacts }) => sum + contacts, 0)
  return {
    permission: waits.flatMap(({ reason, contacts, nextTime }) =>
      isNotYet(reason) ? [{ reason, contacts, nextTime: new Date(nextTime) }] : [],
    ),
    interval: waits.find(({ reason }) => reason === null)?.contacts ?? 0,
    isMore: all >= MAX_WAITING,
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
            cause: row.cause,
            waitReason: row.wait_reason,
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
