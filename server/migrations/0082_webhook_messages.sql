-- == webhooks ==

-- The id by which receivers know an event that they have had before. Numbers of the sequence come again after a restore. Deliveries from
-- before keep the id with which they may have been sent.
alter table webhook_delivery add column message_id uuid;
alter table webhook_delivery alter column message_id set default gen_random_uuid();

-- When a delivery was last not taken: what fails after a long silence begins to fail then.
alter table webhook add column failed_time timestamptz;
