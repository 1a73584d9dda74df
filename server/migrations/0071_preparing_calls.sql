-- A call without a task is prepared before it is placed: until then nobody is called, whatever becomes of it.

alter table single_call
  add column is_preparing boolean not null default false,
  add column releases integer not null default 0;
comment on column single_call.is_preparing is 'An attempt has begun, and the gateway was not asked for it yet.';
comment on column single_call.releases is 'Attempts that were given back before they were placed.';
