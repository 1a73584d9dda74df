// Exports the entries of a do-not-call list, oldest first. The file can be imported again.

import type { Database } from '../../platform/storage/database.ts'
import { type ExportFile, type ExportStyle, exportFile, timestampColumn } from '../contacts/export-file.ts'
import { findList } from './do-not-call.service.ts'

export async function exportEntries(db: Database, listId: string, style: ExportStyle): Promise<ExportFile> {
  const list = await findList(db, listId)
  return exportFile(
    db,
    {
      columns: [
        { title: 'phoneNumber', expression: 'phone_number' },
        { title: 'note', expression: 'note', isFreeText: true },
        timestampColumn('expireTime', 'expire_time'),
        { title: 'actor', expression: 'actor', isFreeText: true },
        timestampColumn('createTime', 'create_time'),
      ],
      lastPosition: list.last_position,
      rowsBetween: (after, upTo) =>
        `select position, phone_number, note, actor, create_time, expire_time from do_not_call_entry
         where list_id = '${list.id}' and position > ${after} and position <= ${upTo} and remove_time is null
         order by position`,
    },
    style,
  )
}
