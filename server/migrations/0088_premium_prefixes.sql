-- == permission ==

-- Real calls to satellites and premium rates are denied, except to numbers that begin with one of these.
alter table permission_settings add column allowed_premium_prefixes text[] not null default '{}';
