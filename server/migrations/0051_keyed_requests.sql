-- == http ==

-- A request is written here before it is carried out, and its answer is added before it is sent: a retry with the same key gets that answer. `lease_until` is
-- renewed while the request is in progress; one without an answer whose lease is over was interrupted, and nobody knows how far it came. The answer and the
-- fingerprint can only be read or made with the token, which is not stored: answers may hold secrets that are shown once.
create table keyed_request (
  -- The id of the token, or `preset`.
  owner text not null,
  key text not null,
  -- Of the method, the path and the body.
  fingerprint bytea not null,
  -- Null while it is in progress, empty if the answer was too long to keep.
  answer bytea,
  create_time timestamptz not null,
  lease_until timestamptz not null,
  primary key (owner, key)
);
create index keyed_request_by_age on keyed_request (owner, create_time);
comment on table keyed_request is 'A POST that came with an Idempotency-Key, and its sealed answer, for a day.';

-- == tokens ==

-- Whether an assistant that works with this token may make phones ring, each time after asking its person.
alter table access_token add column assistant_may_call boolean not null default false;
