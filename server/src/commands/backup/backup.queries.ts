// What came of the nightly backups: in the one row of settings.

import type { BackupRow } from '../../insight/overview/backup-state.ts'
import { sql } from '../../platform/storage/sql.ts'

export const readBackup = sql<BackupRow>(
  'read_backup',
  `select known.* from service, jsonb_to_record(backups) as known (
     series text, try_time timestamptz, good_time timestamptz, good_file text, good_bytes bigint, fail_time timestamptz, failure text
   )
   where is_only`,
)

/** $1: a part of the row. */
export const noteBackup = sql<never, [changes: Partial<BackupRow>]>(
  'note_backup',
  'update service set backups = backups || $1::jsonb where is_only',
)
