-- How the node sees its trunks: whether they are registered, reachable or held back.
alter table dialer_node add column trunk_states jsonb;
-- The calls of the last day by their trunk. Calls are recorded in the order in which they end, so a few bytes for each 16 pages find them.
create index call_on_trunk on call using brin (end_time) with (pages_per_range = 16, autosummarize = on) where trunk_id is not null;
