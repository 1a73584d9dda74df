-- == people ==

-- Names differ in more than case. The password is a hash with its salt and the parameters of its making; null: the person was invited and has
-- chosen none. `extras`: permissions beside those of the role. `data_source_ids`: what belongs to others does not exist; null: sees all.
create table person (
  id uuid primary key,
  name text not null,
  role text not null check (role in ('monitor', 'viewer', 'operator', 'admin')),
  extras text[] not null,
  data_source_ids uuid[] check (cardinality(data_source_ids) > 0),
  password text,
  create_time timestamptz not null,
  disable_time timestamptz,
  check (role <> 'admin' or data_source_ids is null)
);
create unique index person_name_unique on person (lower(name));
comment on table person is 'Somebody who signs in with a password. Only its hash is stored.';

-- Without references, so that a backup without secrets can leave it out. `proof_time`: when the person last gave the password.
create table session (
  id uuid primary key,
  person_id uuid not null,
  hash bytea not null constraint session_hash_unique unique,
  create_time timestamptz not null,
  used_time timestamptz not null,
  proof_time timestamptz not null,
  address text not null,
  browser text not null
);
create index session_person on session (person_id);
comment on table session is 'A browser that a person has signed in with: only the SHA-256 of its cookie is stored.';

-- One for each person: a new one ends the one before.
create table person_link (
  person_id uuid primary key,
  hash bytea not null constraint person_link_hash_unique unique,
  expire_time timestamptz not null
);
comment on table person_link is 'An invitation, or a link to a new password: good once. Only its SHA-256 is stored.';

-- From these a person is not held up by the wrong passwords of others.
create table person_network (
  person_id uuid not null references person,
  network text not null,
  time timestamptz not null,
  primary key (person_id, network)
);
comment on table person_network is 'A network that a person has signed in from.';

-- == tokens ==

-- Null: it belongs to the service. Otherwise it has at most the rights of this person, and ends with the person.
alter table access_token add column owner_id uuid;
alter table access_token add column used_time timestamptz;

-- == people ==

-- What people may do who are not disabled: a token of a person has at most these rights.
create view person_rights as
  select id, role, extras, data_source_ids from person where disable_time is null;
