-- == dialer ==

-- A call says who asked for it exactly if it has no task. New rows are checked at once; those that exist, by the next migration, which keeps nobody
-- from writing meanwhile.
alter table live_call add constraint live_call_of_task_or_request
  check ((task_id = '00000000-0000-0000-0000-000000000000') = (request is not null)) not valid;
alter table call add constraint call_of_task_or_request
  check ((task_id = '00000000-0000-0000-0000-000000000000') = (request is not null)) not valid;
