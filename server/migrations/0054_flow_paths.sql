-- == flows ==

-- The flow of a published task is a version of it. Other flows, of drafts, test calls and trunks, have none of this.
alter table call_flow
  add column task_id uuid,
  add column version integer check (version > 0),
  add column actor text,
  add column version_time timestamptz,
  add constraint call_flow_version_whole check (num_nulls(task_id, version, actor, version_time) in (0, 4));
create unique index call_flow_version on call_flow (task_id, version) where task_id is not null;

update call_flow f set task_id = t.id, version = 1, version_time = t.start_time, actor = coalesce(
    (select actor from audit where task_id = t.id and operation = 'publish' order by id limit 1), ''
  )
from task t
where t.flow_id = f.id and t.start_time is not null;

-- The ways of a path: one from the start ('') to its first step, and one from each step to the next, or to the end (''). What was keyed in is told
-- apart if it is a single key. A path that was forgotten has only its start, which leads nowhere.
create function flow_ways(path jsonb, out from_step text, out exit text, out to_step text) returns setof record
language sql immutable as $$
  select '', '', coalesce(path -> 0 ->> 0, '')
  union all
  select step ->> 0, case when step ->> 2 like 'keys:__%' then 'keys' else coalesce(step ->> 2, '') end,
    coalesce(path -> place::integer ->> 0, '')
  from jsonb_array_elements(path) with ordinality as taken (step, place)
$$;

-- == calls ==

-- Not written by settlements: a job follows the sequence of events, and moves `flow_cursor` in the transaction that adds to the sums.
create table flow_sum (
  task_id uuid not null,
  version integer not null,
  quarter timestamptz not null,
  from_step text not null,
  exit text not null,
  to_step text not null,
  calls integer not null,
  primary key (task_id, version, quarter, from_step, exit, to_step)
);
comment on table flow_sum is 'How many calls of a task took a way through its flow, from step to step, by version and quarter of an hour.';

-- == permission ==

-- Calls below this number of the sequence of events are in flow_sum.
alter table permission_settings add column flow_cursor bigint not null default 0;
update permission_settings set flow_cursor = (select last_value from event_seq);
