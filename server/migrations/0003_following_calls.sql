-- Reading what the dialer did: lists of calls, and the events that follow it.

-- A task's calls by time, newest or oldest first; with what they are filtered by, so that counting and skipping
-- never touch the calls themselves.
drop index call_task;
create index call_task on call (task_id, start_time, id) include (outcome, cause);

-- Whoever follows the trail reads on from a transaction. So few lines are written that an exact index costs nothing.
create index task_audit_followed on task_audit (xact, id);
