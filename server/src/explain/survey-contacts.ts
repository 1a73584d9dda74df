// Decides about every contact of a task as a claim would at a given time, and counts the answers. A long list is read in batches
// that are spread over it, so that whatever was read when the time is up stands for the rest.
import type { Clock } from '../kernel/clock.ts'
import type { CallingHours } from '../permission/calling-hours.ts'
import { decideAt } from '../permission/decide.ts'
import { destinationRules } from '../permission/destinations.ts'
import type { RecipientPlace, RecipientZones } from '../permission/recipient-zones.ts'
import type { RulesRow } from '../permission/rules.queries.ts'
import type { Database } from '../storage/database.ts'
import type { PreviewContactRow, PreviewTaskRow } from './preview/preview.queries.ts'
import { readPreviewContacts } from './preview/preview.queries.ts'

export interface WaitTally {
  contacts: number
  first: Date
  last: Date
}

export interface Survey {
  checked: number
  done: number
  /** They may be called at the time of the survey. */
  free: number
  skipped: Map<string, number>
  waiting: Map<string, WaitTally>
  /** Where most of those are that may be called at some time. */
  place: RecipientPlace | undefined
  /** Not all contacts were read in time. */
  isPartial: boolean
}

interface SurveyOptions {
  db: Database
  clock: Clock
  zones: RecipientZones
  task: PreviewTaskRow
  rules: RulesRow
  /** If they hold where the called person is. */
  recipientHours: CallingHours | undefined
  /** When the decisions would be made. */
  at: Date
}

/** A statement for so many takes about 20 ms. */
const BATCH_POSITIONS = 4096
export const MAX_SURVEY_MS = 5000

export async function surveyContacts(options: SurveyOptions): Promise<Survey> {
  const { clock, task } = options
  const startMs = clock.elapsedMs()
  const counting = createCounting(options)
  for (const batch of spread(Math.ceil(task.list_end / BATCH_POSITIONS))) {
    if (clock.elapsedMs() - startMs >= MAX_SURVEY_MS) return counting.result(true)
    for (const row of await readBatch(options, batch)) counting.add(row)
  }
  return counting.result(false)
}

function readBatch({ db, task, rules, at, recipientHours }: SurveyOptions, batch: number) {
  return readPreviewContacts(db, [
    task.id,
    batch * BATCH_POSITIONS,
    Math.min((batch + 1) * BATCH_POSITIONS, task.list_end),
    at,
    rules.attempts_per_day,
    rules.attempts_per_month,
    recipientHours !== undefined,
  ])
}

function createCounting({ rules, zones, at, recipientHours }: SurveyOptions) {
  const decide = decideAt({ destinations: destinationRules(rules), zones }, at)
  const skipped = new Map<string, number>()
  const waiting = new Map<string, WaitTally>()
  const places = new Map<RecipientPlace, number>()
  let [checked, done, free] = [0, 0, 0]

  function add(row: PreviewContactRow): void {
    checked += 1
    if (row.is_done) {
      done += 1
      return
    }
    const facts = {
      phoneKey: row.phone_key,
      timeZone: row.time_zone,
      callTime: row.call_time,
      callUntil: row.call_until,
      isWithdrawn: row.is_withdrawn,
      doNotCallListId: row.do_not_call_list_id,
      dayFullSince: row.day_full_since,
      monthFullSince: row.month_full_since,
    }
    const denial = decide(facts, recipientHours)
    if (denial?.kind === 'never') {
      skipped.set(denial.reason, (skipped.get(denial.reason) ?? 0) + 1)
      return
    }
    if (recipientHours) {
      const place = zones.of(row.phone_key, row.time_zone ?? undefined)
      places.set(place, (places.get(place) ?? 0) + 1)
    }
    if (denial) noteWait(waiting, denial.reason, denial.until)
    else free += 1
  }

  return {
    add,
    result: (isPartial: boolean): Survey => {
      const [[place] = []] = [...places].sort(([, a], [, b]) => b - a)
      return { checked, done, free, skipped, waiting, place, isPartial }
    },
  }
}

function noteWait(waiting: Map<string, WaitTally>, reason: string, until: Date): void {
  const known = waiting.get(reason)
  waiting.set(reason, {
    contacts: (known?.contacts ?? 0) + 1,
    first: known && known.first < until ? known.first : until,
    last: known && known.last > until ? known.last : until,
  })
}

/** Every number from 0 up to `count` once, each far from the one before. */
function* spread(count: number): Generator<number> {
  let step = Math.max(1, Math.round(count * 0.618))
  while (greatestDivisor(step, count) > 1) step += 1
  for (let index = 0; index < count; index += 1) yield (index * step) % count
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b)
}
