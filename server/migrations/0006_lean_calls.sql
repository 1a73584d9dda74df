-- Fewer index entries a call: what a call costs is mostly what its rows add to indexes.

-- The number finds a live call, so its id needs no index. `is_first`: the task has no dial row for the contact yet.
alter table live_call
  drop constraint live_call_id_unique,
  add column is_first boolean not null default false;

-- A task has one list, so a position is as good a name for a contact as its id, and exports read in its order.
alter table dial drop constraint dial_pkey;
drop index dial_position;
alter table dial add primary key (task_id, position);

-- One index finds a task's calls by time, with what they are filtered by, and a call by what names it. The position
-- leads from a deleted contact's calls to its dial.
alter table call add column position bigint;
update call set position = d.position from dial d where d.task_id = call.task_id and d.contact_id = call.contact_id;
alter table call drop constraint call_pkey;
drop index call_task;
alter table call add primary key (task_id, start_time, id) include (outcome, cause);
