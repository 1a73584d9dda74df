-- == tokens ==

-- Whoever has the token may listen in on live calls. It is given with a new token only.
alter table access_token add column may_listen boolean not null default false;
