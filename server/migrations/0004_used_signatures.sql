-- == agents ==

-- A word that a voice agent has signed counts once: its signature is kept for as long as it would be valid.
create table used_signature (
  signature text primary key,
  until timestamptz not null
);
comment on table used_signature is 'The signature of a word of a voice agent that has been taken, for as long as it would be valid.';
