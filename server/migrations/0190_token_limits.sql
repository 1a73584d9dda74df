-- == tokens ==

-- Countries to whose numbers alone calls may be asked for, and networks from which alone the token may be used. Null: all.
alter table access_token
  add column countries text[] check (cardinality(countries) > 0),
  add column addresses text[] check (cardinality(addresses) > 0);
