-- == own-phones ==

create table own_phone (
  id uuid primary key,
  name text not null,
  -- In SIP; the name of its endpoint as well.
  username text not null constraint own_phone_username_unique unique,
  -- A column of its own, so that a backup without secrets leaves it out.
  password text,
  -- Of a phone in a browser, which is there for one visit.
  expire_time timestamptz,
  create_time timestamptz not null
);
create unique index own_phone_name_unique on own_phone (name) where expire_time is null;
comment on table own_phone is 'A phone that registers with the Asterisk of Carillon, for test calls: a SIP app, or a browser for a while.';
