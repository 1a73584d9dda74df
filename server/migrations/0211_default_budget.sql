-- == permission ==

-- In any 24 hours, of a task that is published with real calls while neither it nor the service has a budget: it gets this one. Null: it gets none. A
-- new installation has one from its first start on.
alter table service add column default_attempts_per_day smallint check (default_attempts_per_day between 1 and 1000);
