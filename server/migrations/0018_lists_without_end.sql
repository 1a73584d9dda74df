-- A list without an end has the contacts of its data source and, beside them, those that were deleted from it after they were
-- dialed: these are counted here. So adding contacts to a data source touches no task, and a task can change its state
-- while contacts are being added. `contact_count` and `list_end` are set together, once the list has an end.
alter table task add column kept_count integer not null default 0 check (kept_count >= 0);
update task t set kept_count = greatest(t.contact_count - s.contact_count, 0), contact_count = null
  from data_source s
  where s.id = t.data_source_id and t.list_end is null and t.contact_count is not null;
alter table task add constraint task_list_end_counted check ((contact_count is null) = (list_end is null));
