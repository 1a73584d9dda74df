-- == audio ==

-- An audio that is recorded by phone has a row from when its call is asked for. Until the message has been fetched from the exchange, it has
-- only the name that the message gets, so lists leave it out and the name is free.
alter table audio
  alter column name drop not null,
  alter column sound_key drop not null,
  alter column duration_ms drop not null,
  alter column size drop not null,
  -- The call without a task that records it.
  add column call_id uuid constraint audio_call_unique unique,
  add column wanted_name text,
  -- Why the message was not kept: a code, and the same in words.
  add column failure text,
  add column reason text,
  add constraint audio_whole_or_wanted check (num_nonnulls(name, sound_key, duration_ms, size) = case when name is null then 0 else 4 end),
  add constraint audio_wanted_of_call check ((call_id is null) = (wanted_name is null) and num_nonnulls(name, call_id) > 0),
  add constraint audio_kept_or_failed check (num_nonnulls(name, failure) <= 1);
comment on table audio is 'An audio that was uploaded or recorded by phone: a name for a sound.';
update audio set call_id = phone.id, wanted_name = phone.name from phone_audio phone where phone.audio_id = audio.id;
insert into audio (id, call_id, wanted_name, actor, create_time, failure, reason)
select gen_random_uuid(), id, name, actor, create_time, failure, reason from phone_audio where audio_id is null;
drop table phone_audio;
