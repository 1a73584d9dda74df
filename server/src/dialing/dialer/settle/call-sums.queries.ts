// The sums of each minute, for charts and reports. A settlement adds its calls to them. After a day, minutes are merged into quarters of
// an hour. Counts by cause, attempt and talk time are arrays, so that a batch of calls changes one row per task. The elements of an array are
// in the order of the lists below, which may only be appended to.

import { ANSWERED_ENDINGS, endingOfCause } from '../../../conversations/flows/call-ending.ts'
import { CALL_CAUSES, CallOutcome, callCauses, outcomeOfCause } from '../../../platform/kernel/call-causes.ts'
import { sql } from '../../../platform/storage/sql.ts'
import { quarterOf } from '../../../platform/storage/sum-bucket.ts'
import type { CallCause } from '../../../platform/words/calls.ts'

/** In the order of `call_sum.causes`. */
export const SUMMED_CAUSES = CALL_CAUSES.toSorted((a, b) => callCauses[a].place - callCauses[b].place)

/** No task allows more attempts; `call_sum.attempts` has a place for each. */
export const MAX_ATTEMPTS = 10

/** Where the second and each later place of `call_sum.talk_times` begins. */
export const TALK_BOUNDS_SECONDS = [5, 10, 20, 30, 60, 120, 300, 600] as const

const numbersTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)
const ATTEMPTS = numbersTo(MAX_ATTEMPTS)
const TALK_TIMES = numbersTo(TALK_BOUNDS_SECONDS.length + 1)

/** The arrays of call_sum and how many places each has. */
export const SUM_ARRAYS = {
  causes: SUMMED_CAUSES.length,
  attempts: ATTEMPTS.length,
  attempt_successes: ATTEMPTS.length,
  talk_times: TALK_TIMES.length,
} as const

/** Of rows that stand for `calls` calls each. */
export const countWhere = (condition: string) => `coalesce(sum(calls) filter (where ${condition}), 0)::int`
const counted = (conditions: string[]) => `array[${conditions.map(countWhere).join(', ')}]`

const countOf = (isMeant: (cause: CallCause) => boolean) =>
  SUMMED_CAUSES.flatMap((cause, index) => (isMeant(cause) ? [`causes[${index + 1}]`] : [])).join(' + ')

const sumOf = (value: string) => `coalesce(sum(${value}), 0)::bigint`

/** Columns of task_counter that follow from the causes of the calls, with their sum over rows that have `causes`. */
const CAUSE_SUMS = [
  { column: 'success_count', isMeant: (cause: CallCause) => outcomeOfCause(cause) === CallOutcome.success },
  { column: 'fail_count', isMeant: (cause: CallCause) => outcomeOfCause(cause) === CallOutcome.fail },
  {
    column: 'no_answer_count',
    isMeant: (cause: CallCause) => outcomeOfCause(cause) === CallOutcome.noAnswer,
  },
  { column: 'unsuccessful_count', isMeant: (cause: CallCause) => endingOfCause(cause) === 'unsuccessful' },
  { column: 'machine_count', isMeant: (cause: CallCause) => endingOfCause(cause) === 'machine' },
  { column: 'not_answered_count', isMeant: (cause: CallCause) => endingOfCause(cause) === 'notAnswered' },
].map(({ column, isMeant }) => ({ column, sum: sumOf(countOf(isMeant)) }))

/** What task_counter has of calls, each with its sum over rows of call_sum. */
export const COUNTER_SUMS = [
  ...['call_count', 'answered_count', 'talk_ms'].map((column) => ({ column, sum: sumOf(column) })),
  ...CAUSE_SUMS,
]
export const COUNTER_COLUMNS = COUNTER_SUMS.map(({ column }) => column)

const isAttempt = (attempt: number) => `attempt ${attempt === MAX_ATTEMPTS ? '>=' : '='} ${attempt}`
const isSuccess = `outcome = ${CallOutcome.success}`

const talkPlace = `width_bucket(talk_ms, array[${TALK_BOUNDS_SECONDS.map((seconds) => seconds * 1000).join(', ')}]) + 1`

/**
 * The sums of the calls in `source`, which has the columns of `call`, for each task and minute. Calls that count alike are counted
 * first: some fifty sums over each call would cost it a tenth of its settlement. `more`: another column in which calls that count
 * alike agree, and sums over it.
 */
export const sumsOf = (source: string, more = { alike: 'null', sums: 'null' }) =>
  `select task_id, minute, sum(calls)::int as call_count, sum(answered)::int as answered_count,
     ${countWhere(isSuccess)} as success_count, sum(talk_ms)::bigint as talk_ms,
     ${counted(SUMMED_CAUSES.map((cause) => `cause = '${cause}'`))} as causes,
     ${counted(ATTEMPTS.map(isAttempt))} as attempts,
     ${counted(ATTEMPTS.map((attempt) => `${isSuccess} and ${isAttempt(attempt)}`))} as attempt_successes,
     ${counted(TALK_TIMES.map((place) => `talk_place = ${place}`))} as talk_times, ${more.sums}
   from (
     select task_id, date_trunc('minute', end_time) as minute, outcome, cause, attempt,
       case when answer_time is not null then ${talkPlace} end as talk_place, ${more.alike},
       count(*) as calls, count(answer_time) as answered, sum(talk_ms) as talk_ms, max(end_time) as end_time
     from ${source}
     group by 1, 2, 3, 4, 5, 6, 7
   ) alike
   group by task_id, minute`

/** For `on conflict do update`: adds the new values to those of the row `known`. */
export const addedTo = (columns: readonly string[]) =>
  columns.map((column) => `${column} = known.${column} + excluded.${column}`).join(', ')

const COUNTS = ['call_count', 'answered_count', 'success_count', 'talk_ms']
const COLUMNS = [...COUNTS, ...Object.keys(SUM_ARRAYS)]
const listed = (prefix = '') => COLUMNS.map((column) => prefix + column).join(', ')

const addedPlaces = (array: string, length: number) =>
  numbersTo(length).map(
    (place) => `coalesce(known.${array}[${place}], 0) + coalesce(excluded.${array}[${place}], 0)`,
  )

/** Adds the sums in `source` to those of a counter slot. */
export const addSums = (source: string, slot: string) =>
  `insert into call_sum as known (task_id, minute, slot, ${listed()})
   select task_id, minute, ${slot}, ${listed()} from ${source}
   order by task_id, minute
   on conflict (task_id, minute, slot) do update set
     ${addedTo(COUNTS)},
     ${Object.entries(SUM_ARRAYS)
       .map(([array, length]) => `${array} = array[${addedPlaces(array, length).join(', ')}]`)
       .join(', ')}`

/** Counts the lines that the selected row has as `lines` as free; nothing is done with null or 0. */
export const freeLines = (selected: string, slot: string) =>
  `insert into dialer_slot as known (slot, ended)
   select ${slot}::smallint, lines from (${selected}) freed where lines > 0
   on conflict (slot) do update set ended = known.ended + excluded.ended`

const arrayOfPlaces = (array: string, length: number, at: (place: string) => string) =>
  `array[${numbersTo(length)
    .map((place) => at(`${array}[${place}]`))
    .join(', ')}]`

/** The columns of stored rows, added up. */
export const STORED_SUMS = [
  ...COUNTS.map((column) => `coalesce(sum(${column}), 0)::bigint as ${column}`),
  ...Object.entries(SUM_ARRAYS).map(
    ([array, length]) =>
      `${arrayOfPlaces(array, length, (place) => `coalesce(sum(${place}), 0)::int`)} as ${array}`,
  ),
].join(', ')

/** The stored rows of `source` by the quarter of an hour. */
const quarters = (source: string) =>
  `select ${quarterOf('minute')} as quarter, ${STORED_SUMS} from ${source} group by 1`

/** Of stored rows: the calls that somebody answered, successful or not, but no machine. */
export const SUM_OF_ANSWERED = `sum(${SUMMED_CAUSES.flatMap((cause, index) =>
  ANSWERED_ENDINGS.includes(endingOfCause(cause)) ? [`coalesce(causes[${index + 1}], 0)`] : [],
).join(' + ')})::bigint`

/** Records of calls that ended before may be deleted, so sums are compared with records from then on. */
export const RECORDS_FROM = "coalesce((select horizon from retention where what = 'calls'), '-infinity')"

/**
 * What is missing in the stored sums of a task, by the records of its calls, in quarters of an hour: minutes become quarters after
 * a day.
 */
export const missingSums = (task: string) =>
  `select ${task}::uuid as task_id, quarter as minute,
     ${COUNTS.map((column) => `coalesce(recorded.${column}, 0) - coalesce(stored.${column}, 0) as ${column}`).join(', ')},
     ${Object.entries(SUM_ARRAYS)
       .map(
         ([array, length]) =>
           `${arrayOfPlaces(array, length, (place) => `coalesce(recorded.${place}, 0) - coalesce(stored.${place}, 0)`)} as ${array}`,
       )
       .join(', ')}
   from (${quarters(`(${sumsOf(`call where task_id = ${task}`)}) by_minute`)}) recorded
   full join (${quarters(`call_sum where task_id = ${task}`)}) stored using (quarter)
   where quarter >= ${RECORDS_FROM} and (${listed('recorded.')})
     is distinct from (${listed('stored.')})`

/**
 * Makes quarters of an hour of minutes that are older than $1. $2: max rows. An index knows the rows that are no quarters yet.
 */
export const compactSums = sql<never>(
  'compact_sums',
  `with minutes as (
     delete from call_sum where (task_id, minute, slot) in (
       select task_id, minute, slot from call_sum
       where minute < $1 and minute <> ${quarterOf('minute')} order by minute limit $2
     )
     returning *
   ), quarter_sum as (
     select task_id, ${quarterOf('minute')} as minute, slot, ${STORED_SUMS} from minutes group by 1, 2, 3
   )
   ${addSums('quarter_sum', 'slot')}`,
)
