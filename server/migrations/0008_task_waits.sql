-- == dialer ==

-- By task: how long it takes to make what its calls say, and how its voice agent fails. Null, mostly: written with the heartbeat.
alter table dialer_node add column task_waits jsonb;
