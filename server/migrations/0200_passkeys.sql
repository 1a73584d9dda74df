-- == people ==

-- Without references, so that a backup without secrets can leave it out. `relying_party`: the name of the host under which it was made, and under which alone a browser offers it. `counter`: how often it was used, as far as
-- its device counts; a lower one is that of a copy.
create table passkey (
  id uuid primary key,
  person_id uuid not null,
  name text not null,
  relying_party text not null,
  credential_id bytea not null constraint passkey_credential_unique unique,
  public_key bytea not null,
  counter bigint not null,
  create_time timestamptz not null,
  used_time timestamptz
);
create index passkey_person on passkey (person_id);
comment on table passkey is 'A passkey with which a person signs in: its public key. The private one is with the person.';

-- `person_id`: who asks for it; null: somebody who wants to sign in.
create table passkey_challenge (
  hash bytea primary key,
  purpose text not null check (purpose in ('add', 'signIn', 'confirm')),
  person_id uuid,
  expire_time timestamptz not null
);
create index passkey_challenge_expire on passkey_challenge (expire_time);
comment on table passkey_challenge is 'What a browser was asked to sign with a passkey, once: only the SHA-256 of its cookie is stored.';
