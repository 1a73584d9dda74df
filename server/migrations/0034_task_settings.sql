-- == tasks ==

-- Only for the columns below, which need immutable functions: times are in UTC, so no setting of the session changes the result.
create function time_in(setting text) returns timestamptz
language sql immutable as $$ select setting::timestamptz $$;
create function ids_in(setting jsonb) returns uuid[]
language sql immutable as $$ select array(select jsonb_array_elements_text(setting)::uuid) $$;

-- The settings of a task are one value, with the names that callers use; server/src/tasks/task-settings.ts lists them. The flow is not among
-- them, because live calls refer to it by its id.
alter table task add column settings jsonb;
update task set settings = jsonb_build_object(
  'priority', priority, 'maxDialCount', max_dial_count, 'callInterval', call_interval_seconds,
  'dailyStartTime', to_char(daily_start, 'HH24:MI'), 'dailyEndTime', to_char(daily_end, 'HH24:MI'),
  'listMode', list_mode, 'windowZone', window_zone, 'weekdays', weekdays,
  'calendarIds', calendar_ids, 'doNotCallListIds', do_not_call_list_ids,
  'scheduledStartTime', to_char(start_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'scheduledEndTime', to_char(end_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'retryRules', retry_rules, 'successWhen', success_when, 'maxAgents', max_agents
);
alter table task
  alter column settings set not null,
  drop column priority, drop column max_dial_count, drop column call_interval_seconds, drop column daily_start, drop column daily_end,
  drop column list_mode, drop column window_zone, drop column weekdays, drop column calendar_ids, drop column do_not_call_list_ids,
  drop column start_at, drop column end_at, drop column retry_rules, drop column success_when, drop column max_agents;

-- What statements filter or sort by, or read for each call. PostgreSQL keeps these equal to the settings.
alter table task
  add column priority smallint not null generated always as ((settings ->> 'priority')::smallint) stored
    check (priority between 1 and 5),
  add column max_dial_count smallint not null generated always as ((settings ->> 'maxDialCount')::smallint) stored
    check (max_dial_count between 1 and 10),
  add column call_interval_seconds integer not null generated always as ((settings ->> 'callInterval')::integer) stored
    check (call_interval_seconds between 0 and 86400),
  add column retry_rules jsonb not null generated always as (settings -> 'retryRules') stored,
  add column list_mode text not null generated always as (settings ->> 'listMode') stored
    check (list_mode in ('snapshot', 'live')),
  add column window_zone text not null generated always as (settings ->> 'windowZone') stored
    check (window_zone in ('service', 'recipient')),
  add column do_not_call_list_ids uuid[] not null generated always as (ids_in(settings -> 'doNotCallListIds')) stored,
  add column end_at timestamptz generated always as (time_in(settings ->> 'scheduledEndTime')) stored;
alter table task
  add constraint task_window_not_empty check (settings ->> 'dailyStartTime' <> settings ->> 'dailyEndTime'),
  add constraint task_schedule_not_empty check (time_in(settings ->> 'scheduledStartTime') < end_at),
  add constraint task_part_fixed check (continues_task_id is null or (list_mode = 'snapshot' and list_end is not null));
create index task_running on task (priority) where status = 1;
create index task_to_end on task (end_at) where end_at is not null and status in (1, 2, 5);

-- == permission ==

-- The holidays of a task that names these calendars in its settings.
drop function holidays_of(uuid[]);
create function holidays_of(named jsonb) returns table (days text[])
language sql stable as $$
  select coalesce(array_agg(distinct day ->> 'date'), '{}')
  from calendar cross join lateral jsonb_array_elements(calendar.days) day
  where is_global or named ? id::text
$$;
