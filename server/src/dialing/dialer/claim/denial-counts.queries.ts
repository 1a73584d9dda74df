// How often a task was denied calls, by reason: arrays of task_counter in the order of DENIAL_REASONS, changed by claims only.
import { DENIAL_REASONS } from '../../../campaigns/permission/decide.ts'
import { OTHER_CHANGES_SLOT } from '../../../campaigns/tasks/counter-slots.ts'

const places = (expression: (reason: string, place: number) => string) =>
  `array[${DENIAL_REASONS.map((reason, index) => expression(reason, index + 1)).join(', ')}]`

/** The denials of rows that have a `reason`, or null, as `denials` and `denial_times` of task_counter. `at`: when they were decided. */
export const COUNTED_DENIALS = (at: string) =>
  `${places((reason) => `count(*) filter (where reason = '${reason}')`)},
     ${places((reason) => `case when count(*) filter (where reason = '${reason}') > 0 then ${at}::timestamptz end`)}`

/** For `on conflict do update` of the row `known` of task_counter. */
export const ADDED_DENIALS = `denials = ${places(
  (_, place) => `coalesce(known.denials[${place}], 0) + coalesce(excluded.denials[${place}], 0)`,
)},
     denial_times = ${places((_, place) => `coalesce(excluded.denial_times[${place}], known.denial_times[${place}])`)}`

/** The counted denials of the rows of task_counter that meet a condition, by reason. */
export const denialsCounted = (condition: string) =>
  `select reason, sum(decisions)::bigint as decisions, max(last_time) as last_time
   from task_counter cross join lateral unnest(
     array['${DENIAL_REASONS.join("', '")}'], denials, denial_times
   ) as counted (reason, decisions, last_time)
   where slot = ${OTHER_CHANGES_SLOT} and denials is not null and decisions > 0 and ${condition}
   group by reason`
