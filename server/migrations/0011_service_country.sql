-- == permission ==

-- The country of numbers that name none, as an administrator set it; null: DEFAULT_COUNTRY of the nodes.
alter table permission_settings add column country text;
