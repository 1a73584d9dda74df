-- == number-notes ==

create table number_note (
  id uuid primary key,
  phone_key text not null,
  phone_number text not null,
  note text not null,
  actor text not null,
  actor_kind text not null,
  -- Of the token or the person, who alone deletes the note.
  actor_id text,
  create_time timestamptz not null
);
comment on table number_note is 'What people have noted about the person at a number, until the note is deleted or the person is erased.';
create index number_note_of_number on number_note (phone_key, create_time);
