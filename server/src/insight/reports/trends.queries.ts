// What was counted in the steps of a period, for the leading figures of the console. Each statement reads an index by time, so
// it costs what happened in the period, not what was ever recorded.
import { SUM_OF_ANSWERED } from '../../dialing/dialer/settle/call-sums.queries.ts'
import { IS_INBOUND } from '../../platform/kernel/call-direction.ts'
import { sql } from '../../platform/storage/sql.ts'

export interface StepRow {
  /** Counted from the begin of the period. */
  step: number
  count: number
}

/** From and before, the length of a step in seconds, and what it is about. */
type StepValues = [from: Date, to: Date, stepSeconds: number, of: string | null]

/** A step without a row has nothing. */
function countSteps(name: string, { time, count, from }: { time: string; count: string; from: string }) {
  return sql<StepRow, StepValues>(
    name,
    `select floor(extract(epoch from ${time} - $1::timestamptz) / $3::int)::int as step, ${count}::bigint as count
     from ${from} and ${time} >= $1 and ${time} < $2
     group by 1 order by 1`,
  )
}

const ANSWERED = { time: 'call_sum.minute', count: SUM_OF_ANSWERED }

export const countAnswered = countSteps('count_answered_steps', {
  ...ANSWERED,
  from: 'call_sum where $4::uuid is null',
})

/** Each task of the data source is found by its own index entries. */
export const countAnsweredOfDataSource = countSteps('count_answered_steps_of_data_source', {
  ...ANSWERED,
  from: 'task join call_sum on call_sum.task_id = task.id where task.data_source_id = $4',
})

/** Imported contacts, without those that an undo has deleted again. */
const IMPORTED = { time: 'create_time', count: 'sum(added_count - undone_count)' }

export const countImported = countSteps('count_imported_steps', {
  ...IMPORTED,
  from: 'import_job where $4::uuid is null and data_source_id is not null',
})

export const countImportedIntoDataSource = countSteps('count_imported_steps_of_data_source', {
  ...IMPORTED,
  from: 'import_job where data_source_id = $4',
})

const FORBIDDEN = { time: 'create_time', count: 'count(*)' }

export const countForbidden = countSteps('count_forbidden_steps', {
  ...FORBIDDEN,
  from: 'do_not_call_entry where $4::uuid is null and remove_time is null',
})

export const countForbiddenByList = countSteps('count_forbidden_steps_of_list', {
  ...FORBIDDEN,
  from: 'do_not_call_entry where list_id = $4 and remove_time is null',
})

/** A live call is an attempt. $4: the number as it is compared. */
export const countAttemptsOfNumber = countSteps('count_attempt_steps_of_number', {
  time: 'start_time',
  count: 'count(*)',
  from: `(
      select start_time from call c where phone_key = any(same_number($4)) and not ${IS_INBOUND('c')}
      union all select start_time from live_call l where phone_key = any(same_number($4)) and not ${IS_INBOUND('l')}
    ) attempt where true`,
})
