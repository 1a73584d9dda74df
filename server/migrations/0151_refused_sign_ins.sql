-- == audit ==

-- Sign-ins that failed: one row for each account, network and minute, which counts them.
create unique index audit_refused on audit (at, address, (coalesce(subject_name, ''))) where operation = 'session.refuse';
