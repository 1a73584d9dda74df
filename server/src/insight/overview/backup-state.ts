// How the backups are going, as the node that makes them tells it.

export interface BackupRow {
  series: string
  /** When the last one was begun. */
  try_time: Date | null
  /** Of the last one that was written: the moment whose state it has. */
  good_time: Date | null
  good_file: string | null
  good_bytes: number | null
  /** The time of the last one that failed. */
  fail_time: Date | null
  failure: string | null
}

export interface BackupState extends BackupRow {
  /** The last one failed. */
  isFailed: boolean
  isLate: boolean
}
