// A block covers 256 consecutive positions of a data source. It has the numbers without separators, each followed by a comma
// (a deleted contact leaves only the comma), and how many of the contacts still exist. Searches read the numbers, pages by
// number add up the counts. Writers hold the data source's row lock.
import { sql } from '../../platform/storage/sql.ts'

export const BLOCK_POSITIONS = 256

/** The numbers $3 of the positions after $2. The first may complete a block that exists. */
export const appendToBlocks = sql<never>(
  'append_to_blocks',
  `insert into contact_block as stored (data_source_id, block, numbers, contact_count)
   select $1, ($2::bigint + n - 1) / ${BLOCK_POSITIONS}, string_agg(number || ',', '' order by n), count(nullif(number, ''))
   from unnest($3::text[]) with ordinality as given (number, n)
   group by 2
   on conflict (data_source_id, block) do update
   set numbers = stored.numbers || excluded.numbers, contact_count = stored.contact_count + excluded.contact_count`,
)

/** Empties the positions $2 of deleted contacts. */
export const emptyInBlocks = sql<never, [dataSourceId: string, positions: number[]]>(
  'empty_in_blocks',
  `update contact_block b
   set contact_count = b.contact_count - cardinality(gone.places), numbers = (
     select string_agg(case when place = any(gone.places) then '' else number end, ',' order by place)
     from unnest(string_to_array(b.numbers, ',')) with ordinality as stored (number, place)
   )
   from (
     select (position - 1) / ${BLOCK_POSITIONS} as block, array_agg(mod(position - 1, ${BLOCK_POSITIONS}) + 1) as places
     from unnest($2::bigint[]) as given (position)
     group by 1
   ) gone
   where b.data_source_id = $1 and b.block = gone.block`,
)

/** Replaces the number at position $2. */
export const replaceInBlock = sql<never>(
  'replace_in_block',
  `update contact_block
   set numbers = (
     select array_to_string(stored[:n] || $3::text || stored[n + 2:], ',')
     from string_to_array(numbers, ',') as stored, mod($2::bigint - 1, ${BLOCK_POSITIONS}) as n
   )
   where data_source_id = $1 and block = ($2::bigint - 1) / ${BLOCK_POSITIONS}`,
)

/** The newest blocks below block $2 with a number that contains $3, at most $4 of them. */
export const findBlocks = sql<{ block: number; numbers: string }>(
  'find_blocks',
  `select block, numbers from contact_block
   where data_source_id = $1 and block < $2 and strpos(numbers, $3) > 0
   order by block desc
   limit $4`,
)

/**
 * SQL for a set of positions, in no order, as bytes: see `fromBytes`. `source` is a query with a position. A row for each position, or
 * grouping them, takes PostgreSQL more than twice as long. Four bytes are enough: the count of contacts has no more.
 */
export function positionBytes(source: string): string {
  return `select string_agg(int4send(position::int4), null) as positions from (${source}) found`
}

/** SQL for the number of contacts after one position and up to another. Only the blocks at the two ends are counted. */
export function countContacts(dataSourceId: string, after: string, upTo: string): string {
  const firstBlock = `(${after} / ${BLOCK_POSITIONS})`
  const lastBlock = `((${upTo} - 1) / ${BLOCK_POSITIONS})`
  const inContacts = (condition: string) =>
    `(select count(*) from contact where data_source_id = ${dataSourceId} and ${condition})`
  return `(
    ${inContacts(`position > ${after} and position <= least(${upTo}, (${firstBlock} + 1) * ${BLOCK_POSITIONS})`)}
    + case when ${firstBlock} < ${lastBlock} then
        ${inContacts(`position > ${lastBlock} * ${BLOCK_POSITIONS} and position <= ${upTo}`)}
        + coalesce((
            select sum(contact_count) from contact_block
            where data_source_id = ${dataSourceId} and block > ${firstBlock} and block < ${lastBlock}
          ), 0)
      else 0 end
  )::bigint`
}
