// The service or its database cannot do its work: the same request succeeds later.
import type { FaultDefinition } from './fault-definition.ts'

export const serviceFaults = {
  database_unreachable: { code: 'unavailable', meaning: 'the database cannot be reached' },
  database_busy: { code: 'unavailable', meaning: 'all connections to the database are in use' },
  database_disk_full: { code: 'unavailable', meaning: 'the disk of the database is full' },
  database_out_of_memory: { code: 'unavailable', meaning: 'the database is out of memory' },
  database_connections_used: { code: 'unavailable', meaning: 'the database accepts no more connections' },
  database_limit_reached: {
    code: 'unavailable',
    meaning: 'the database has reached a limit of its configuration',
  },
  database_lacks_resources: { code: 'unavailable', meaning: 'the database lacks resources' },
  database_read_only: { code: 'unavailable', meaning: 'the database is read-only' },
  database_failed: { code: 'unavailable', meaning: 'the database fails in another way' },
  database_disk_failed: { code: 'unavailable', meaning: 'the database cannot read or write its disk' },
  database_login_refused: { code: 'unavailable', meaning: 'the database refuses the login of the service' },
  database_starting: { code: 'unavailable', meaning: 'the database is starting or recovering' },
  statement_too_slow: { code: 'unavailable', meaning: 'the database took too long' },
  lock_too_slow: { code: 'unavailable', meaning: 'another change to the same data takes too long' },
  change_lost_race: { code: 'unavailable', meaning: 'another change to the same data came first' },
  change_too_slow: { code: 'unavailable', meaning: 'the change took too long and was undone' },
  disk_full: { code: 'unavailable', meaning: 'the disk of the service is full' },
  stopping: { code: 'unavailable', meaning: 'the service is stopping' },
  internal_error: { meaning: 'an error of the service itself' },
} as const satisfies Record<string, FaultDefinition>
