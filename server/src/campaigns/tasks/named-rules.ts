// The calendars, do-not-call lists, trunks and audio that a task or its flow names: they exist, and stay while the task is written.
import { holdAudios } from '../../conversations/audio/audio.queries.ts'
import type { Flow } from '../../conversations/flows/flow.ts'
import { audioIn, listsIn } from '../../conversations/flows/steps/steps.ts'
import { holdLists } from '../../lists/do-not-call/do-not-call.queries.ts'
import { namesUnknown } from '../../platform/kernel/errors.ts'
import { isId } from '../../platform/kernel/ids.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import { holdTrunks } from '../../telephony/trunks/trunks.queries.ts'
import { holdCalendars } from '../permission/calendars/calendars.queries.ts'

interface Named {
  calendarIds?: string[]
  doNotCallListIds?: string[]
  trunkIds?: string[]
  flow?: Flow | null
}

/** Runs the change in a transaction that keeps what it names from being deleted. Without such names it needs none of its own. */
export async function withNamed<Result>(
  db: Database,
  { calendarIds = [], doNotCallListIds = [], trunkIds = [], flow }: Named,
  change: (on: Queryable) => Promise<Result>,
  needsTransaction = false,
): Promise<Result> {
  const named = calendarIds.length + doNotCallListIds.length + trunkIds.length
  const namesNothing = named === 0 && flow === undefined
  if (namesNothing && !needsTransaction) return change(db)
  const listsOfFlow = listsIn(flow)
  const audioOfFlow = audioIn(flow)
  const work = async (tx: Queryable) => {
    const calendars = await holdCalendars(tx, [calendarIds.filter(isId)])
    refuseUnknown('calendarIds', 'calendar', calendarIds, calendars)
    const lists = await holdLists(tx, [[...doNotCallListIds, ...listsOfFlow].filter(isId)])
    refuseUnknown('doNotCallListIds', 'do-not-call list', doNotCallListIds, lists)
    if (trunkIds.length > 0)
      refuseUnknown('trunkIds', 'trunk', trunkIds, await holdTrunks(tx, [trunkIds.filter(isId)]))
    refuseUnknown('flow', 'do-not-call list', listsOfFlow, lists)
    refuseUnknown('flow', 'audio', audioOfFlow, await holdAudios(tx, [audioOfFlow.filter(isId)]))
    return change(tx)
  }
  // A continuation locks a task and then its data source; a deletion of contacts does it the other way round.
  return db.transaction(work, { retry: true })
}

function refuseUnknown(field: string, what: string, named: string[], found: { id: string }[]): void {
  const known = new Set(found.map((row) => row.id))
  const unknown = named.find((id) => !known.has(id))
  if (unknown !== undefined) throw namesUnknown(field, what, unknown)
}
