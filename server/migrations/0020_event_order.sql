-- The order of events, independent of every transaction that writes none.
--
-- Events (ended calls, changes of tasks) were ordered by transaction id, and a reader had to stop at the oldest open
-- transaction of the whole PostgreSQL server, whatever it did and in whichever database. Now a transaction that writes events
-- takes a number, and until it ends an advisory lock says that this number, or a lower one, may still appear.

alter table call rename column xact to event_seq;
alter table task_audit rename column xact to event_seq;

create sequence event_seq;
select setval('event_seq', greatest(
  1,
  coalesce((select max(event_seq) from call), 1),
  coalesce((select max(event_seq) from task_audit), 1)
));

-- The number of this transaction's events. The lock comes first: it holds the last number given out before, so this
-- transaction's own is certainly higher. One number and one lock a transaction, however many events it writes.
create function next_event_seq() returns bigint language plpgsql volatile as $$
declare
  known text := nullif(current_setting('carillon.event_seq', true), '');
  taken bigint;
begin
  if known is not null then
    return known::bigint;
  end if;
  perform pg_advisory_xact_lock_shared(1667331692, (last_value & 2147483647)::integer) from event_seq;
  taken := nextval('event_seq');
  perform set_config('carillon.event_seq', taken::text, true);
  return taken;
end
$$;

-- How far events can be read: all below `complete_before` are committed or never will be. `next_seq` is the number after the
-- last one given out. The last number is read before the locks: a transaction that took its number earlier and is not
-- among the locks has ended, and whoever reads its events afterwards sees them.
create function event_horizon(out complete_before bigint, out next_seq bigint) language plpgsql volatile as $$
declare
  last_given bigint := (select last_value from event_seq);
begin
  next_seq := last_given + 1;
  -- A lock knows the lower 31 bits of its number. One that was taken since has a higher number than the last one read, and
  -- is not waited for.
  select least(next_seq, min(case when held.age < 1073741824 then last_given - held.age + 1 end)) into complete_before
  from (
    select (last_given - objid::bigint) & 2147483647 as age
    from pg_locks
    where locktype = 'advisory' and classid = 1667331692 and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())
  ) held;
end
$$;

alter table call alter column event_seq set default next_event_seq();
alter table task_audit alter column event_seq set default next_event_seq();
