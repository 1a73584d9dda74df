-- == audit ==

-- Who acted: what kind of actor, its id, and the address of its client. Rows of before have none of them.
alter table audit
  add column actor_kind text,
  add column actor_id text,
  add column address text;
