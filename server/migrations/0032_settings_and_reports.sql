-- == permission ==

-- What came of the nightly backups, as backup.queries.ts has it. `series` is in the names of the files, so that services that share a
-- folder delete only their own.
alter table permission_settings
  add column backups jsonb not null default jsonb_build_object('series', left(gen_random_uuid()::text, 8));
update permission_settings set backups = to_jsonb(backup) - 'is_only' from backup;
drop table backup;
comment on table permission_settings is 'Which numbers may be called at all, and how often; and the other settings and states of the service: one row.';

-- == agents ==

-- What waited is sent again by its agent: the request was not answered.
drop table agent_word;
drop table used_signature;

-- A report that a voice agent has signed counts once: the row stays until the signature is not valid any more. `report` is there until the
-- node that has the call takes it. Reports about a call that arrive within a second are merged into the row of the first.
create table agent_report (
  id uuid primary key,
  signature text not null unique,
  until timestamptz not null,
  call_id uuid,
  report jsonb
);
comment on table agent_report is 'What a voice agent has said about its call, on the way to the node that has the call, and its signature.';
create index agent_report_waiting on agent_report (id) where report is not null;
create index agent_report_until on agent_report (until);
