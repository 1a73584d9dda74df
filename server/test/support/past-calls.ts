// Sums of calls in past weeks, without their records: enough for demos of reports and charts.

import pg from 'pg'
import { addSums, sumsOf } from '../../src/dialing/dialer/settle/call-sums.queries.ts'
import { type Connection, toClientConfig } from '../../src/platform/storage/connection.ts'

interface PastCalls {
  /** The first ones get the most calls. */
  taskIds: string[]
  days: number
  /** On a weekday at most; fewer at weekends. */
  callsPerDay: number
  lines: number
  /** Of the service: calls are made from 9 to 21 there. */
  timeZone: string
}

/** Calls up to five minutes ago. People answer most often before lunch and after work. */
const MAKE_CALLS = `
  with minute as (
    select at, extract(hour from at at time zone $4)::int as hour,
      extract(isodow from at at time zone $4)::int as weekday
    from generate_series(date_trunc('minute', now()) - make_interval(days => $2), now() - interval '5 minutes', '1 minute') at
  ), busy as (
    select at, hour, weekday,
      (array[0.55,0.85,1,0.9,0.45,0.6,0.85,0.9,0.95,1,0.9,0.55])[hour - 8] * case when weekday > 5 then 0.35 else 1 end as load
    from minute where hour between 9 and 20
  ), call as (
    select at + random() * interval '1 minute' as end_time, hour, random() as luck, random() as turn, random() as length,
      random() as pick
    from busy cross join lateral generate_series(1, floor(load * $3 / 560.0 + random())::int)
  ), judged as (
    select *, 1 + floor(turn * turn * turn * 3)::smallint as attempt,
      (array[.34,.41,.46,.42,.27,.3,.36,.39,.44,.52,.55,.43])[hour - 8] as chance from call
  )
  select ($1::uuid[])[1 + floor(pick * pick * cardinality($1::uuid[]))] as task_id, end_time, attempt,
    case when luck < chance then 1 when luck < chance + 0.33 then 3 else 2 end::smallint as outcome,
    case when luck < chance * 0.94 then 'answered' when luck < chance then 'callback' when luck < chance + 0.26 then 'no_answer'
      when luck < chance + 0.3 then 'switched_off' when luck < chance + 0.33 then 'unreachable' when luck < chance + 0.42 then 'busy'
      when luck < 0.95 then 'rejected' when luck < 0.985 then 'invalid_number' else 'congestion' end as cause,
    case when luck < chance then end_time - interval '1 second' end as answer_time,
    case when luck < chance then (4 + 150 * length * length) * 1000 else 0 end::int as talk_ms
  from judged`

const ADD_LINES = `
  insert into line_sample (minute, in_use, max_lines)
  select date_trunc('minute', end_time), least($1::int, (count(*) * 2.4 + random() * 6)::int), $1
  from past_call group by 1
  on conflict do nothing`

const ADD_IMPORTS = `
  insert into import_job (id, data_source_id, status, actor, file_name, file_size, file_digest, reading, total_rows, read_rows,
    added_count, create_time, start_time, end_time)
  select gen_random_uuid(), $1, 'completed', 'crm', 'orders of ' || to_char(at, 'YYYY-MM-DD') || '.csv', rows * 60, '', '{}', rows,
    rows, rows, at, at, at + interval '2 seconds'
  from (
    select now() - make_interval(days => day) as at, (array[212, 264, 238, 301, 287, 96, 74])[1 + day % 7] + 13 - day as rows
    from generate_series(1, 13) day
  ) made`

/** A file a day, for two weeks: only in the history of imports. */
export async function addPastImports(connection: Connection, dataSourceId: string): Promise<void> {
  const client = new pg.Client(toClientConfig(connection))
  await client.connect()
  try {
    await client.query(ADD_IMPORTS, [dataSourceId])
  } finally {
    await client.end()
  }
}

export async function addPastCalls(connection: Connection, past: PastCalls): Promise<void> {
  const client = new pg.Client(toClientConfig(connection))
  await client.connect()
  try {
    await client.query('select setseed(0.5)')
    const { rows } = await client.query(MAKE_CALLS, [
      past.taskIds,
      past.days,
      past.callsPerDay,
      past.timeZone,
    ])
    await client.query(
      `create temp table past_call (task_id uuid, end_time timestamptz, attempt smallint, outcome smallint, cause text,
         answer_time timestamptz, talk_ms integer)`,
    )
    await client.query('insert into past_call select * from jsonb_populate_recordset(null::past_call, $1)', [
      JSON.stringify(rows),
    ])
    await client.query(addSums(`(${sumsOf('past_call')}) past`, '0'))
    await client.query(ADD_LINES, [past.lines])
  } finally {
    await client.end()
  }
}
