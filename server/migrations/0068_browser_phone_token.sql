-- == own-phones ==

-- The token that made a browser a phone: the phone ends with it. Null for a SIP app, and for the token of the environment.
alter table own_phone add column token_id uuid;
