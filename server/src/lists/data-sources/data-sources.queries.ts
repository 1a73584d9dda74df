import { listByName } from '../../platform/storage/list-by-name.ts'
import { sql } from '../../platform/storage/sql.ts'

export interface DataSourceRow {
  id: string
  name: string
  description: string
  contact_count: number
  last_position: number
  field_names: string[]
  /** The custom field that is the display name of a contact. */
  name_field: string | null
  /** Of numbers that name none; null: the country of the service. */
  country: string | null
  create_time: Date
  update_time: Date
}

const columns =
  'id, name, description, contact_count, last_position, field_names, name_field, country, create_time, update_time'

export const insertDataSource = sql<DataSourceRow>(
  'insert_data_source',
  `insert into data_source (id, name, description, create_time, update_time, name_field, country)
   values ($1, $2, $3, $4, $4, $5, $6)
   returning ${columns}`,
)

/** Null leaves the column unchanged; $5 and $7 say whether to set the name field and the country, for which null is a value. */
export const updateDataSource = sql<DataSourceRow>(
  'update_data_source',
  `update data_source
   set name = coalesce($2, name), description = coalesce($3, description), update_time = $4,
     name_field = case when $5::boolean then $6 else name_field end, country = case when $7::boolean then $8 else country end
   where id = $1
   returning ${columns}`,
)

export const findDataSource = sql<DataSourceRow>(
  'find_data_source',
  `select ${columns} from data_source where id = $1`,
)

export const findDataSourceIds = sql<{ id: string }, [ids: readonly string[]]>(
  'find_data_source_ids',
  'select id from data_source where id = any($1::uuid[])',
)

export const listDataSources = listByName<DataSourceRow>('data_source', columns)

/** Every change to a data source's contacts takes this lock, so positions and counts follow commit order. */
export const lockDataSource = sql<DataSourceRow>(
  'lock_data_source',
  `select ${columns} from data_source where id = $1 for no key update`,
)

/** In addition, no task can be added to the data source: its foreign key needs the row. */
export const lockDataSourceAlone = sql<DataSourceRow, [id: string]>(
  'lock_data_source_alone',
  `select ${columns} from data_source where id = $1 for update`,
)

/** $4: the name field, or null to leave it unchanged. */
export const recordAddedContacts = sql<
  never,
  [dataSourceId: string, added: number, newNames: string[], nameField: string | null]
>(
  'record_added_contacts',
  `update data_source
   set contact_count = contact_count + $2, last_position = last_position + $2, field_names = field_names || $3,
     name_field = coalesce($4, name_field)
   where id = $1`,
)

export const recordRemovedContacts = sql<never, [dataSourceId: string, removed: number]>(
  'record_removed_contacts',
  'update data_source set contact_count = contact_count - $2 where id = $1',
)

export const recordFieldNames = sql<never>(
  'record_field_names',
  'update data_source set field_names = field_names || $2 where id = $1',
)
