-- == contacts ==

-- No task calls a contact before call_time, from call_until on, or while it is withdrawn. The claim reads them with the contact, so lists
-- without times cost no lookup more.
alter table contact
  add column call_time timestamptz,
  add column call_until timestamptz,
  add column withdraw_time timestamptz,
  add constraint contact_call_times check (call_time < call_until);
-- An export asks whether any contact of the list has a time.
create index contact_with_times on contact (data_source_id)
  where call_time is not null or call_until is not null or withdraw_time is not null;

-- Custom fields with these names keep their texts under another name.
update contact c set fields = c.fields - array['callTime', 'callUntil', 'withdrawTime'] || jsonb_strip_nulls(jsonb_build_object(
  'callTimeText', c.fields -> 'callTime', 'callUntilText', c.fields -> 'callUntil', 'withdrawTimeText', c.fields -> 'withdrawTime'))
from data_source s
where s.id = c.data_source_id and s.field_names && array['callTime', 'callUntil', 'withdrawTime']
  and c.fields ?| array['callTime', 'callUntil', 'withdrawTime'];
update data_source set
  field_names = array(
    select case when name in ('callTime', 'callUntil', 'withdrawTime') then name || 'Text' else name end
    from unnest(field_names) with ordinality as given (name, n) order by n
  ),
  name_field = case when name_field in ('callTime', 'callUntil', 'withdrawTime') then name_field || 'Text' else name_field end
where field_names && array['callTime', 'callUntil', 'withdrawTime'];

-- == tasks ==

-- A task that has met its goal completes although contacts wait; those are ended in steps, like the contacts of a stopped task.
update task set is_drained = true where status = 4;
drop index task_to_clear;
create index task_to_clear on task (id) where status in (3, 4, 6) and not is_drained;
