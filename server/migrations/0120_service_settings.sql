-- == permission ==

-- It has settings and states of all parts of the service, and one is a secret; own_phone has SIP phones, which are something else than these numbers.
alter table permission_settings rename to service;
alter table service rename column own_phones to exempt_numbers;
comment on table service is 'The settings and states of the service as a whole: which numbers may be called, and how often; the country; what the console shows to everyone; the backups; how far the paths of calls are counted. One row.';

-- For nodes of the release before, which read, lock and change it under its old name while they finish their calls. They make no backup of a
-- newer schema, so the secret in it stays here.
create view permission_settings as
select is_only, attempts_per_day, attempts_per_month, allowed_prefixes, denied_prefixes, allowed_premium_prefixes, min_digits, max_digits,
  allows_emergency, version, number_rules, exempt_numbers as own_phones, transfer_hosts, transfer_contexts, country, media_secret, console, backups,
  flow_cursor
from service;
