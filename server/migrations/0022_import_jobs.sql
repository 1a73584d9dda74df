-- Imports that run in the background, batch by batch.

-- `read_rows` is the position: each batch is one transaction that writes its contacts and its failures and moves it. A node
-- works on a job while it holds the lease; the lease is by the clock of the database, and only decides who tries: a batch
-- counts only if the position is still where it was when the batch began.
create table import_job (
  id uuid primary key,
  data_source_id uuid not null,
  status text not null check (status in ('uploaded', 'running', 'completed', 'failed', 'canceled')),
  actor text not null,
  file_name text not null,
  file_size bigint not null,
  -- SHA-256, in hexadecimal digits.
  file_digest text not null,
  -- Of a CSV file, as named or found.
  encoding text,
  -- The titles and first rows of the file. Removed when the job ends, like the file itself.
  preview jsonb,
  -- What the columns are, and what happens to duplicates; null before the start.
  settings jsonb,
  -- Data rows in the file; null until it has been read once from end to end.
  total_rows integer,
  read_rows integer not null default 0,
  added_count integer not null default 0,
  updated_count integer not null default 0,
  fail_count integer not null default 0,
  error jsonb,
  lease_owner uuid,
  lease_until timestamptz,
  -- Times that a node took the job since the last batch.
  attempts smallint not null default 0,
  create_time timestamptz not null,
  start_time timestamptz,
  end_time timestamptz,
  check (read_rows = added_count + updated_count + fail_count),
  check ((end_time is not null) = (status in ('completed', 'failed', 'canceled')))
);
create index import_job_newest on import_job (create_time desc, id desc);
create index import_job_of_data_source on import_job (data_source_id, create_time desc, id desc);
create index import_job_open on import_job (start_time) where status in ('uploaded', 'running');

-- The uploaded file, in pieces. In the database, because every node must be able to read it.
create table import_piece (
  job_id uuid not null references import_job on delete cascade,
  piece integer not null,
  bytes bytea not null,
  primary key (job_id, piece)
);
-- Workbooks are compressed already, and compressing text would cost more than it saves.
alter table import_piece alter column bytes set storage external;

create table import_failure (
  job_id uuid not null references import_job on delete cascade,
  row_number integer not null,
  column_title text,
  value text not null,
  code text not null,
  params jsonb not null,
  message text not null,
  primary key (job_id, row_number)
);
