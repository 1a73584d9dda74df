// A task with somebody to call, and nothing in its way, gets calls within a second or two. If it does not, the claims of the nodes are
// late. The time is counted from the last thing that is known to have kept the task from calls, or to have been done by a claim.

import { isAlwaysOpen, isOpen } from '../../campaigns/permission/calling-hours.ts'
import { DEFAULT_TIMING } from '../../dialing/dialer/dialer-options.ts'
import { DAY_MS } from '../../platform/kernel/timestamps.ts'
import type { TaskReason, TaskView } from './task-facts.ts'

const LATE_AFTER_MS = 5000
const MINUTE_MS = 60_000

/** None if calls are about to start, or if it is not known for how long none has. */
export function lateClaims(view: TaskView): TaskReason[] {
  const { now, nodes } = view
  const since = waitingSince(view)
  if (!since || now.getTime() - since.getTime() < LATE_AFTER_MS) return []
  const seconds = Math.floor((now.getTime() - since.getTime()) / 1000)
  const { lastHeartbeat } = nodes
  const isHeartbeatLate =
    lastHeartbeat !== null && now.getTime() - lastHeartbeat.getTime() > DEFAULT_TIMING.placeWithinMs
  return isHeartbeatLate
    ? [{ code: 'heartbeat_late', since: lastHeartbeat, seconds }]
    : [{ code: 'claim_late', since, seconds }]
}

function waitingSince(view: TaskView): Date | undefined {
  const { lastChange, startAt, contacts, nextDue, nodes, work, now } = view
  if (!lastChange) return undefined
  const due = nextDue.flatMap((time) => (time && time <= now ? [time.getTime()] : []))
  const wanted = contacts.notDialed > 0 ? work.listGrownAt : new Date(Math.min(...due))
  const known = [lastChange.time, startAt, work.lastTime, wanted, nodes.aliveSince]
  return openSince(view, new Date(Math.max(...known.map((time) => time?.getTime() ?? 0))))
}

/** When the hours opened, if that was after the given time and within the last day; else the given time. */
function openSince(view: TaskView, from: Date): Date {
  if (view.isRecipientZone || isAlwaysOpen(view)) return from
  const { now, zone } = view
  const firstMs = Math.max(from.getTime(), now.getTime() - DAY_MS)
  let openMs = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS
  while (openMs > firstMs && isOpen(view, [zone.offsetAt], new Date(openMs - 1))) openMs -= MINUTE_MS
  return openMs > firstMs ? new Date(openMs) : from
}
