-- The SIP status that ended a call before it was answered, where the gateway knows it. Null costs nothing in a row.
alter table call add column sip_status smallint;
alter table http_call add column sip_status smallint;
