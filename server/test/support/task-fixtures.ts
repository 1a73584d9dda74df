// Tasks in every state, and what a dialer leaves behind: rows written straight to the database.

import type { Recall } from '../../src/campaigns/tasks/recall/recall.ts'
import type { TestApp } from './test-app.ts'

export const STATES = ['DRAFT', 'RUNNING', 'PAUSED', 'STOPPED', 'COMPLETED', 'FAILED', 'CLOSED'] as const
export type StateName = (typeof STATES)[number]

const operationsTo: Record<StateName, string[]> = {
  DRAFT: [],
  RUNNING: ['publish'],
  PAUSED: ['publish', 'pause'],
  STOPPED: ['publish', 'stop'],
  COMPLETED: ['publish'],
  FAILED: ['publish'],
  CLOSED: ['close'],
}

/** By the operations that lead there; only a dialer completes or fails a task. */
export async function moveTo(app: TestApp, taskId: string, state: StateName): Promise<void> {
  for (const operation of operationsTo[state]) {
    const answer = await app.post(`/api/task/${operation}`, { id: taskId })
    if (answer.status !== 200) throw new Error(answer.body.message)
  }
  if (state === 'COMPLETED') await complete(app, taskId)
  if (state === 'FAILED') await fail(app, taskId, 'no route to the gateway')
}

export async function complete(app: TestApp, taskId: string): Promise<void> {
  await app.rows(
    `update task t set status = 4, end_time = now(), contact_count = coalesce(t.contact_count, s.contact_count + t.kept_count),
       list_end = coalesce(t.list_end, s.last_position)
     from data_source s where t.id = $1 and s.id = t.data_source_id`,
    [taskId],
  )
}

export async function fail(app: TestApp, taskId: string, reason: string): Promise<void> {
  await app.rows('update task set status = 5, fail_reason = $2 where id = $1', [taskId, reason])
}

export interface Counters {
  success?: number
  fail?: number
  noAnswer?: number
  talkMs?: number
  at?: string
  slot?: number
}

export async function count(app: TestApp, taskId: string, counters: Counters): Promise<void> {
  const {
    success = 0,
    fail = 0,
    noAnswer = 0,
    talkMs = 0,
    at = new Date().toISOString(),
    slot = 0,
  } = counters
  await app.rows(
    `insert into task_counter (task_id, slot, call_count, success_count, fail_count, no_answer_count, talk_ms, update_time,
       answered_count)
     values ($1, $2, $3::int + $4::int + $5::int, $3, $4, $5, $6, $7, $3)`,
    [taskId, slot, success, fail, noAnswer, talkMs, at],
  )
}

export type DialState = 'success' | 'failed' | 'waiting' | 'in flight'

/** What settling a call writes: the task has dialed the contact, with this result so far. */
export async function dial(app: TestApp, taskId: string, contactId: string, state: DialState): Promise<void> {
  const outcome = { success: 1, failed: 2, waiting: null, 'in flight': null }[state]
  await app.rows(
    `insert into dial (task_id, contact_id, position, phone_number, attempts, priority, due_at, outcome, calls, update_time)
     select $1, id, position, phone_number, 2, 3, $4, $3, 1, now() - interval '1 year' from contact where id = $2`,
    [taskId, contactId, outcome, state === 'waiting' ? new Date() : null],
  )
}

/** What a claim writes for a contact that may never be called, and was not called by this task. */
export async function skip(app: TestApp, taskId: string, contactId: string, reason: string): Promise<void> {
  await app.rows(
    `with counted as (
       insert into task_counter as counter (task_id, slot, skipped_contacts, update_time) values ($1, 0, 1, now())
       on conflict (task_id, slot) do update set skipped_contacts = counter.skipped_contacts + 1
     )
     insert into dial (task_id, contact_id, position, phone_number, priority, outcome, cause, update_time)
     select $1, id, position, phone_number, 3, 3, $3, now() from contact where id = $2`,
    [taskId, contactId, reason],
  )
}

export interface DialRow {
  contact_id: string
  outcome: number | null
  attempts: number
  round: number
  priority: number
  due_at: Date | null
}

export function dialRows(app: TestApp, taskId: string): Promise<DialRow[]> {
  return app.rows(
    'select contact_id, outcome, attempts, round, priority, due_at from dial where task_id = $1 order by position',
    [taskId],
  )
}

/** Ids of a data source's contacts, oldest first. */
export async function contactIdsOf(app: TestApp, dataSourceId: string): Promise<string[]> {
  const rows = await app.rows<{ id: string }>(
    'select id from contact where data_source_id = $1 order by position',
    [dataSourceId],
  )
  return rows.map((row) => row.id)
}

/** Reads a recall's answer to the end. */
export async function idsOf({ contactIds }: Recall): Promise<string[]> {
  const ids: string[] = []
  for await (const some of contactIds) ids.push(...some)
  return ids
}
