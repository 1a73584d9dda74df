-- By which trunk a call goes out, and which caller ID the callee sees. Both are null without trunks. A trunk may be deleted later.
alter table live_call add column trunk_id uuid, add column caller_id text;
alter table call add column trunk_id uuid, add column caller_id text;
