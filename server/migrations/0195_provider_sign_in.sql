-- == people ==

-- People who sign in through an OpenID Connect provider are known by its address and by what it calls them, never by a name or an e-mail address.
-- They have no password. `check_time`: when the provider last told their rights; they lapse 12 hours later.
alter table person
  add column issuer text,
  add column subject text,
  add column check_time timestamptz,
  add constraint person_subject_unique unique (issuer, subject),
  add constraint person_of_provider check (
    (issuer is null and subject is null and check_time is null)
    or (issuer is not null and subject is not null and check_time is not null and password is null)
  );
comment on table person is 'Somebody who signs in with a password, of which only the hash is stored, or through an OpenID Connect provider.';

-- `provider_session`: as the provider calls its own session, which it names when it ends it. `end_time`: when the provider has to be asked again;
-- null: the person has a password.
alter table session
  add column provider_session text,
  add column end_time timestamptz;

-- What may be used once: answers of the provider to a browser, and its messages that a session has ended.
create table used_proof (
  hash bytea primary key,
  expire_time timestamptz not null
);
comment on table used_proof is 'An answer or a message of the OpenID Connect provider that was used, until it would be refused for its age.';

-- == people ==

create or replace view person_rights as
  select id, role, extras, data_source_ids, check_time from person where disable_time is null;
