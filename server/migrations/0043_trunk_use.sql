-- The trunk of each call is chosen in the claim, so that the limits of a trunk hold over all nodes.
-- Calls without a trunk are not in the index. Only trunks with a limit, or with others of the same priority, are counted in a claim.
create index live_call_trunk on live_call (trunk_id) where trunk_id is not null;
-- By trunk, like `started`; only trunks with a limit of calls per second are in it.
alter table dialer add column trunk_starts jsonb not null default '{}';
