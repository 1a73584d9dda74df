-- == permission ==

-- The calls that were about a case: a debt, an order. Written in the claim, only for tasks that name the field which says the case. A row is a
-- call of a budget if `call` has it; one of a call that was never placed counts nothing. Forgotten when no budget can look back so far.
create table case_call (
  -- A hash: what the field says is in the contact alone.
  case_key bytea not null,
  start_time timestamptz not null,
  call_id uuid not null,
  task_id uuid not null,
  contact_id uuid not null,
  primary key (case_key, start_time, call_id)
);
comment on table case_call is 'The calls of the last 32 days that were about a case, which is a field of the contact that the task names.';
create index case_call_age on case_call (start_time, call_id);

-- Of a contact with these fields: a hash of the field's name and value. Without a value the number is the case, in either spelling.
create function case_of(field text, fields jsonb, number text) returns bytea
language sql immutable as $$
  select sha256(convert_to(field || E'\n' || coalesce(nullif(fields ->> field, ''), ltrim(number, '+')), 'UTF8'))
$$;

-- == tasks ==

-- The windows of a setting that are counted by number (`per` is null) or in another way.
create function windows_in(setting jsonb, of_per text, name text) returns integer[]
language sql immutable as $$
  select coalesce(array_agg((each ->> name)::integer order by place), '{}')
  from jsonb_array_elements(setting) with ordinality as given (each, place)
  where each ->> 'per' is not distinct from of_per
$$;
alter table task
  drop column budget_attempts, drop column budget_days,
  add column budget_attempts integer[] not null generated always as (windows_in(settings -> 'budgets', null, 'attempts')) stored,
  add column budget_days integer[] not null generated always as (windows_in(settings -> 'budgets', null, 'days')) stored,
  add column case_field text generated always as (settings ->> 'caseField') stored,
  add column case_attempts integer[] not null generated always as (windows_in(settings -> 'budgets', 'case', 'attempts')) stored,
  add column case_days integer[] not null generated always as (windows_in(settings -> 'budgets', 'case', 'days')) stored,
  add column case_quiet_days smallint generated always as ((settings ->> 'caseQuietDays')::smallint) stored,
  add constraint task_case_field_named check (case_field is not null or (case_days = '{}' and case_quiet_days is null));
drop function numbers_in;
