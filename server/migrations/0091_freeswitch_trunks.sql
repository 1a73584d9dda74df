-- == trunks ==

-- A FreeSWITCH is called over SIP like any PBX. The trunk that GATEWAY=freeswitch made becomes a SIP trunk that is disabled: it takes no
-- call until somebody enters its account and enables it. Its calls, limits, prices and caller IDs, and the tasks that name it, keep it.
update trunk set settings = (settings - 'kind') || '{"isEnabled": false}' where settings ->> 'kind' = 'freeswitch';
