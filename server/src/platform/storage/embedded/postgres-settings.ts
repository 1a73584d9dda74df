// The settings of the embedded server. They are passed on the command line, so that the cluster's own configuration
// files stay unchanged and an update of this service also updates the settings.

export const POSTGRES_SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  max_connections: '100',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  wal_compression: 'on',
  fsync: 'on',
  synchronous_commit: 'on',
  // For parallel plans: a container has only 64 MB in /dev/shm.
  min_dynamic_shared_memory: '64MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
  // Failed statements are reported by their callers.
  log_min_messages: 'log',
}
