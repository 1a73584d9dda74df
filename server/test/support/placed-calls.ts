// What the simulated phone network really placed, from its ledger, and what must be true of it.

import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import type { LedgerEntry } from '../../src/telephony/switches/simulator/simulator-ledger.ts'
import type { RunningCommand } from './carillon-process.ts'

/** Of a process that is alive, for the processor. */
const MAX_STANDSTILL_MS = 30_000

export interface PlacedCall {
  attemptId: string
  contactId: string
  taskId: string
  phoneNumber: string
  startMs: number
  endMs: number
  /** Not known if the process was killed during the call. */
  cause: string | undefined
}

/** No attempt is placed twice. `killedMs`: when the network ended with its process. */
export async function readLedger(file: string, killedMs = Number.POSITIVE_INFINITY): Promise<PlacedCall[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const placed = new Map<string, PlacedCall>()
  for (const line of text.split('\n').filter(Boolean)) {
    const entry = JSON.parse(line) as LedgerEntry
    const atMs = Date.parse(entry.time)
    const known = placed.get(entry.attemptId)
    if (entry.event === 'rang') {
      expect(known).toBeUndefined()
      placed.set(entry.attemptId, { ...entry, startMs: atMs, endMs: killedMs, cause: undefined })
    } else if (known && entry.event === 'ended') Object.assign(known, { endMs: atMs, cause: entry.cause })
  }
  return [...placed.values()]
}

/** When a node found out that the others had taken it for dead, as they may on a busy machine. */
export function membershipLossesMs({ stderr }: Pick<RunningCommand, 'stderr'>): number[] {
  return stderr()
    .split('\n')
    .filter((line) => line.includes('lost its membership'))
    .map((line) => new Date((JSON.parse(line) as { time: number | string }).time).getTime())
}

/**
 * The calls of a node, without those that were up when the others took it for dead: its network knows more about these than
 * the records do.
 */
export async function readPlaced(
  node: Pick<RunningCommand, 'stderr'>,
  ledger: string,
): Promise<PlacedCall[]> {
  const losses = membershipLossesMs(node)
  const isCertain = ({ startMs, endMs }: PlacedCall) =>
    !losses.some((atMs) => startMs < atMs && endMs > atMs - MAX_STANDSTILL_MS)
  return (await readLedger(ledger)).filter(isCertain)
}

/** The record of a call. */
export interface CallRow {
  id: string
  attempt: number
  cause: string
}

/** Calls that were placed and are not recorded, or recorded and not placed, or with another end. */
export function disagreements(placed: PlacedCall[], calls: CallRow[]): string[] {
  const recorded = new Map(calls.map((call) => [call.id, call]))
  const known = new Map(placed.map((call) => [call.attemptId, call]))
  return [
    ...placed
      .filter(({ attemptId }) => !recorded.has(attemptId))
      .map((call) => `not recorded: ${call.attemptId}`),
    ...calls
      .filter(({ id, cause }) => known.get(id)?.cause !== cause)
      .map(({ id, cause }) => `recorded as ${cause}, was ${known.get(id)?.cause ?? 'never placed'}: ${id}`),
  ]
}

/** Numbers that had two calls at once. */
export function overlaps(calls: PlacedCall[]): string[] {
  const byNumber = new Map<string, PlacedCall>()
  return [...calls]
    .sort((a, b) => a.startMs - b.startMs)
    .flatMap((call) => {
      const before = byNumber.get(call.phoneNumber)
      byNumber.set(call.phoneNumber, call)
      return before && before.endMs > call.startMs ? [`${call.phoneNumber} was called twice at once`] : []
    })
}

export function mostAtOnce(calls: PlacedCall[]): number {
  const changes = calls
    .flatMap(({ startMs, endMs }) => [
      { atMs: startMs, by: 1 },
      { atMs: endMs, by: -1 },
    ])
    .sort((a, b) => a.atMs - b.atMs || a.by - b.by)
  let up = 0
  return changes.reduce((most, { by }) => {
    up += by
    return Math.max(most, up)
  }, 0)
}

/** From the end of one call to the start of the next, of one contact in one task. */
export function shortestGap(calls: PlacedCall[]): number {
  const ends = new Map<string, number>()
  return [...calls]
    .sort((a, b) => a.startMs - b.startMs)
    .reduce((shortest, { taskId, contactId, startMs, endMs }) => {
      const name = `${taskId} ${contactId}`
      const gap = startMs - (ends.get(name) ?? Number.NEGATIVE_INFINITY)
      ends.set(name, endMs)
      return Math.min(shortest, gap)
    }, Number.POSITIVE_INFINITY)
}

/** Finds tasks whose counters, records and contacts do not agree. */
export const BROKEN_SUMS = `select t.name, t.contact_count, n.*, d.*, k.calls
     from task t
     cross join lateral (
       select sum(call_count) as call_count, sum(success_contacts) as successes, sum(failed_contacts) as failures
       from task_counter where task_id = t.id
     ) n
     cross join lateral (
       select count(*) filter (where outcome = 1) as succeeded, count(*) filter (where outcome = 2) as failed,
         count(*) filter (where outcome is null) as open
       from dial where task_id = t.id
     ) d
     cross join lateral (select count(*) as calls from call where task_id = t.id) k
     where t.contact_count <> d.succeeded + d.failed or d.open > 0 or n.call_count <> k.calls
       or n.successes <> d.succeeded or n.failures <> d.failed
       or exists (select from live_call)`
