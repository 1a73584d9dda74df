// A logger for tests, which look at results rather than at what was said on the way.

import type { StorageLog } from '../../src/storage/storage-log.ts'

export const silentLog: StorageLog = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}
