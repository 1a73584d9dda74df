-- A search looks through the numbers of a data source, packed in blocks of 256 positions: it takes less than 100 ms for any
-- part of a number in a million contacts, so nothing about the numbers has to be counted in advance.
drop table contact_phone_run;

-- A block also knows how many of its contacts still exist. Adding these up finds the n-th newest contact without reading
-- the contacts that are newer.
alter table contact_phone_block rename to contact_block;
alter table contact_block rename constraint contact_phone_block_pkey to contact_block_pkey;
alter table contact_block
  drop column has_repeats,
  add column contact_count smallint not null default 0 check (contact_count between 0 and 256);
update contact_block b set contact_count = counted.contact_count
  from (
    select data_source_id, (position - 1) / 256 as block, count(*) as contact_count from contact group by 1, 2
  ) counted
  where counted.data_source_id = b.data_source_id and counted.block = b.block;
alter table contact_block alter column contact_count drop default;
drop table contact_gap;
