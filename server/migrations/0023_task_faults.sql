-- == dialer ==

-- What the circuit breaker knows about a task: how many contacts were refused in a row and for how long, as one node counts it; and how long the
-- task wanted to dial while no node could. Nodes add the time that has passed for them, so a clock that jumps adds none.
alter table task_progress
  alter column cursor set default 0,
  alter column started_count set default 0,
  add column refused_contacts integer not null default 0,
  add column refused_ms bigint not null default 0,
  add column refused_node_id uuid,
  add column down_ms bigint not null default 0,
  -- Of the last fault; null: there is none.
  add column fault_cause text;
comment on table task_progress is 'How far a task has read its list, how many of its calls were claimed, and what the circuit breaker knows about it.';
insert into task_progress (task_id, refused_contacts, refused_ms, refused_node_id, down_ms, fault_cause)
select task_id, refused_contacts, refused_ms, refused_node_id, down_ms, cause from task_fault
on conflict (task_id) do update set refused_contacts = excluded.refused_contacts, refused_ms = excluded.refused_ms,
  refused_node_id = excluded.refused_node_id, down_ms = excluded.down_ms, fault_cause = excluded.fault_cause;
drop table task_fault;
-- Has only tasks with faults, so a claim changes no index.
create index task_progress_faulty on task_progress (task_id) where fault_cause is not null;

drop function task_progress_now(uuid);
-- The row of a task; zeros before the first claim.
create function task_progress_now(of_task uuid) returns table (cursor bigint, started_count bigint, has_faults boolean)
language sql stable as $$
  select coalesce(max(cursor), 0), coalesce(max(started_count), 0), coalesce(bool_or(fault_cause is not null), false)
  from task_progress where task_id = of_task
$$;
