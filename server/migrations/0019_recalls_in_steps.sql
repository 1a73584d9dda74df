-- A recall is decided in one transaction, which writes down whom it concerns, and carried out in steps, each a statement of
-- its own that holds a few hundred contacts for milliseconds. Whoever decided it carries it out; should that node die,
-- a dialing node finishes it: it sees that `steps` stands still. The row is there until nothing is left to do, so a task
-- has one recall at a time.
create table recall (
  id uuid primary key,
  task_id uuid not null constraint recall_task_unique unique,
  priority smallint not null check (priority between 1 and 5),
  steps bigint not null default 0
);

-- Contacts of a recall, in the order of the list. `contact_ids` is the answer to the caller; `positions` are those still
-- to be recalled. The row stays until the caller has it.
create table recall_part (
  recall_id uuid not null,
  part integer not null,
  positions bigint[] not null,
  contact_ids uuid[] not null,
  decide_time timestamptz not null,
  primary key (recall_id, part)
) with (fillfactor = 50);
create index recall_part_open on recall_part (recall_id, part) where positions <> '{}';
