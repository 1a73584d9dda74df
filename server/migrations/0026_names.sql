-- == tasks ==

-- Nobody waits for a call of the task any more, and no call is live that could be released.
alter table task rename column has_no_waiting to is_drained;
