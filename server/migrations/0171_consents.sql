-- == consents ==

create table consent (
  id uuid primary key,
  phone_key text not null,
  phone_number text not null,
  -- In lower case, as tasks name it.
  purpose text not null,
  wording text not null,
  given_time timestamptz not null,
  source text not null,
  proof text not null,
  expire_time timestamptz,
  actor text not null,
  create_time timestamptz not null,
  withdraw_time timestamptz,
  withdraw_actor text,
  withdraw_note text,
  check ((withdraw_time is null) = (withdraw_actor is null))
);
comment on table consent is 'What the person at a number has agreed to, in which words, when, where and by which proof. A withdrawal is added to the row; nothing else of it changes.';
create index consent_of_number on consent (phone_key, purpose);

-- The consent of a number to a purpose that holds at a time, if there is one.
create function consent_to(number text, of_purpose text, at timestamptz) returns table (consent_id uuid)
language sql stable as $$
  select c.id from consent c
  where c.phone_key = any(same_number(number)) and c.purpose = of_purpose and c.withdraw_time is null
    and c.given_time <= at and (c.expire_time is null or c.expire_time > at)
  limit 1
$$;

-- == tasks ==

alter table task add column needs_consent text generated always as (settings ->> 'needsConsent') stored;
