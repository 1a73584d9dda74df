-- == backup ==

create table backup (
  is_only boolean primary key default true check (is_only),
  -- In the names of the files, so that services that share a folder delete only their own.
  series text not null default left(gen_random_uuid()::text, 8),
  -- When the last one was begun.
  try_time timestamptz,
  -- Of the last one that was written: the moment whose state it has.
  good_time timestamptz,
  good_file text,
  good_bytes bigint,
  -- Of the last one that failed.
  fail_time timestamptz,
  failure text
);
comment on table backup is 'What came of the nightly backups: one row.';
insert into backup default values;
