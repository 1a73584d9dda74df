-- Numbers are compared in one form, whatever their spelling: 0049… is +49…, and a data source may have a country of its own.

-- == data-sources ==

-- Of numbers that name none, as two letters; null: the country of the service.
alter table data_source add column country text;

-- == contacts ==

-- Not unique any more: with another country, two spellings that were different numbers may become one. New duplicates are refused under the
-- row lock of the data source, as before.
alter table contact drop constraint contact_phone_unique;
create index contact_phone on contact (data_source_id, phone_key);

-- == imports ==

-- Of the imported rows: numbers whose country is not known.
alter table import_job add column unplaced_count integer not null default 0;
-- The row was imported, but something should be known about it.
alter table import_failure add column is_warning boolean not null default false;

-- == permission ==

-- By which rules and with which country of the service the stored numbers can be compared. If it is not what a node has, the node
-- computes them anew when it starts. A new database has nothing to compute.
alter table permission_settings add column number_rules text not null default '';
update permission_settings set number_rules = '1:' where not exists (select from data_source) and not exists (select from do_not_call_list);
