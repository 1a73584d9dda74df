-- == tasks ==

-- Every open console asks for the tasks that completed without a call in the last day.
create index task_completed on task (end_time) where status = 4;
