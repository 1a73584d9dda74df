-- Calls through the HTTP gateway. A row is written before the platform is asked for the call; what the platform reports is
-- added as it comes in. Any node may hear the report and any node may have placed the call: they meet here. `is_refused` is
-- a promise that the call was not placed and will not be. Once `end_time` is set nothing changes any more.
create table http_call (
  attempt_id text primary key,
  create_time timestamptz not null,
  is_refused boolean not null default false,
  ring_time timestamptz,
  answer_time timestamptz,
  end_time timestamptz,
  cause text,
  talk_ms integer,
  constraint http_call_end_has_cause check ((end_time is null) = (cause is null)),
  constraint http_call_end_has_talk check ((end_time is null) = (talk_ms is null)),
  constraint http_call_refused_is_bare check (not is_refused or (ring_time is null and answer_time is null and end_time is null))
) with (fillfactor = 70);
-- Rows go after some days, oldest first.
create index http_call_age on http_call using brin (create_time);
