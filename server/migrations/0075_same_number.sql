-- == contacts ==

-- A number whose country is not known is the international number of the same digits, or another one: nobody can say. So both count as one
-- wherever a call could be one too many. Keys that have a plus are found by those that have none, and the other way round: each lookup asks
-- an index twice, and nothing that is stored depends on it.
create function same_number(phone_key text) returns text[]
language sql immutable as $$
  select array[phone_key, case when left(phone_key, 1) = '+' then substr(phone_key, 2) else '+' || phone_key end]
$$;

-- == do-not-call ==

-- The list that forbids a number for a task; no row if none does.
create or replace function do_not_call_list_with(number text, of_task_lists uuid[], at timestamptz) returns table (list_id uuid)
language sql stable as $$
  select e.list_id from do_not_call_entry e
  where e.phone_key = any(same_number(number)) and e.remove_time is null and (e.expire_time is null or e.expire_time > at)
    and (e.list_id = any(of_task_lists) or (select l.is_global from do_not_call_list l where l.id = e.list_id))
  limit 1
$$;
