-- == tasks ==

-- Of a copy or continuation: the calls of the task that it was made from were simulated, so publishing it warns that real phones ring now.
alter table task add column was_simulated boolean not null default false;
