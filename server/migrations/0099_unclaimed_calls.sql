-- == dialer ==

-- Test calls of version 0.1 waited here until a node claimed them. Nobody waits for one after an upgrade, so every live call has a node.
delete from live_call where node_id = '00000000-0000-0000-0000-000000000000';
