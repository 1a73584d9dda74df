-- == dialer ==

-- Of a called contact that the goal of its task has cut short: it is done, which is an event.
alter table dial add column event_seq bigint;
create index dial_followed on dial (event_seq) where event_seq is not null;
