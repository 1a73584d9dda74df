-- == tokens ==

-- The data sources that the token is bound to: what belongs to others does not exist for it. Null: it sees all.
alter table access_token add column data_source_ids uuid[] check (cardinality(data_source_ids) > 0);
