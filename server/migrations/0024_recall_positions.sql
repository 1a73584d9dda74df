-- == tasks ==

-- A recall is one row. `positions` has the contacts in the order of the list, eight bytes each: a step reads its part of them without the rest,
-- which it could not do with an array. `done`: how many of them the steps have come past; `held`: those among them that other
-- transactions had locked, which are tried again. When the recall is over, `task_id` is null; the row stays until the caller has read
-- the answer.
alter table recall
  alter column task_id drop not null,
  add column decide_time timestamptz not null default now(),
  add column positions bytea not null default '',
  add column done integer not null default 0,
  add column held bigint[] not null default '{}';
-- Not compressed, so that a part of it can be read.
alter table recall alter column positions set storage external;
comment on table recall is 'A recall that is being carried out, or whose answer is being read; a task has at most one.';
update recall set positions = known.positions
from (
  select recall_id, string_agg(int8send(position), ''::bytea order by part, place) as positions
  from recall_part cross join unnest(positions) with ordinality as given (position, place)
  group by recall_id
) known
where id = known.recall_id;
drop table recall_part;

-- The positions in a part of recall.positions.
create function positions_in(part bytea) returns setof bigint
language sql immutable as $$
  select ('x' || encode(substr(part, n * 8 + 1, 8), 'hex'))::bit(64)::bigint from generate_series(0, length(part) / 8 - 1) n
$$;
