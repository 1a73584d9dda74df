-- == trunks ==

create table caller_id_use (
  caller_id text primary key,
  -- In the time zone of the service. The count is of this day, and 0 on any other.
  day date not null,
  calls integer not null,
  -- It is not chosen before this time, because fewer of its calls were answered than of others.
  rest_until timestamptz,
  -- Why it rests: answered calls per call, and the same of the other numbers of its pool.
  answer_rate real,
  pool_answer_rate real
);
comment on table caller_id_use is 'How often a caller ID was shown today, and whether it rests.';
