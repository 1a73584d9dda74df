// What the dialer writes down of its calls: rows written straight to the database, for exact states.

import { OTHER_CHANGES_SLOT } from '../../src/campaigns/tasks/counter-slots.ts'
import type { CallResult } from '../../src/conversations/flows/call-result.ts'
import type { Flow } from '../../src/conversations/flows/flow.ts'
import { ADDED_DENIALS, COUNTED_DENIALS } from '../../src/dialing/dialer/claim/denial-counts.queries.ts'
import {
  addedTo,
  addSums,
  COUNTER_COLUMNS,
  COUNTER_SUMS,
  sumsOf,
} from '../../src/dialing/dialer/settle/call-sums.queries.ts'
import { newId } from '../../src/platform/kernel/ids.ts'
import type { TestApp } from './test-app.ts'

export interface CallFixture {
  id?: string
  taskId: string
  contactId: string
  dataSourceId: string
  phoneNumber?: string
  round?: number
  attempt?: number
  outcome?: 1 | 2 | 3
  cause?: string
  start?: string
  answer?: string | null
  end?: string
  talkMs?: number
  result?: CallResult
  sipStatus?: number
  trunkId?: string
  callerId?: string
  /** Of a call without a task. */
  request?: object
}

const usualCause = { 1: 'answered', 2: 'busy', 3: 'no_answer' } as const

/** An id as it is made at this time. */
export function idAt(iso: string): string {
  const digits = Date.parse(iso).toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}${newId().slice(13)}`
}

/** The record of a call that ended, counted as the dialer counts it. Its id. */
export async function endCall(app: TestApp, call: CallFixture): Promise<string> {
  const { id = newId(), outcome = 1, start = new Date().toISOString() } = call
  await app.rows(
    `with ended as materialized (
       select $2::uuid as task_id, $8::smallint as outcome, $9::text as cause, $7::smallint as attempt,
         $11::timestamptz as answer_time, $12::timestamptz as end_time, $13::int as talk_ms
     ), recorded as (
       insert into call (id, task_id, contact_id, data_source_id, phone_number, phone_key, round, attempt, outcome, cause,
         start_time, answer_time, end_time, talk_ms, result, sip_status, trunk_id, caller_id, request)
       values ($1, $2, $3, $4, $5, $5, $6, $7, $8::smallint, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
     ), dialed as (
       insert into dial as known (task_id, contact_id, position, phone_number, round, attempts, priority, outcome, calls,
         call_times, update_time, result, cause)
       select $2, id, position, $5, $6, $7, 3, case $8::int when 1 then 1 else 2 end, 1, array[$10::timestamptz], $12, $14, $9
       from contact where id = $3
       on conflict (task_id, position) do update set calls = known.calls + 1,
         call_times = known.call_times || excluded.call_times, result = coalesce(excluded.result, known.result),
         cause = excluded.cause
     ), grouped as materialized (
       ${sumsOf('ended')}
     ), summed as (
       ${addSums('grouped', '0')}
     )
     insert into task_counter as known (task_id, slot, update_time, ${COUNTER_COLUMNS.join(', ')})
     select task_id, 0, $10::timestamptz, ${COUNTER_SUMS.map(({ sum }) => sum).join(', ')} from grouped group by task_id
     on conflict (task_id, slot) do update set
       ${addedTo(COUNTER_COLUMNS)}
     returning pg_notify('call_ended', '')`,
    [
      id,
      call.taskId,
      call.contactId,
      call.dataSourceId,
      call.phoneNumber ?? '13800138000',
      call.round ?? 1,
      call.attempt ?? 1,
      outcome,
      call.cause ?? usualCause[outcome],
      start,
      call.answer === undefined && (outcome === 1 || call.result) ? start : (call.answer ?? null),
      call.end ?? start,
      call.talkMs ?? 0,
      call.result ?? null,
      call.sipStatus ?? null,
      call.trunkId ?? null,
      call.callerId ?? null,
      call.request ?? null,
    ],
  )
  return id
}

/** A call to the contact that is up, as a claim writes it; the list has been read up to the contact. Its id. */
export async function startCall(
  app: TestApp,
  taskId: string,
  contactId: string,
  start: Date,
): Promise<string> {
  const id = newId()
  await app.rows(
    `with claimed as (
       insert into live_call (phone_key, id, node_id, task_id, contact_id, data_source_id, position, phone_number, round,
         attempt, priority, start_time)
       select c.phone_key, $1, $1, $2, c.id, c.data_source_id, c.position, c.phone_number, coalesce(d.round, 1),
         coalesce(d.attempts, 0) + 1, 3, $4
       from contact c left join dial d on d.task_id = $2 and d.contact_id = c.id
       where c.id = $3
     )
     update dial set due_at = null where task_id = $2 and contact_id = $3`,
    [id, taskId, contactId, start],
  )
  await claimUpTo(app, taskId, contactId, 1)
  return id
}

/** The list has been read up to this position, as a claim writes it. */
export async function readListTo(app: TestApp, taskId: string, cursor: number, calls = 0): Promise<void> {
  await app.rows(
    `insert into task_progress as known (task_id, cursor, started_count) values ($1, $2, $3)
     on conflict (task_id) do update set
       cursor = excluded.cursor, started_count = known.started_count + excluded.started_count`,
    [taskId, cursor, calls],
  )
}

async function claimUpTo(app: TestApp, taskId: string, contactId: string, calls: number): Promise<void> {
  const [reached] = await app.rows<{ cursor: number }>(
    `select greatest(c.position, (select max(cursor) from task_progress where task_id = $1)) as cursor
     from contact c where c.id = $2`,
    [taskId, contactId],
  )
  if (reached) await readListTo(app, taskId, reached.cursor, calls)
}

interface NodeFixture {
  beat: Date
  fault?: { reason: string; since: Date }
}

export async function addDialerNode(app: TestApp, { beat, fault }: NodeFixture): Promise<void> {
  await app.rows(
    `insert into dialer_node (id, name, start_time, heartbeat_time, gateway_fault, gateway_fault_time)
     values ($1, 'node', $2, $2, $3, $4)`,
    [newId(), beat, fault?.reason ?? null, fault?.since ?? null],
  )
}

export interface DialFixture {
  dueAt?: Date
  outcome?: 1 | 2
  priority?: number
}

/** What a settled call leaves behind, with the list read up to the contact. */
export async function settleDial(
  app: TestApp,
  taskId: string,
  contactId: string,
  { dueAt, outcome, priority = 3 }: DialFixture,
): Promise<void> {
  await app.rows(
    `with counted as (
       insert into task_counter as counter (task_id, slot, success_contacts, failed_contacts, update_time)
       select $1, 1, ($4::int = 1)::int, ($4::int = 2)::int, now() where $4 is not null
       on conflict (task_id, slot) do update set success_contacts = counter.success_contacts + excluded.success_contacts,
         failed_contacts = counter.failed_contacts + excluded.failed_contacts
     )
     insert into dial (task_id, contact_id, position, phone_number, attempts, priority, due_at, outcome, calls, update_time)
     select $1, id, position, phone_number, 1, $5, $3, $4, 1, now() from contact where id = $2
     on conflict (task_id, position) do update set attempts = 1, priority = excluded.priority, due_at = excluded.due_at,
       outcome = excluded.outcome`,
    [taskId, contactId, dueAt ?? null, outcome ?? null, priority],
  )
  await claimUpTo(app, taskId, contactId, 0)
}

export interface DenialFixture {
  taskId: string
  contactId: string
  phoneNumber?: string
  reason: string
  at: Date
  /** Null or absent: never. */
  until?: Date | null
  detail?: object
}

/** A decision that a contact may not be called, as a claim writes it. */
export async function addDenial(app: TestApp, denial: DenialFixture): Promise<void> {
  const { taskId, contactId, phoneNumber = '13800138000', reason, at, until = null, detail = {} } = denial
  await app.rows(
    `with counted as (
       insert into task_counter as known (task_id, slot, update_time, denials, denial_times)
       select $3, ${OTHER_CHANGES_SLOT}, $2, ${COUNTED_DENIALS('$2')} from (select $7::text as reason) denied
       on conflict (task_id, slot) do update set ${ADDED_DENIALS}
     )
     insert into denial (phone_key, at, task_id, contact_id, phone_number, until, reason, detail)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [phoneNumber, at, taskId, contactId, phoneNumber, until, reason, detail],
  )
}

/** Gives a task a flow, also one that is published. */
export async function setFlow(app: TestApp, taskId: string, flow: Flow): Promise<void> {
  await app.rows(
    `with added as (insert into call_flow (id, document) values ($2, $3) returning id)
     update task set flow_id = (select id from added) where id = $1`,
    [taskId, newId(), flow],
  )
}
