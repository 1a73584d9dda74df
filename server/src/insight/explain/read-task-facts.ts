// The facts of a task from the row that the database gives.

import { taskHours } from '../../campaigns/permission/next-attempt.ts'
import type { RecipientZones } from '../../campaigns/permission/recipient-zones.ts'
import { countStates } from '../../campaigns/tasks/contacts/task-contacts.ts'
import { endingCounts } from '../../conversations/flows/call-ending.ts'
import { lastStart } from '../../dialing/dialer/claim/rate-window.ts'
import type { TaskFactsRow } from './explain.queries.ts'
import type { ServiceFacts } from './service-facts.ts'
import { isNever, isNotYet } from './state-codes.ts'
import type { SkippedContacts, TaskFacts } from './task-facts.ts'
import type { TrunkFact } from './trunk-facts.ts'

/** More calls would not make the pace more exact. */
export const MAX_RECENT_CALLS = 10_000
/** Of waiting contacts: an explanation is asked for often, and need not be exact. */
export const MAX_WAITING = 10_000

export function taskFacts(
  row: Omit<TaskFactsRow, 'others'> & Partial<Pick<TaskFactsRow, 'others'>>,
  { now, trunks, isSimulatorAlone, ...service }: ServiceFacts,
  recipientZones: RecipientZones,
): TaskFacts {
  // Field by field: a row has 40 of them, and the overview reads 500 rows.
  const states = countStates({
    status: row.status,
    contact_count: row.contact_count,
    live: row.live,
    unread: row.unread,
    waiting_after_end: row.waiting_after_end,
    success: row.success_contacts,
    failed: row.failed_contacts,
    skipped: row.skipped_contacts,
  })
  return {
    taskId: row.id,
    status: row.status,
    priority: row.priority,
    ...taskHours(row),
    endAt: row.end_at,
    stopReason: row.stop_reason,
    failReason: row.fail_reason,
    lastChange: row.change_time && {
      time: row.change_time,
      actor: row.change_actor ?? '',
      ...(row.change_reason !== null && { reason: row.change_reason }),
    },
    contacts: {
      total: row.contact_count,
      notDialed: states.notDialed,
      live: states.dialing,
      success: states.success,
      failed: states.failed,
      skipped: states.skipped,
    },
    calls: {
      total: row.call_count,
      talkMs: row.talk_ms,
      pickedUp: row.answered_count,
      endings: endingCounts(row.call_count, row),
    },
    nextDue: row.next_due,
    dueZones:
      row.first_due && recipientZones.of(row.first_due.phoneKey, row.first_due.timeZone ?? undefined).zones,
    waits: waitsOf(row),
    skips: skipsOf(row),
    lines: row.lines,
    linesInUseAll: row.all_live,
    rateLimit: row.calls_per_second,
    started: row.started,
    trunkRoom: row.is_simulated ? null : row.trunk_room,
    ...(!row.is_simulated && { trunks: trunksOf(row, trunks) }),
    lacksTrunk:
      row.is_simulated === false && !isSimulatorAlone && (row.trunk_room === null || !row.has_trunk),
    work: workOf(row),
    recent: recentCalls(row, now),
    ...service,
    others: (row.others ?? []).map((other) => ({ ...other, ...taskHours(other) })),
  }
}

/** The trunks that the task may take. */
function trunksOf(
  { settings }: Pick<TaskFactsRow, 'settings'>,
  trunks: readonly TrunkFact[],
): NonNullable<TaskFacts['trunks']> {
  const { trunkIds = [], callerIds = [] } = settings
  const usable = trunks.filter(({ id }) => trunkIds.length === 0 || trunkIds.includes(id))
  const up = usable.filter(({ isDown }) => !isDown)
  return {
    all: usable.map(({ name }) => name),
    down: usable.flatMap(({ name, isDown }) => (isDown ? [name] : [])),
    why: usable.find(({ isDown, why }) => isDown && why)?.why,
    isAtDailyLimit: up.length > 0 && up.every(({ hasCallerId }) => !hasCallerId(callerIds)),
  }
}

function waitsOf({ waits }: Pick<TaskFactsRow, 'waits'>): TaskFacts['waits'] {
  const others = waits.find(({ reason }) => reason === null)
  const all = waits.reduce((sum, { contacts }) => sum + contacts, 0)
  return {
    permission: waits.flatMap(({ reason, contacts, nextTime }) =>
      isNotYet(reason) ? [{ reason, contacts, nextTime: new Date(nextTime) }] : [],
    ),
    interval: others?.contacts ?? 0,
    intervalNext: others ? new Date(others.nextTime) : null,
    isMore: all >= MAX_WAITING,
  }
}

/** A single reason holds for all contacts, also for those that were not counted. */
export function skipsOf({
  skips,
  skipped_contacts,
}: Pick<TaskFactsRow, 'skips' | 'skipped_contacts'>): SkippedContacts[] {
  const [first] = skips
  if (skips.length === 1 && first && isNever(first.reason))
    return [{ reason: first.reason, contacts: skipped_contacts }]
  return skips.flatMap(({ reason, contacts }) => (isNever(reason) ? [{ reason, contacts }] : []))
}

function workOf({
  last_work,
  list_grown_at,
  started,
}: Pick<TaskFactsRow, 'started' | 'last_work' | 'list_grown_at'>): TaskFacts['work'] {
  const lastMs = Math.max(last_work?.getTime() ?? 0, lastStart(started)?.getTime() ?? 0)
  return { lastTime: lastMs > 0 ? new Date(lastMs) : null, listGrownAt: list_grown_at }
}

/** If there were more than the max, the pace is that of the latest ones. */
function recentCalls(
  row: Pick<TaskFactsRow, 'recent_ended' | 'recent_since' | 'recent_live' | 'recently'>,
  now: Date,
): TaskFacts['recent'] {
  const secondsSince = (time: Date) => Math.max(1, (now.getTime() - time.getTime()) / 1000)
  return row.recent_ended === MAX_RECENT_CALLS && row.recent_since
    ? { calls: row.recent_ended, seconds: secondsSince(row.recent_since) }
    : { calls: row.recent_ended + row.recent_live, seconds: secondsSince(row.recently) }
}
