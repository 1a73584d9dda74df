// The sums of a quarter of an hour, for reports: what a settlement adds for its calls. Counts by cause, attempt and talk time
// are arrays, so that a batch of calls changes one row per task. The places in an array have the order of the lists below,
// which may only grow at their ends.

import { ANSWERED_ENDINGS, causesOfEnding, endingOfCause } from '../flows/call-ending.ts'
import { sumBucketOf } from '../storage/sum-bucket.ts'
import { type CallCause, CallOutcome } from './gateway.ts'

const places: Record<CallCause, number> = {
  answered: 1,
  callback: 2,
  machine: 3,
  screening: 4,
  silence: 5,
  unverified: 6,
  agent_failed: 7,
  not_confirmed: 8,
  no_answer: 9,
  unreachable: 10,
  switched_off: 11,
  voicemail: 12,
  busy: 13,
  rejected: 14,
  invalid_number: 15,
  congestion: 16,
  network_error: 17,
  gateway_error: 18,
  lost: 19,
}
/** In the order of `call_sum.causes`. */
export const SUMMED_CAUSES = (Object.keys(places) as CallCause[]).sort((a, b) => places[a] - places[b])

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

const counted = (conditions: string[]) =>
  `array[${conditions.map((condition) => `count(*) filter (where ${condition})`).join(', ')}]::int[]`

/** The columns of EndingColumns that have no outcome of their own, and the condition on `cause` under which a call counts there. */
export const ENDING_CONDITIONS = (
  [
    ['unsuccessful_count', 'unsuccessful'],
    ['machine_count', 'machine'],
    ['not_answered_count', 'notAnswered'],
  ] as const
).map(([column, ending]) => ({
  column,
  isEnding: `cause in (${causesOfEnding(ending)
    .map((cause) => `'${cause}'`)
    .join(', ')})`,
}))
export const ENDING_COLUMNS = ENDING_CONDITIONS.map(({ column }) => column).join(', ')
/** Of the calls of a group. */
export const COUNTED_ENDINGS = ENDING_CONDITIONS.map(
  ({ isEnding }) => `count(*) filter (where ${isEnding})`,
).join(', ')
/** For `on conflict do update`: adds the new counts to those of the row `known`. */
export const ADDED_ENDINGS = ENDING_CONDITIONS.map(
  ({ column }) => `${column} = known.${column} + excluded.${column}`,
).join(', ')

const isAttempt = (attempt: number) => `attempt ${attempt === MAX_ATTEMPTS ? '>=' : '='} ${attempt}`
const isSuccess = `outcome = ${CallOutcome.success}`

const talkPlace = `width_bucket(talk_ms, array[${TALK_BOUNDS_SECONDS.map((seconds) => seconds * 1000).join(', ')}]) + 1`

/** The sums of the calls in `source`, which has the columns of `call`. */
export const sumsOf = (source: string) =>
  `select task_id, bucket, count(*)::int as call_count, count(answer_time)::int as answered_count,
     (count(*) filter (where ${isSuccess}))::int as success_count, sum(talk_ms)::bigint as talk_ms,
     ${counted(SUMMED_CAUSES.map((cause) => `cause = '${cause}'`))} as causes,
     ${counted(ATTEMPTS.map(isAttempt))} as attempts,
     ${counted(ATTEMPTS.map((attempt) => `${isSuccess} and ${isAttempt(attempt)}`))} as attempt_successes,
     ${counted(TALK_TIMES.map((place) => `talk_place = ${place}`))} as talk_times
   from (
     select task_id, ${sumBucketOf('end_time')} as bucket, outcome, cause, attempt, answer_time,
       talk_ms, case when answer_time is not null then ${talkPlace} end as talk_place
     from ${source}
   ) call_to_sum
   group by task_id, bucket`

const COUNTS = ['call_count', 'answered_count', 'success_count', 'talk_ms']
const COLUMNS = [...COUNTS, ...Object.keys(SUM_ARRAYS)]
const listed = (prefix = '') => COLUMNS.map((column) => prefix + column).join(', ')

const addedPlaces = (array: string, length: number) =>
  numbersTo(length).map(
    (place) => `coalesce(known.${array}[${place}], 0) + coalesce(excluded.${array}[${place}], 0)`,
  )

/** Adds the sums that `sums` selects to those of a counter slot. */
export const addSums = (sums: string, slot: string) =>
  `insert into call_sum as known (task_id, bucket, slot, ${listed()})
   select task_id, bucket, ${slot}, ${listed()} from (${sums}) summed
   order by task_id, bucket
   on conflict (task_id, bucket, slot) do update set
     ${COUNTS.map((column) => `${column} = known.${column} + excluded.${column}`).join(', ')},
     ${Object.entries(SUM_ARRAYS)
       .map(([array, length]) => `${array} = array[${addedPlaces(array, length).join(', ')}]`)
       .join(', ')}`

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

/** Of stored rows: the calls that somebody answered, successful or not, but no machine. */
export const SUM_OF_ANSWERED = `sum(${SUMMED_CAUSES.flatMap((cause, index) =>
  ANSWERED_ENDINGS.includes(endingOfCause(cause)) ? [`coalesce(causes[${index + 1}], 0)`] : [],
).join(' + ')})::bigint`

/** What is missing in the stored sums of a task, by the records of its calls. */
export const missingSums = (task: string) =>
  `select ${task}::uuid as task_id, bucket,
     ${COUNTS.map((column) => `coalesce(recorded.${column}, 0) - coalesce(stored.${column}, 0) as ${column}`).join(', ')},
     ${Object.entries(SUM_ARRAYS)
       .map(
         ([array, length]) =>
           `${arrayOfPlaces(array, length, (place) => `coalesce(recorded.${place}, 0) - coalesce(stored.${place}, 0)`)} as ${array}`,
       )
       .join(', ')}
   from (${sumsOf(`call where task_id = ${task}`)}) recorded
   full join (select bucket, ${STORED_SUMS} from call_sum where task_id = ${task} group by bucket) stored using (bucket)
   where (${listed('recorded.')})
     is distinct from (${listed('stored.')})`
