// Call records: what was dialed, when, and how it ended.

import { latestDenials } from '../../campaigns/permission/denials.queries.ts'
import type { WayFilter } from '../../campaigns/tasks/contacts/task-contacts.queries.ts'
import type { FlowParts } from '../../conversations/flow-parts.ts'
import { causesOfEnding } from '../../conversations/flows/call-ending.ts'
import { isRedirectable } from '../../conversations/flows/run/redirect.ts'
import { isTarget } from '../../conversations/flows/steps/transfer.ts'
import { findSaying } from '../../conversations/transcripts/conversations.service.ts'
import { findDataSource } from '../../lists/data-sources/data-sources.service.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import { InvalidInput, NotAllowed, NotFound } from '../../platform/kernel/errors.ts'
import { isId, timeOfId } from '../../platform/kernel/ids.ts'
import { offsetOf, type Page, type Paged, unknownCursor } from '../../platform/kernel/paging.ts'
import type { PhoneNumber } from '../../platform/kernel/phone/phone-number.ts'
import { NO_TASK } from '../../platform/kernel/task-of-call.ts'
import { DAY_MS } from '../../platform/kernel/timestamps.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import { recordChange } from '../../platform/trail/record.ts'
import type { CallEnding } from '../../platform/words/calls.ts'
import type { CallRow, ListedCall, LiveCallRow } from './calls.queries.ts'
import * as queries from './calls.queries.ts'

export interface CallFilter extends Page {
  outcome: number | undefined
  cause: string | undefined
  ending: CallEnding | undefined
  verdict: string | undefined
  /** Text of the transcript or the summary; of the calls of a task only. */
  said?: string | undefined
  /** The way that it took through the flow of its task. */
  way?: WayFilter | undefined
  /** Bounds of the start time: `from` is included, `to` is not. */
  from: Date | undefined
  to: Date | undefined
}

export type Calls = ReturnType<typeof createCalls>

const NEAR_MS = 2000
const MAX_LATEST_DENIALS = 20

interface CallsOptions {
  db: Database
  /** For the lists. */
  readDb: Database
  clock: Clock
  /** Why a call may not be transferred to this place. */
  whyNotTransferred: FlowParts['whyNotTransferred']
}

/** Searches the calls around the id's time first; a clock may have been wrong. */
async function near<Found>(
  id: string,
  find: (values: [string, Date, Date]) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const made = timeOfId(id)
  const within = (ms: number): [string, Date, Date] => [id, new Date(made - ms), new Date(made + ms)]
  return (await find(within(NEAR_MS))) ?? (await find(within(DAY_MS)))
}

export function createCalls({ db, readDb, clock, whyNotTransferred }: CallsOptions) {
  return {
    async ofTask(taskId: string, filter: CallFilter): Promise<Paged<CallRow>> {
      if (!isId(taskId)) throw new NotFound('task', taskId)
      const { afterId, pageSize, verdict } = filter
      const values = [taskId, ...conditions(filter)]
      const found = await searchCalls(readDb, taskId, filter)
      if (found) {
        const offset = afterId === undefined ? offsetOf(filter) : 0
        const rest = [offset, pageSize, found, verdict ?? null, afterId ?? null]
        const rows = await queries.listFoundCalls(readDb, [...values, ...rest])
        if (rows.length === 0) throw new NotFound('task', taskId)
        if (!rows[0]?.has_cursor) throw unknownCursor()
        return paged(rows)
      }
      if (afterId === undefined) values.push(offsetOf(filter), pageSize)
      else values.push(pageSize, await findStart(readDb, taskId, afterId), afterId)
      const rows = await (verdict === undefined
        ? (afterId === undefined ? queries.listTaskCalls : queries.listTaskCallsAfter)(readDb, values)
        : (afterId === undefined ? queries.listTaskCallsByVerdict : queries.listTaskCallsByVerdictAfter)(
            readDb,
            [...values, verdict],
          ))
      if (rows.length === 0) throw new NotFound('task', taskId)
      return paged(rows)
    },

    /** Calls from outside. */
    async inbound({
      trunkId,
      ...filter
    }: CallFilter & { trunkId: string | undefined }): Promise<Paged<CallRow>> {
      if (trunkId !== undefined && !isId(trunkId)) throw new NotFound('trunk', trunkId)
      const { afterId, pageSize, verdict = null } = filter
      const start = afterId === undefined ? null : await findStart(readDb, NO_TASK, afterId)
      const offset = afterId === undefined ? offsetOf(filter) : 0
      const page = [offset, pageSize, verdict, start, afterId ?? null]
      return paged(await queries.listInboundCalls(readDb, [trunkId ?? null, ...conditions(filter), ...page]))
    },

    async ofContact(dataSourceId: string, contactId: string, filter: CallFilter) {
      await findDataSource(readDb, dataSourceId)
      if (!isId(contactId)) throw new NotFound('contact', contactId)
      const { afterId, pageSize } = filter
      const offset = afterId === undefined ? offsetOf(filter) : 0
      const cursor = [dataSourceId, afterId ?? null, filter.verdict ?? null]
      const values = [contactId, ...conditions(filter), offset, pageSize, ...cursor]
      const rows = await queries.listContactCalls(readDb, values)
      if (rows.length === 0) throw new NotFound('contact', contactId)
      if (!rows[0]?.has_cursor) throw unknownCursor()
      const { phone_key } = rows[0]
      const denials =
        phone_key === null
          ? []
          : await latestDenials(readDb, [phone_key, contactId, null, MAX_LATEST_DENIALS])
      return { ...paged(rows), denials }
    },

    /** The number of a call, live or ended. A call that ends meanwhile is found as an ended one. */
    async number(id: string): Promise<PhoneNumber | undefined> {
      const found =
        (await queries.findLiveNumber.first(db, [id])) ??
        (await near(id, (values) => queries.findCalledNumber.first(db, values)))
      return found && { text: found.phone_number, key: found.phone_key }
    },

    /** Of a call without a task, an id that no data source has. */
    dataSourceOf: async (id: string) =>
      (await queries.findSourceOfLiveCall.first(db, [id])) ??
      (await near(id, (values) => queries.findSourceOfEndedCall.first(db, values))),

    dataSourceOfLive: (id: string) => queries.findSourceOfLiveCall.first(db, [id]),

    /** A call as it is now, live or ended. */
    async find(id: string): Promise<{ live: LiveCallRow } | { ended: CallRow }> {
      const live = isId(id) ? await queries.watchLiveCall.first(db, [id]) : undefined
      if (live) return { live }
      const ended = isId(id) && (await near(id, (values) => queries.findEndedCall.first(db, values)))
      if (!ended) throw new NotFound('call', id)
      return { ended }
    },

    /** Tells the node of a live call to have it transferred. The same rules hold as for a flow. */
    async transfer(id: string, to: string): Promise<void> {
      if (!isTarget(to)) throw new InvalidInput({ fault: 'not_a_target', field: 'to' })
      const problem = await whyNotTransferred(to)
      if (problem) {
        const { reason, place = '' } = problem
        throw new InvalidInput({ fault: 'transfer_denied', field: 'to', params: { reason, place } })
      }
      await db.transaction(async (tx) => {
        const live = isId(id) ? await queries.watchLiveCall.first(tx, [id]) : undefined
        if (!live) throw new NotFound('live call', id)
        if (!live.flow_state || !isRedirectable(live.flow_state))
          throw new NotAllowed({ fault: 'call_out_of_hand' })
        await queries.requestTransfer(tx, [id, to])
        const change = { operation: 'call.transfer', subject: { id, name: to } }
        await recordChange(tx, { at: clock.now(), ...change })
      })
    },

    /** Of a call that was asked for. */
    attempts: ({ id, phoneKey, createTime }: { id: string; phoneKey: string; createTime: Date }) =>
      queries.listAttempts(db, [phoneKey, createTime, id]),

    /** Tells the node of a live call to end it. */
    async hangUp(id: string): Promise<void> {
      await db.transaction(async (tx) => {
        const call = isId(id) ? await queries.requestHangUp.first(tx, [id]) : undefined
        if (!call) throw new NotFound('live call', id)
        const subject = { id, name: call.phone_number }
        await recordChange(tx, { at: clock.now(), operation: 'call.hangUp', subject })
      })
    },
  }
}

/** Those of a task that a search by words or by a way finds; undefined: nothing was searched for. */
export async function searchCalls(
  db: Queryable,
  taskId: string,
  { said, way, from, to }: Pick<CallFilter, 'said' | 'way' | 'from' | 'to'>,
): Promise<string[] | undefined> {
  const saying = said === undefined ? undefined : await findSaying(db, taskId, said, { from, to })
  if (!way) return saying
  const { fromStep, exits = null, toStep = null, version = null } = way
  const found = await queries.findCallsByWay(db, [
    ...([taskId, from ?? null, to ?? null] as const),
    ...([fromStep, exits, toStep, version] as const),
  ])
  const ids = found.map(({ id }) => id)
  return saying ? ids.filter((id) => saying.includes(id)) : ids
}

/** Bounds of the start time, outcome, and causes. */
export function conditions({
  from,
  to,
  outcome,
  cause,
  ending,
}: Omit<CallFilter, 'pageNum' | 'pageSize' | 'afterId'>): unknown[] {
  const ofEnding = ending && causesOfEnding(ending)
  const causes =
    cause === undefined
      ? ofEnding
      : [cause].filter((each) => ofEnding?.some((other) => other === each) ?? true)
  return [from ?? null, to ?? null, outcome ?? null, causes ?? null]
}

/** Searches the calls around the id's time first, and all calls of the task only if a clock was wrong. */
async function findStart(db: Queryable, taskId: string, callId: string): Promise<string> {
  const made = timeOfId(callId)
  const near = [new Date(made - NEAR_MS), new Date(made + NEAR_MS)]
  const found =
    (await queries.findCallStart.first(db, [taskId, callId, ...near])) ??
    (await queries.findCallStart.first(db, [taskId, callId, null, null]))
  if (!found) throw unknownCursor()
  return found.start_time
}

function paged(rows: ListedCall[]): Paged<CallRow> {
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.filter((row): row is CallRow & { total: number } => row.id !== null),
  }
}
