// The servers of a database that has several, of which one accepts writes. Before each connection they are asked in turn,
// beginning with the one that was right last time, until one is what the address asks for. When that is another one than
// before, connections to the earlier one are closed: a server that has vanished does not close them, and one that has
// become a standby would answer with old data.

import pg from 'pg'
import { DatabaseUnavailable } from '../database-errors.ts'
import type { SessionAttribute } from './host-list.ts'

export interface DatabaseHosts {
  /** The addresses, each of one host. */
  urls: readonly string[]
  /** The address of a server that is what is asked for now. Callers that ask at the same time share the answer. */
  find(): Promise<string>
  /** Calls `moved` with the new address when another server than before is found. Returns how to stop that. */
  onMove(moved: (url: string) => void): () => void
}

/** What a server says of itself. */
export interface HostState {
  isReadOnly: boolean
  isStandby: boolean
}

interface DatabaseHostsOptions {
  urls: readonly string[]
  attribute: SessionAttribute
  /** Fails if the server does not answer. */
  look?: (url: string) => Promise<HostState>
}

/** A machine that is gone does not even refuse. Three of them in a row still leave time for a fourth. */
const LOOK_TIMEOUT_MS = 2_500
const READ_ONLY = '25006'

export function createDatabaseHosts({ urls, attribute, look = lookAt }: DatabaseHostsOptions): DatabaseHosts {
  const listeners = new Set<(url: string) => void>()
  let current = urls[0] ?? ''
  let finding: Promise<string> | undefined

  async function findAnew(): Promise<string> {
    const failures: { url: string; error?: unknown }[] = []
    for (const url of [current, ...urls.filter((each) => each !== current)]) {
      try {
        if (isWanted(await look(url), attribute)) return use(url)
        failures.push({ url })
      } catch (error) {
        failures.push({ url, error })
      }
    }
    throw whyNone(failures, attribute)
  }

  function use(url: string): string {
    if (url === current) return url
    current = url
    for (const moved of listeners) moved(url)
    return url
  }

  return {
    urls,
    find() {
      finding ??= findAnew().finally(() => {
        finding = undefined
      })
      return finding
    },
    onMove(moved) {
      listeners.add(moved)
      return () => listeners.delete(moved)
    },
  }
}

function isWanted({ isReadOnly, isStandby }: HostState, attribute: SessionAttribute): boolean {
  if (attribute === 'read-write') return !isReadOnly
  return attribute === 'any' || isStandby === (attribute === 'standby')
}

/** A server that answers with an error, such as a refused login, knows more than one that does not answer. */
function whyNone(failures: { url: string; error?: unknown }[], attribute: SessionAttribute): unknown {
  const told = failures.find(({ error }) => error instanceof pg.DatabaseError)
  if (told) return told.error
  const states = failures.map(({ url, error }) => `${describeHost(url)}: ${reasonOf(error, attribute)}`)
  const sentence = `no server of the database is ${attribute}: ${states.join('; ')}`
  if (attribute === 'read-write' && failures.every(({ error }) => error === undefined))
    return Object.assign(new Error(sentence), { code: READ_ONLY })
  return new DatabaseUnavailable(sentence)
}

function reasonOf(error: unknown, attribute: SessionAttribute): string {
  if (error === undefined) return `is not ${attribute}`
  if (error instanceof AggregateError) return error.errors.map((each) => reasonOf(each, attribute)).join(', ')
  return error instanceof Error ? error.message : String(error)
}

/** Host and port, without the login. */
export function describeHost(url: string): string {
  const { host, port } = new pg.Client({ connectionString: url })
  return `${host}:${port}`
}

export function databaseOf(url: string): string {
  return new pg.Client({ connectionString: url }).database ?? ''
}

async function lookAt(url: string): Promise<HostState> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'carillon host check',
    connectionTimeoutMillis: LOOK_TIMEOUT_MS,
    query_timeout: LOOK_TIMEOUT_MS,
  })
  client.on('error', () => undefined) // the statement fails too
  try {
    await client.connect()
    const { rows } = await client.query<HostState>(
      `select current_setting('transaction_read_only') = 'on' as "isReadOnly", pg_is_in_recovery() as "isStandby"`,
    )
    return rows[0] ?? { isReadOnly: true, isStandby: true }
  } finally {
    // Without the closing handshake, which a dead peer never answers.
    client.connection.stream.destroy()
  }
}
