-- == system ==

create table console_settings (
  is_only boolean primary key default true check (is_only),
  -- Whether the form of a new task starts with hours and intervals that protect people.
  protects_new_tasks boolean not null default true,
  -- Whether the overview offers protections that are not set.
  offers_protections boolean not null default true
);
comment on table console_settings is 'What the console shows to everyone: one row.';
insert into console_settings default values;
