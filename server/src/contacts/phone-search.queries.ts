// What a search for part of a number reads: the numbers themselves, packed in blocks, and which runs of
// symbols are in which blocks.
import { sql } from '../storage/sql.ts'
import { ENTRY_BYTES, ROW_BYTES } from './phone-runs.ts'

/** Blocks that are there already grow: their last slots were still free. */
export const appendToBlocks = sql<never>(
  'append_to_phone_blocks',
  `insert into contact_phone_block as stored (data_source_id, block, numbers, has_repeats)
   select $1, block, numbers, has_repeats
   from unnest($2::bigint[], $3::text[], $4::boolean[]) as given (block, numbers, has_repeats)
   on conflict (data_source_id, block) do update
   set numbers = stored.numbers || excluded.numbers, has_repeats = stored.has_repeats or excluded.has_repeats`,
)

/** Another number in slot $3 of the block, or none. */
export const replaceInBlock = sql<never>(
  'replace_in_phone_block',
  `update contact_phone_block
   set has_repeats = has_repeats or $5, numbers = (
     select string_agg(case slot when $3 then $4 else digits end, ',' order by slot)
     from string_to_table(numbers, ',') with ordinality as slots (digits, slot)
   )
   where data_source_id = $1 and block = $2`,
)

/** Rows of runs that are about to change; whoever changes them holds the data source's lock. */
export const findRuns = sql<{ head: number; runs: Buffer }>(
  'find_phone_runs',
  'select head, runs from contact_phone_run where data_source_id = $1 and segment = $2 and head = any($3::smallint[])',
)

/** The rows come as one piece, which crosses the wire as it is. */
export const storeRuns = sql<never>(
  'store_phone_runs',
  `insert into contact_phone_run (data_source_id, segment, head, runs)
   select $1, $2, head, substring($4::bytea from ((n - 1) * ${ROW_BYTES} + 1)::int for ${ROW_BYTES})
   from unnest($3::smallint[]) with ordinality as given (head, n)
   on conflict (data_source_id, head, segment) do update set runs = excluded.runs`,
)

/** The entries of some runs in every segment that has them, newest segment first. */
export const findEntries = sql<{ segment: number; entry: Buffer }>(
  'find_phone_entries',
  `select stored.segment, stored.entry
   from unnest($2::smallint[], $3::int[]) as given (head, at)
   cross join lateral (
     select segment, substring(runs from given.at + 1 for ${ENTRY_BYTES}) as entry
     from contact_phone_run
     where data_source_id = $1 and head = given.head
   ) stored
   order by stored.segment desc`,
)

/**
 * How many numbers of each block contain the needle. What taking the needle out leaves tells how often it is there;
 * a number that has it twice would count twice, so blocks where that may be are looked at number by number.
 * `offset 0` keeps the planner from working `found` out again wherever it is used.
 */
export const countInBlocks = sql<{ block: number; hits: number }>(
  'count_in_phone_blocks',
  `select block, case when has_repeats and found > 1
     then (select count(*) from string_to_table(numbers, ',') as digits where strpos(digits, $3) > 0)
     else found
   end as hits
   from (
     select block, numbers, has_repeats,
       (octet_length(numbers) - octet_length(replace(numbers, $3, ''))) / octet_length($3) as found
     from contact_phone_block
     where data_source_id = $1 and block = any($2::bigint[])
     offset 0
   ) counted
   where found > 0
   order by block desc`,
)

export const readBlocks = sql<{ block: number; numbers: string }>(
  'read_phone_blocks',
  `select block, numbers from contact_phone_block
   where data_source_id = $1 and block = any($2::bigint[])
   order by block desc`,
)
