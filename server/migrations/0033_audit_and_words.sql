-- == audit ==

-- Changes of tasks and of all else in one table. Those of tasks are events too, so they alone have `event_seq` and `change_xact`.
alter table task_audit
  alter column task_id drop not null,
  alter column status drop not null,
  alter column event_seq drop not null,
  alter column change_xact drop not null,
  add column subject_id uuid,
  add column subject_name text,
  add constraint audit_of_task check (num_nulls(task_id, status, event_seq, change_xact) in (0, 4));
insert into task_audit (id, at, actor, operation, subject_id, subject_name, changes, event_seq, change_xact)
overriding system value
select last.id + audit.id, at, actor, operation, subject_id, subject_name, changes, null, null
from audit, (select coalesce(max(id), 0) as id from task_audit) last;
drop table audit;
alter table task_audit rename to audit;
alter sequence task_audit_id_seq rename to audit_id_seq;
select setval('audit_id_seq', max(id)) from audit having count(*) > 0;
alter index task_audit_pkey rename to audit_pkey;
alter index task_audit_newest rename to audit_of_task_newest;
alter index task_audit_followed rename to audit_followed;
alter index task_audit_changed rename to audit_changed;
create index audit_of_service on audit (id) where task_id is null;
comment on table audit is 'A change of a task, setting, list, calendar, audio, data source or token: who made it, when and why.';

-- == recordings ==

alter table recording rename column is_on_exchange to is_on_switch;

-- == do-not-call ==

comment on table do_not_call_list is 'A named list of numbers that may not be called, by all tasks or by those that name it.';
comment on table do_not_call_entry is 'A number that may not be called, or that was removed from its list: proof of what held before.';

-- == permission ==

comment on table calendar is 'Holidays: days on which nobody is called, by all tasks or by those that name the calendar.';
comment on table denial is 'A decision that a contact may not be called, now or ever.';
