-- == imports ==

-- The positions of the contacts that an import added: what an undo deletes. A batch holds the lock of its data source, so its positions
-- are consecutive. An undo removes positions as it goes, so that it can continue after a crash.
alter table import_job add column added_positions int8multirange not null default '{}';
update import_job set added_positions = known.positions
from (
  select job_id, range_agg(int8range(first_position, last_position, '[]')) as positions from import_range group by job_id
) known
where id = known.job_id;
drop table import_range;
