-- The (0) of +49 (0)30 123 is not dialed, so it does not count when numbers are compared either. Keys that were written
-- with it are corrected, unless the number is in the data source in another form already: that contact keeps its key.
with written as (
  select id, data_source_id, phone_key,
    regexp_replace(
      regexp_replace(
        phone_number,
        '^([([]*(?:\+[([]*|00[ \u00a0.-]*)[0-9]{1,3}[] \u00a0.)-]*)[([][ \u00a0]*0[ \u00a0]*[])]',
        '\1'
      ),
      '[] \u00a0.()[-]', '', 'g'
    ) as dialed
  from contact
  where phone_number ~ '[([][ \u00a0]*0[ \u00a0]*[])]'
    and phone_key = regexp_replace(phone_number, '[] \u00a0.()[-]', '', 'g')
),
corrected as (
  select distinct on (data_source_id, dialed) id, data_source_id, dialed
  from written
  where dialed <> phone_key and dialed ~ '^\+?[0-9]{3,20}$'
  order by data_source_id, dialed, id
)
update contact c set phone_key = n.dialed
from corrected n
where c.id = n.id
  and not exists (
    select from contact other
    where other.data_source_id = n.data_source_id and other.phone_key = n.dialed
  );

-- Exports have the rule from server/src/tabular/formula-guard.ts now.
drop function if exists defuse_cell(text);
