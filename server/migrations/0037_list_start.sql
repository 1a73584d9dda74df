-- == tasks ==

-- Up to this position, only contacts that have a dial are on the list: a task that continues another one has a dial for each contact
-- that remains of those which the other had read, and reads the list on from there. 0 otherwise.
alter table task add column list_start bigint not null default 0;
-- Until now, such a task had a dial for every contact.
update task set list_start = list_end where continues_task_id is not null;
alter table task add constraint task_list_start check (list_start = 0 or continues_task_id is not null);
