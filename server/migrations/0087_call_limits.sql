-- == tokens ==

-- How many calls may be asked for with the token in 24 hours; null: as many as MAX_CALLS_PER_TOKEN_PER_DAY says.
alter table access_token add column max_calls_per_day integer check (max_calls_per_day > 0);

-- Only of tokens with a limit, so a call that is asked for without one costs no more than before.
create table token_use (
  -- Of access_token, or `preset`.
  token_id text not null,
  -- The minute in which the calls were asked for, by the clock of the database. The row of -infinity has no calls: it is locked while calls
  -- are counted, so that two requests cannot both take the last one.
  minute timestamptz not null,
  calls bigint not null,
  primary key (token_id, minute)
);
comment on table token_use is 'How many calls were asked for with a token that has a limit, by minute, for a day.';

-- == dialer ==

-- The test calls of a number in the last minutes. It is small: most calls without a task are asked for by systems.
create index single_call_tests on single_call (phone_key, create_time) where request ->> 'purpose' in ('test', 'audio');
