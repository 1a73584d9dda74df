// The contacts of a claim: reads candidates for the lines that each task got, decides about each, and writes the outcome:
// a live call, a later time, or the end without a call.
import { decideAt } from '../../../campaigns/permission/decide.ts'
import { destinationRules } from '../../../campaigns/permission/destinations.ts'
import {
  DENIALS,
  type RulesRow,
  recordCases,
  recordDenials,
} from '../../../campaigns/permission/rules.queries.ts'
import type { Queryable } from '../../../platform/storage/database.ts'
import type { Router } from '../routing/router.ts'
import type { Allocation } from './allocate-lines.ts'
import * as queries from './claim.queries.ts'
import { type Judged, judgeCandidates, type PassedContact, routeWish } from './judge-candidates.ts'
import { type Candidate, type Lane, readLanes } from './read-candidates.ts'
import type { TaskCache } from './task-cache.ts'

interface Taking {
  allocation: Allocation
  /** Of tasks outside their hours. */
  closed: Allocation
  nowMs: number
  nodeId: string
  newId: () => string
  now: Date
  rules: RulesRow
  wantsDetails: boolean
  router: Router | undefined
  dialForm(written: string, key: string): string
}

export async function takeContacts(
  tx: Queryable,
  tasks: TaskCache,
  taking: Taking,
): Promise<Pick<Judged, 'calls' | 'withoutTrunk'>> {
  const { now, rules, router } = taking
  const lanes = await readLanes(tx, tasks, taking)
  const decide = decideAt({ destinations: destinationRules(rules), zones: tasks.zones }, now)
  const routed = lanes.filter(({ task }) => !task.isSimulated)
  await router?.expect(
    routed.flatMap(({ candidates }) => candidates.map((contact) => routeWish(contact, taking.dialForm))),
  )
  const judged = judgeCandidates(lanes, decide, {
    ...taking,
    zonesOf: ({ lane: { task }, phoneKey, timeZone }) => tasks.zonesOf(task, phoneKey, timeZone),
  })
  await Promise.all([
    writeCalls(tx, lanes, judged, taking),
    recordCases(
      tx,
      now,
      judged.calls.map(({ id, contact }) => caseCall(id, contact)),
    ),
    ...passOver(tx, judged.passed, now),
    ...recordDenied(tx, judged.passed, now),
  ])
  noteDenials(tasks, lanes, judged, taking.nowMs)
  return judged
}

function writeCalls(
  tx: Queryable,
  lanes: Lane[],
  { calls, progress }: Judged,
  { nodeId, now }: Taking,
): Promise<unknown> {
  return queries.writeCalls(tx, [
    nodeId,
    now,
    ...queries.LANES.values(lanes),
    ...queries.CLAIMED_CALLS.values(calls),
    ...queries.PROGRESS.values(progress),
  ])
}

const caseCall = (id: string, { caseKey, contactId, lane }: Candidate) => ({
  ...{ caseKey, id, contactId, taskId: lane.task.id },
})

function passOver(tx: Queryable, passed: PassedContact[], now: Date): Promise<unknown>[] {
  const isDropped = ({ contact }: PassedContact) => !contact.isThere && contact.calls === 0
  const dropped = passed.filter(isDropped)
  const kept = passed.filter((each) => !isDropped(each))
  return [
    ...(dropped.length > 0 ? [queries.dropDeleted(tx, queries.DROPPED_CONTACTS.values(dropped))] : []),
    ...(kept.length > 0 ? [queries.passOver(tx, [now, ...queries.PASSED_CONTACTS.values(kept)])] : []),
  ]
}

function recordDenied(tx: Queryable, passed: PassedContact[], now: Date): Promise<unknown>[] {
  const denied = passed.flatMap(({ contact, denial }) =>
    denial ? [{ ...contact, taskId: contact.lane.task.id, denial }] : [],
  )
  return denied.length > 0 ? [recordDenials(tx, [now, ...DENIALS.values(denied)])] : []
}

function noteDenials(tasks: TaskCache, lanes: Lane[], { calls, passed }: Judged, nowMs: number): void {
  const denied = new Set(passed.flatMap(({ contact, denial }) => (denial ? [contact.lane.task.id] : [])))
  const called = new Set(calls.map(({ contact }) => contact.lane.task.id))
  for (const { task, isClosed } of lanes)
    tasks.noteDenials(task, denied.has(task.id), called.has(task.id), isClosed ? nowMs : undefined)
}
