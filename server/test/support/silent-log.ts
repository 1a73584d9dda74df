// A logger for tests, which look at results rather than at what was said on the way.

import type { Log } from '../../src/platform/kernel/log/log.ts'

export const silentLog: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}
