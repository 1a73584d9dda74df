// Exports all contacts of a data source, oldest first, with every custom field as a column.

import type { Database } from '../../platform/storage/database.ts'
import { findDataSource } from '../data-sources/data-sources.service.ts'
import { CALLS_OF_CONTACT, findUsedTimes } from './contacts.queries.ts'
import {
  type ExportFile,
  type ExportStyle,
  exportFile,
  fieldColumns,
  timestampColumn,
  UNPACKED_FIELDS,
} from './export-file.ts'

/** Without `hasBody` only the headers of the answer are wanted, and no contact is read. */
export async function exportContacts(
  db: Database,
  dataSourceId: string,
  style: ExportStyle,
  { hasBody = true } = {},
): Promise<ExportFile> {
  const source = await findDataSource(db, dataSourceId)
  const times = hasBody ? await timeColumns(db, dataSourceId) : []
  return exportFile(
    db,
    {
      columns: [
        { title: 'id', expression: 'id' },
        { title: 'phoneNumber', expression: 'phone_number' },
        ...fieldColumns(source.field_names),
        { title: 'status', expression: 'status', words: 'statuses' },
        { title: 'callCount', expression: 'call_count', kind: 'number' },
        timestampColumn('createTime', 'create_time'),
        ...times,
      ],
      lastPosition: source.last_position,
      rowsBetween: (after, upTo) =>
        `select c.id, c.position, c.phone_number, ${UNPACKED_FIELDS} as fields, c.call_time, c.call_until, c.withdraw_time, c.create_time, ${CALLS_OF_CONTACT}
         from contact c left join contact_calls_between('${source.id}', ${after}, ${upTo}) dialed on dialed.position = c.position
         where c.data_source_id = '${source.id}' and c.position > ${after} and c.position <= ${upTo}
         order by c.position`,
    },
    style,
  )
}

/** Those that any contact of the data source has. */
export async function timeColumns(db: Database, dataSourceId: string) {
  const times = await findUsedTimes(db, [dataSourceId])
  return times.flatMap(({ title, column, is_used }) => (is_used ? [timestampColumn(title, column)] : []))
}
