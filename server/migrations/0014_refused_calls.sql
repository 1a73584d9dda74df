-- Calls that were never placed, or that the gateway failed to handle, and who is responsible for that.

-- How many calls to the contact were refused in a row, why the last one was, and the cause of the contact's last call.
alter table dial
  add column refusals smallint not null default 0,
  add column refusal text,
  add column cause text;
-- The same count for the settlement of the call, which then needs no look at the dial.
alter table live_call add column refusals smallint not null default 0;

-- What the circuit breaker knows of a task: how many of its contacts were refused in a row and how long the row lasts, as one
-- node counts it, and how long the task wanted to dial while no node could. Nodes add the time that has passed for
-- them, so that a clock that jumps adds none.
drop table task_fault;
create table task_fault (
  task_id uuid primary key,
  refused_contacts integer not null default 0,
  refused_ms bigint not null default 0,
  refused_node_id uuid,
  down_ms bigint not null default 0,
  cause text not null
);

-- The gateway works but asks this node to wait, in its words.
alter table dialer_node add column gateway_busy text;
