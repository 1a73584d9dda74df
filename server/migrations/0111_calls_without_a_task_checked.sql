-- Reads the table while others write to it.
alter table live_call validate constraint live_call_of_task_or_request;
alter table call validate constraint call_of_task_or_request;
