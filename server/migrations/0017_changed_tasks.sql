-- Which transaction changed a task: a claim asks which tasks were changed by transactions that the one before it did not see.
-- Event numbers do not tell that, as they are given out before the change is visible.
alter table task_audit add column change_xact bigint not null default (pg_current_xact_id()::text::bigint);
create index task_audit_changed on task_audit (change_xact, id);
