-- == retention ==

-- A task or a data source that was deleted: its row is gone at once, and what belongs to it goes in steps. The row here is gone when all of that is.
create table deletion (
  id uuid primary key,
  what text not null check (what in ('task', 'dataSource')),
  create_time timestamptz not null,
  -- Rows that are gone.
  rows bigint not null default 0
);
comment on table deletion is 'A task or a data source that was deleted, until all that belonged to it is gone.';
