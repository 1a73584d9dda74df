-- What came of a contact's calls is in its dials. A copy in the contact had to be written by each settlement, which waited when an
-- import or a person changed the contact at the same time.

-- == contacts ==

-- The calls of the contacts behind one position, up to another one, in all tasks, and the status of each in the task that dialed it last:
-- 1 success, 2 failed, 4 waiting for another attempt, null never dialed. A dial that waits for its first call, or has none because the
-- contact may not be called, says nothing.
create function contact_calls_between(of_source uuid, after bigint, up_to bigint)
returns table ("position" bigint, call_count integer, status smallint)
language sql stable as $$
  select d.position, sum(d.calls)::integer, (array_agg(coalesce(d.outcome, 4::smallint) order by d.update_time desc) filter (
    where d.calls > 0 or d.round > 1 and d.due_at is not null or d.outcome = 2
  ))[1]
  from task t join dial d on d.task_id = t.id and d.position > after and d.position <= up_to
  where t.data_source_id = of_source
  group by d.position
$$;

-- The same for one contact, in one row also if no task has dialed it.
create function contact_calls(of_source uuid, of_position bigint) returns table (call_count integer, status smallint)
language sql stable as $$
  select coalesce(max(call_count), 0), max(status) from contact_calls_between(of_source, of_position - 1, of_position)
$$;

alter table contact drop column status, drop column call_count, set (fillfactor = 90);
comment on table contact is 'A phone number in a data source, with its custom fields.';

-- == tasks ==

-- A recall locks no contacts, so none is held for another try.
alter table recall drop column held;
