// Decides about every contact of a task as a claim would at a given time, and counts the answers. A long list is read in batches
// that are spread over it, so that whatever was read when the time is up stands for the rest.

import { type CallingHours, isAlwaysOpen } from '../../campaigns/permission/calling-hours.ts'
import {
  type Denial,
  type DenialByHours,
  decideAt,
  inServiceHours,
  TOO_LATE,
} from '../../campaigns/permission/decide.ts'
import { destinationRules } from '../../campaigns/permission/destinations.ts'
import {
  hasSeveralClocks,
  isPlaceUnknown,
  type RecipientPlace,
  type RecipientZones,
} from '../../campaigns/permission/recipient-zones.ts'
import { limitsOf, type RulesRow, usedLimits } from '../../campaigns/permission/rules.queries.ts'
import { hasUndisclosedAgent } from '../../conversations/flows/check/announcements.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import type { ZoneOffsets } from '../../platform/kernel/timestamps.ts'
import type { Database } from '../../platform/storage/database.ts'
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
  /** How many contacts may be called at the time of the survey. */
  free: number
  skipped: Map<string, number>
  waiting: Map<string, WaitTally>
  /** Of those that may be called at some time: the hours are those of the called person, and nobody can say where that is. */
  countryUnknown: number
  /** The called person may be where clocks differ. */
  severalZones: number
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
  /** No phone would ring. */
  isSimulated: boolean
  hours: CallingHours
  /** The hours hold where the called person is; otherwise on this clock. */
  isByRecipient: boolean
  serviceZone: ZoneOffsets
  /** When the decisions would be made; undefined: the hours never open. */
  at: Date | undefined
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

function readBatch({ db, clock, task, rules, at, isByRecipient }: SurveyOptions, batch: number) {
  return readPreviewContacts(db, [
    task.id,
    batch * BATCH_POSITIONS,
    Math.min((batch + 1) * BATCH_POSITIONS, task.list_end),
    at ?? clock.now(),
    ...limitsOf(rules),
    isByRecipient,
  ])
}

function createCounting({
  task,
  rules,
  zones,
  clock,
  at,
  hours,
  isByRecipient,
  serviceZone,
  isSimulated,
}: SurveyOptions) {
  const decide = decideAt({ destinations: destinationRules(rules), zones }, at ?? clock.now())
  const recipientHours = isByRecipient ? hours : undefined
  const mindsPlace = isByRecipient && !isAlwaysOpen(hours)
  const skipped = new Map<string, number>()
  const waiting = new Map<string, WaitTally>()
  const places = new Map<RecipientPlace, number>()
  let [checked, done, free, countryUnknown, severalZones] = [0, 0, 0, 0, 0]
  const hasUndisclosed = hasUndisclosedAgent(task.flow)
  const isSplit = remembered((place) => hasSeveralClocks(place, at ?? clock.now()))

  /** A claim decides only while the hours of the task are open: whoever waits does so until they are, and then it may be too late. */
  function inTaskHours(denial: Denial | undefined, callUntil: Date | null): DenialByHours | undefined {
    if (isByRecipient) return denial
    const waiting = inServiceHours(denial, hours, serviceZone, at ?? clock.now())
    if (waiting?.kind === 'never') return waiting
    return callUntil && callUntil <= (waiting?.until ?? at ?? callUntil) ? TOO_LATE : waiting
  }

  function add(row: PreviewContactRow): void {
    checked += 1
    if (row.is_done) {
      done += 1
      return
    }
    const facts = {
      phoneKey: row.phone_key,
      isSimulated,
      timeZone: row.time_zone,
      callTime: row.call_time,
      callUntil: row.call_until,
      isWithdrawn: row.is_withdrawn,
      doNotCallListId: row.do_not_call_list_id,
      missingConsent: row.missing_consent,
      hasUndisclosedAgent: hasUndisclosed,
      ...usedLimits(row),
    }
    const denial = inTaskHours(decide(facts, recipientHours), row.call_until)
    if (denial?.kind === 'never') {
      skipped.set(denial.reason, (skipped.get(denial.reason) ?? 0) + 1)
      return
    }
    if (recipientHours) {
      const place = zones.of(row.phone_key, row.time_zone ?? undefined)
      places.set(place, (places.get(place) ?? 0) + 1)
      if (mindsPlace && isPlaceUnknown(place)) countryUnknown += 1
      if (mindsPlace && isSplit(place)) severalZones += 1
    }
    if (denial) noteWait(waiting, denial.reason, denial.until)
    else free += 1
  }

  return {
    add,
    result: (isPartial: boolean): Survey => {
      const [[place] = []] = [...places].sort(([, a], [, b]) => b - a)
      return { checked, done, free, skipped, waiting, countryUnknown, severalZones, place, isPartial }
    },
  }
}

function remembered(answer: (place: RecipientPlace) => boolean): (place: RecipientPlace) => boolean {
  const known = new Map<RecipientPlace, boolean>()
  return (place) => {
    const result = known.get(place) ?? answer(place)
    known.set(place, result)
    return result
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
