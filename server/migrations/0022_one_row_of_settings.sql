-- == permission ==

-- One row of settings instead of three.
alter table permission_settings
  -- Signs the addresses from which gateways fetch sounds. Of random version 4 UUIDs: 244 random bits.
  add column media_secret text not null default gen_random_uuid()::text || gen_random_uuid()::text,
  -- What the console shows to everyone, as console-settings.routes.ts has it; what is missing has its default.
  add column console jsonb not null default '{}';
update permission_settings set media_secret = secret from media_secret;
update permission_settings set console =
  jsonb_build_object('protectNewTasks', protects_new_tasks, 'offerProtections', offers_protections)
from console_settings;
drop table media_secret;
drop table console_settings;
comment on table permission_settings is 'Which numbers may be rung at all, and how often; and the other settings of the service: one row.';
