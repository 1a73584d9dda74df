// The one lease: a row of the database is a node's until `lease_until`. The node renews it meanwhile. If it dies, another node takes the row when the time is
// over. The clock is that of the database, because clocks of nodes differ, and the time of the statement, because a transaction may be old. The parts of
// statements are here; each statement adds which rows may be taken at all.
//
// Who else holds something for a while says at the head of its file why it is no lease: `keyed-requests.ts`, `keep-recordings.ts`, `registrar.ts`, `nightly-backups.ts`.

/** SQL: nobody has the row. `row`: with a dot, or nothing. */
export const isFree = (row = '') => `(${row}lease_until is null or ${row}lease_until < clock_timestamp())`

/** SQL: until when a lease lasts that begins now. `ms`: a parameter. */
export const leaseUntil = (ms: string) => `clock_timestamp() + make_interval(secs => ${ms}::float8 / 1000)`

/** SQL, for `set`: the row is this owner's. */
export const takeLease = (owner: string, ms: string) =>
  `lease_owner = ${owner}, lease_until = ${leaseUntil(ms)}`

/** SQL, for `set`: the row is nobody's. */
export const ENDED_LEASE = 'lease_owner = null, lease_until = null'

/** SQL: the row is still this owner's: nobody else has taken it. */
export const isLeasedBy = (owner: string) => `lease_owner = ${owner}`
