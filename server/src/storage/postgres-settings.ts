// How the embedded server is set up. Given on the command line, so the files in the cluster stay as
// PostgreSQL made them and an update of this service brings its settings along.

export const POSTGRES_SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  max_connections: '100',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  wal_compression: 'on',
  fsync: 'on',
  synchronous_commit: 'on',
  random_page_cost: '1.1',
  // Compiling a plan costs more than our short statements.
  jit: 'off',
  // For parallel plans: /dev/shm has but 64 MB in a container.
  min_dynamic_shared_memory: '64MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
  // Failed statements are the caller's to tell.
  log_min_messages: 'log',
}
