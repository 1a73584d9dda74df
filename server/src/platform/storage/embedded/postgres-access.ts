// Access to the embedded PostgreSQL: one role with a password. It owns the service's database and has no other rights.
// The superuser that initdb created cannot log in at all; statements that need it run here, in PostgreSQL's single-user
// mode, while no server runs.

import { spawn } from 'node:child_process'
import { chmod, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClusterPlace } from './cluster-place.ts'
import { EmbeddedPostgresFailed } from './embedded-postgres-errors.ts'
import { asAccount, handOver } from './postgres-account.ts'
import { createPassword, readPassword, scramVerifier, writePassword } from './postgres-password.ts'

export const SUPERUSER = 'carillon'
export const SERVICE_ROLE = 'carillon_service'
export const SERVICE_DATABASE = 'carillon'

const LOGIN_RULES = `# Written by Carillon. Only the service logs in, with the password in its data folder.
local all ${SERVICE_ROLE} scram-sha-256
`

interface AccessOptions {
  dataDir: string
  place: ClusterPlace
  postgres: string
  /** Not worth syncing to disk. */
  isDisposable: boolean
  /** Statements run as the superuser each time access is set up, one line each. */
  superuserStatements?: readonly string[] | undefined
}

/**
 * Returns the password to log in with. Sets up access if there is no password yet, or if anyone could log in in another
 * way. No server may run on the cluster.
 */
export async function ensureAccess(options: AccessOptions): Promise<string> {
  const { dataDir, place } = options
  const password = await readPassword(dataDir)
  const rules = await readFile(join(place.folder, 'pg_hba.conf'), 'utf8').catch(() => '')
  if (password !== undefined && rules === LOGIN_RULES) return password
  return setUpAccess(options)
}

/** Makes a new password each time. It is stored last, so that an interrupted setup is repeated. */
export async function setUpAccess(options: AccessOptions): Promise<string> {
  const { dataDir, place, superuserStatements = [] } = options
  const password = createPassword()
  await writeLoginRules(place)
  const output = await runSingleUser(options, [
    `do $$ begin if not exists (select from pg_roles where rolname = '${SERVICE_ROLE}') then create role ${SERVICE_ROLE}; end if; end $$`,
    `alter role ${SERVICE_ROLE} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${scramVerifier(password)}'`,
    ...superuserStatements,
    `select datname from pg_database where datname = '${SERVICE_DATABASE}'`,
  ])
  if (!output.includes(`datname = "${SERVICE_DATABASE}"`))
    await runSingleUser(options, [`create database ${SERVICE_DATABASE} owner ${SERVICE_ROLE}`])
  await writePassword(dataDir, password)
  return password
}

export async function writeLoginRules({ folder, account }: ClusterPlace): Promise<void> {
  const file = join(folder, 'pg_hba.conf')
  const unfinished = `${file}.tmp`
  await rm(unfinished, { force: true })
  await writeFile(unfinished, LOGIN_RULES, { mode: 0o600, flush: true })
  await chmod(unfinished, 0o600)
  await handOver(account, unfinished)
  await rename(unfinished, file)
}

/** Runs statements of one line each as the superuser and returns the output. Stops at the first error. */
async function runSingleUser(
  { place, postgres, isDisposable }: AccessOptions,
  statements: readonly string[],
): Promise<string> {
  const settings = {
    exit_on_error: 'on',
    // A statement may contain the verifier of a password.
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    fsync: isDisposable ? 'off' : 'on',
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(postgres, ['--single', '-D', place.folder, ...args, 'postgres'], {
    ...asAccount(place.account),
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  child.stdin.on('error', () => undefined) // it ended early; its exit code is checked
  child.stdin.end(`${statements.join('\n')}\n`)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code === 0) return output
  throw EmbeddedPostgresFailed.saying('PostgreSQL could not be given its password and roles', errors)
}
