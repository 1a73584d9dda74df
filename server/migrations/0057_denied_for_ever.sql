-- == permission ==

-- Of a contact that may never be called: it is done, which is an event.
alter table denial add column event_seq bigint;
create index denial_followed on denial (event_seq) where event_seq is not null;
