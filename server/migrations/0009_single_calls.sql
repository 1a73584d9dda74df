-- Test calls and calls that record an audio are live calls without a task, like all others: the same row, the same claim of the
-- number, the same record. They have the task 00000000-0000-0000-0000-000000000000 and are their own contact. `request`: who asked
-- for the call, for what, with which fields; null for calls of tasks. A call that no node has claimed yet has the node 0000….
-- A column that is null takes no room in a row.
alter table live_call add column request jsonb;
alter table call add column request jsonb;
-- Has only calls without a task, so those of tasks cost nothing.
create index live_call_single on live_call (start_time) where task_id = '00000000-0000-0000-0000-000000000000';

insert into call (id, task_id, contact_id, data_source_id, phone_number, phone_key, round, attempt, outcome, cause, start_time,
  end_time, talk_ms, event_seq, result, request)
select t.id, '00000000-0000-0000-0000-000000000000', t.id, '00000000-0000-0000-0000-000000000000', t.phone_number, t.phone_key, 1, 1,
  case t.cause when 'answered' then 1 when 'no_answer' then 3 else 2 end, coalesce(t.cause, 'lost'), t.create_time,
  coalesce(t.end_time, t.create_time), 0, 0, t.result,
  jsonb_strip_nulls(jsonb_build_object(
    'purpose', case when a.id is null then 'test' else 'audio' end, 'taskId', t.task_id, 'actor', coalesce(a.actor, ''),
    'fields', t.fields, 'reason', t.reason
  ))
from test_call t left join phone_audio a on a.id = t.id;
drop table test_call;

alter table permission_settings
  -- Numbers, as they are compared, to which do-not-call lists and budgets do not apply when they are called without a task.
  add column own_phones text[] not null default '{}',
  -- Where calls may be transferred to besides phone numbers and queues: SIP hosts and contexts of the dialplan.
  add column transfer_hosts text[] not null default '{}',
  add column transfer_contexts text[] not null default '{}';
