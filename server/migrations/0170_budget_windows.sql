-- == permission ==

-- Budgets of other lengths than a day and 30 days, which have columns of their own that nodes of the release before read: [{"attempts", "days"}].
alter table service add column budgets jsonb not null default '[]';
-- After a call that a person answered, the number is not called for this many days.
alter table service add column quiet_days smallint check (quiet_days between 1 and 31);

-- == tasks ==

-- Of each object in a setting.
create function numbers_in(setting jsonb, name text) returns integer[]
language sql immutable as $$
  select coalesce(array_agg((each ->> name)::integer order by place), '{}')
  from jsonb_array_elements(setting) with ordinality as given (each, place)
$$;
-- Budgets of the task, in addition to those of the service.
alter table task
  add column budget_attempts integer[] not null generated always as (numbers_in(settings -> 'budgets', 'attempts')) stored,
  add column budget_days integer[] not null generated always as (numbers_in(settings -> 'budgets', 'days')) stored,
  add column quiet_days smallint generated always as ((settings ->> 'quietDays')::smallint) stored;
