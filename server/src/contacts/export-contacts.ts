// Exports all contacts of a data source, oldest first, with every custom field as a column.
import { findDataSource } from '../data-sources/data-sources.service.ts'
import type { Database } from '../storage/database.ts'
import { statusNow } from './contacts.queries.ts'
import {
  type ExportFile,
  type ExportStyle,
  exportFile,
  fieldColumns,
  timestampColumn,
  UNPACKED_FIELDS,
} from './export-file.ts'

export async function exportContacts(
  db: Database,
  dataSourceId: string,
  style: ExportStyle,
): Promise<ExportFile> {
  const source = await findDataSource(db, dataSourceId)
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
      ],
      lastPosition: source.last_position,
      rowsBetween: (after, upTo) =>
        `select id, position, phone_number, ${UNPACKED_FIELDS} as fields, ${statusNow} as status, call_count, create_time
         from contact c
         where data_source_id = '${source.id}' and position > ${after} and position <= ${upTo}
         order by position`,
    },
    style,
  )
}
