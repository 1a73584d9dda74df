-- == trunks ==

create table trunk (
  id uuid primary key,
  name text not null constraint trunk_name_unique unique,
  -- By the names of the API, as trunk-settings.ts has them; what is missing has its default.
  settings jsonb not null,
  -- A column of its own, so that a backup without secrets leaves it out.
  password text,
  create_time timestamptz not null,
  update_time timestamptz not null
);
comment on table trunk is 'A way out to the phone network: a SIP account, or an address that accepts our calls.';
