import { sql } from '../../platform/storage/sql.ts'

/** Of the connection that asks. */
export const readConnection = sql<{ is_superuser: boolean; is_encrypted: boolean; is_local: boolean }, []>(
  'doctor_connection',
  `select current_setting('is_superuser') = 'on' as is_superuser,
     coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as is_encrypted,
     coalesce(inet_server_addr() <<= '127.0.0.0/8' or inet_server_addr() = '::1', true) as is_local`,
)
