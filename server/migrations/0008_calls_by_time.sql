-- A contact's calls are found by when they began, which its dials know: a task's calls are in an index by time, and a call
-- needs no entry in a second one.
alter table dial add column call_times timestamptz[] not null default '{}';
update dial d set call_times = known.times
  from (select task_id, position, array_agg(start_time order by start_time) as times from call group by task_id, position) known
  where d.task_id = known.task_id and d.position = known.position;
alter table dial drop column last_call_time;

-- Where a deleted contact was in its list, by which its dials are found: calls outlive their contact.
create table deleted_contact (
  id uuid primary key,
  data_source_id uuid not null,
  position bigint not null
);
insert into deleted_contact
  select distinct contact_id, data_source_id, position from call k
  where position is not null and not exists (select from contact c where c.id = k.contact_id)
  union
  select distinct d.contact_id, t.data_source_id, d.position from dial d join task t on t.id = d.task_id
  where not exists (select from contact c where c.id = d.contact_id);

drop index call_contact;
alter table call drop column position;
