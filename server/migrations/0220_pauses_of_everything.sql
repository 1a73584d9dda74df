-- == tasks ==

-- A task counts as changed since if its update time is another one.
create table paused_task (
  pause_id uuid not null,
  task_id uuid not null references task (id) on delete cascade,
  pause_time timestamptz not null,
  actor text not null,
  primary key (pause_id, task_id)
);
comment on table paused_task is 'Which tasks were paused together, so that exactly these can be resumed together. Rows go with their task.';
create index paused_task_of_task on paused_task (task_id, pause_time);
