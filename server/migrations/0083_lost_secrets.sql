-- == trunks ==

-- A backup without secrets has no passwords. That a trunk had one is in its settings, so a restored trunk says that it needs it again.
update trunk set settings = settings || '{"hadPassword": true}' where password is not null;
