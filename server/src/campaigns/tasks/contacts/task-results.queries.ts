// What came of the calls of a task, by contact: its last answered call counts. Each stored result is unpacked once.
import { sql } from '../../../platform/storage/sql.ts'

export interface ResultCountRow {
  kind:
    | 'all'
    | 'verdict'
    | 'digits'
    | 'field'
    | 'transfer'
    | 'agent'
    | 'optOut'
    | 'callback'
    | 'recording'
    | 'hungUp'
  /** The gather step or the result field. */
  name: string | null
  value: string | null
  contacts: number
  /** How many different values the step or the field has; those of the rows are the most frequent. */
  distinct_values: number
}

/** $1: task; $2: max number of values of a step or field. */
export const countResults = sql<ResultCountRow, [taskId: string, maxValues: number]>(
  'count_results',
  `with known as materialized (
     select r.* from dial d cross join lateral jsonb_to_record(d.result) as r (
       verdict jsonb, digits jsonb, fields jsonb, transfer jsonb, agent text, "optOut" text, "callbackTime" text, recordings jsonb,
       "hungUp" text
     )
     where d.task_id = $1 and d.result is not null
   ), part as (
     select 'all' as kind, null as name, null as value, count(*) as contacts from known
     union all
     select 'verdict', null, verdict ->> 'is', count(*) from known where verdict is not null group by 3
     union all
     select 'digits', digit.key, digit.value, count(*) from known cross join jsonb_each_text(digits) digit group by 2, 3
     union all
     select 'field', field.key, field.value, count(*) from known cross join jsonb_each_text(fields) field group by 2, 3
     union all
     select 'transfer', null, transfer ->> 'result', count(*) from known where transfer is not null group by 3
     union all
     select 'agent', null, agent, count(*) from known where agent is not null group by 3
     union all
     select 'optOut', null, null, count("optOut") from known
     union all
     select 'callback', null, null, count("callbackTime") from known
     union all
     select 'recording', null, null, count(*) from known where recordings is not null
     union all
     select 'hungUp', null, null, count("hungUp") from known
   ), ranked as (
     select part.*, row_number() over same as rank, count(*) over (partition by kind, name) as distinct_values
     from part window same as (partition by kind, name order by contacts desc, value collate "C")
   )
   select kind, name, value, contacts, distinct_values from ranked where rank <= $2
   order by kind, name, contacts desc, value collate "C"`,
)

/** What a result may be asked for: each is counted by `countResults`. */
export const RESULT_PARTS = [
  ...(['verdict', 'digits', 'field', 'transfer', 'agent'] as const),
  ...(['optOut', 'callback', 'recording', 'hungUp'] as const),
] as const

export interface ResultFilter {
  part: (typeof RESULT_PARTS)[number]
  /** The gather step or the result field. */
  name?: string | undefined
  value?: string | undefined
}

/** Of dial `d`: whether there is anything, and which value it has. They agree with what `countResults` counts. */
const partOf: Record<ResultFilter['part'], { isThere: string; value?: string }> = {
  verdict: { isThere: "d.result ? 'verdict'", value: "d.result -> 'verdict' ->> 'is'" },
  digits: { isThere: "d.result ? 'digits'" },
  field: { isThere: "d.result ? 'fields'" },
  transfer: { isThere: "d.result ? 'transfer'", value: "d.result -> 'transfer' ->> 'result'" },
  agent: { isThere: "d.result ? 'agent'", value: "d.result ->> 'agent'" },
  optOut: { isThere: "d.result ? 'optOut'" },
  callback: { isThere: "d.result ? 'callbackTime'" },
  recording: { isThere: "d.result ? 'recordings'" },
  hungUp: { isThere: "d.result ? 'hungUp'" },
}

/** The conditions and the values of their parameters, which begin with number `parameter`. */
export function conditionsOfResult(
  { part, name, value }: ResultFilter,
  parameter: number,
): { conditions: string[]; values: string[] } {
  const { isThere, value: single } = partOf[part]
  const named =
    part === 'digits' ? "d.result -> 'digits'" : part === 'field' ? "d.result -> 'fields'" : undefined
  if (named !== undefined && name !== undefined)
    return value === undefined
      ? { conditions: [`${named} ? $${parameter}::text`], values: [name] }
      : { conditions: [`${named} ->> $${parameter}::text = $${parameter + 1}`], values: [name, value] }
  return single !== undefined && value !== undefined
    ? { conditions: [`${single} = $${parameter}`], values: [value] }
    : { conditions: [isThere], values: [] }
}

/** The names of gather steps and result fields that contacts of the task have. $1: task; $2: max number of each. */
export const findResultNames = sql<
  { kind: 'digits' | 'fields'; name: string },
  [taskId: string, max: number]
>(
  'find_result_names',
  `with known as materialized (
     select r.* from dial d cross join lateral jsonb_to_record(d.result) as r (digits jsonb, fields jsonb)
     where d.task_id = $1 and d.result is not null
   )
   (select distinct 'digits' as kind, name from known cross join jsonb_object_keys(digits) name order by name limit $2)
   union all
   (select distinct 'fields', name from known cross join jsonb_object_keys(fields) name order by name limit $2)`,
)
