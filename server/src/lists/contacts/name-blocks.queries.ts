// The display names of a data source in blocks of 256 positions, as they are searched: in lower case, one to a line. A line
// break in a name counts as a space, also in a needle. Writers hold the data source's row lock.
import { sql } from '../../platform/storage/sql.ts'
import { BLOCK_POSITIONS } from './contact-blocks.queries.ts'

export interface NamesOfBlock {
  block: number
  names: string
}

const asSearched = (name: string) => `lower(translate(coalesce(${name}, ''), E'\\n', ' '))`

/** The blocks $2 of a data source, read from its contacts; none if it has no name field. */
const NAMES = `select asked.block, listed.names
   from data_source s
   cross join unnest($2::bigint[]) as asked (block)
   cross join lateral (
     select string_agg(${asSearched('c.fields ->> s.name_field')} || E'\\n', '' order by place.position) as names
     from generate_series(
       asked.block * ${BLOCK_POSITIONS} + 1, least((asked.block + 1) * ${BLOCK_POSITIONS}, s.last_position)
     ) as place (position)
     left join (
       select position, fields from contact
       where data_source_id = $1 and position > asked.block * ${BLOCK_POSITIONS}
         and position <= (asked.block + 1) * ${BLOCK_POSITIONS}
     ) c using (position)
   ) listed
   where s.id = $1 and s.name_field is not null and listed.names is not null`

type Blocks = [dataSourceId: string, blocks: number[]]

export const readNames = sql<NamesOfBlock, Blocks>('read_names', NAMES)

export const writeNames = sql<never, Blocks>(
  'write_names',
  `insert into name_block (data_source_id, block, names)
   select $1, block, names from (${NAMES}) made
   on conflict (data_source_id, block) do update set names = excluded.names`,
)

/** Those of the blocks that are not as they would be written now. */
export const findWrongNames = sql<{ block: number }, Blocks>(
  'find_wrong_names',
  `select made.block
   from (${NAMES}) made
   left join name_block stored on stored.data_source_id = $1 and stored.block = made.block
   where stored.names is distinct from made.names`,
)

/** Blocks that were not written since the data source has its name field. At most $2 of them. */
export const findMissingBlocks = sql<{ block: number }, [dataSourceId: string, limit: number]>(
  'find_missing_names',
  `select place.block
   from data_source s cross join generate_series(0, (s.last_position - 1) / ${BLOCK_POSITIONS}) as place (block)
   where s.id = $1 and s.name_field is not null and s.last_position > 0 and not exists (
     select from name_block stored
     where stored.data_source_id = $1 and stored.block = place.block
   )
   limit $2`,
)

/** Data sources some of whose blocks are missing: a node was stopped while it wrote them anew. */
export const findUnfinishedNames = sql<{ id: string }, []>(
  'find_unfinished_names',
  `select s.id from data_source s
   where s.name_field is not null and s.last_position > 0
     and (select count(*) from name_block b where b.data_source_id = s.id)
       < (s.last_position + ${BLOCK_POSITIONS} - 1) / ${BLOCK_POSITIONS}
   order by s.id`,
)

/** The names of the contacts at positions $2; empty for a contact that was deleted. */
export const replaceNames = sql<never, [dataSourceId: string, positions: number[], names: string[]]>(
  'replace_names',
  `with given as materialized (
     select position, (position - 1) / ${BLOCK_POSITIONS} as block, ${asSearched('name')} as name
     from unnest($2::bigint[], $3::text[]) as given (position, name)
   )
   update name_block b set names = changed.names
   from (
     select stored.block, string_agg(coalesce(given.name, line.name), E'\\n' order by line.n) as names
     from name_block stored
     cross join lateral string_to_table(stored.names, E'\\n') with ordinality as line (name, n)
     -- The last line break is followed by nothing, which is no name.
     left join given on given.position = stored.block * ${BLOCK_POSITIONS} + line.n and given.block = stored.block
     where stored.data_source_id = $1 and stored.block in (select block from given)
     group by stored.block
   ) changed
   where b.data_source_id = $1 and b.block = changed.block`,
)

export const asNeedle = sql<{ needle: string }, [name: string]>(
  'as_needle',
  `select ${asSearched('$1::text')} as needle`,
)

/** The newest blocks below block $2 with a name that contains $3, at most $4 of them. */
export const findNames = sql<
  NamesOfBlock,
  [dataSourceId: string, below: number, needle: string, limit: number]
>(
  'find_names',
  `select block, names from name_block
   where data_source_id = $1 and block < $2 and strpos(names, $3) > 0
   order by block desc
   limit $4`,
)
