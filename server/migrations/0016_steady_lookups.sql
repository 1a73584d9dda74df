-- Newest first, with no second column: PostgreSQL 18 would look an id up in an index that begins with the time, skipping from
-- time to time, after an ANALYZE that found few rows. Rows of the same instant are sorted when they are read.
drop index task_newest;
create index task_newest on task (create_time desc);
drop index data_source_newest;
create index data_source_newest on data_source (create_time desc);

-- Tasks that were stopped for good and in which somebody may still wait for an attempt: there are few at any time, and the
-- dialer looks for them every second. Once set it stays: nothing starts again in such a task.
alter table task add column has_no_waiting boolean not null default false;
update task t set has_no_waiting = true
  where status in (3, 6)
    and not exists (select from dial d where d.task_id = t.id and d.due_at is not null)
    and not exists (select from live_call l where l.task_id = t.id);
create index task_to_clear on task (id) where status in (3, 6) and not has_no_waiting;
