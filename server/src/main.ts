// The command line. Each command is a function that takes its arguments. An error is printed as one sentence, with a
// non-zero exit code.
import { parseArgs } from 'node:util'
import type { Role } from './app/app-options.ts'
import { explainFailure } from './commands/failure.ts'
import { gatewayCommand } from './commands/gateway-check.ts'
import { importCommand } from './commands/import.ts'
import { migrateCommand } from './commands/migrate.ts'
import { sumsCommand } from './commands/sums.ts'
import { say, sayAside } from './commands/terminal.ts'
import { tokenCommand } from './commands/token.ts'
import { InvalidSetting } from './kernel/settings.ts'

const help = `Carillon, an outbound calling service

Usage: carillon <command>

Commands:
  serve                    Start the service (the default)
      --role ROLE            api, dialer or all (the default)
  token create NAME        Create an access token and print it once
      --scope SCOPE          read, write or admin (default: write)
      --expires-in-days N    default: never
  token list               List access tokens
  token revoke ID          Revoke an access token
  import FILE              Import a CSV or Excel file through a running service
      --data-source NAME     contacts: name or id of the data source
      --do-not-call NAME     numbers that may not be called: name or id of the do-not-call list
      --create               create the data source or the list if there is none with this name
      --phone-column TITLE   column with the phone numbers, if it is not recognised
      --encoding NAME        of a CSV file that is neither Unicode nor Chinese
      --on-duplicate WHAT    skip (the default) or update
      --json                 print the result as JSON
      --url URL              address of the service (default: HOST and PORT)
  gateway check            Say whether a call could be placed now; places none
  check                    Compare all stored sums with their records; exit code 1 if any differ
  repair                   Correct the sums that differ
      --json                 print the differences as JSON (check and repair)
  migrate                  Bring the database to the current schema

Options:
  -h, --help               Show this help

Settings come from the environment: HOST, PORT, DATA_DIR, DATABASE_URL, ACCESS_TOKEN, TIME_ZONE,
DEFAULT_COUNTRY, LOG_LEVEL, RATE_LIMIT, TRUST_PROXY, METRICS, LINES, CALLS_PER_SECOND, STOP_WAIT (see docs/operations.md); GATEWAY, and
those of the gateway it names (see docs/gateways.md). NAME_FILE reads a secret from a file.
`

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      role: { type: 'string' },
      scope: { type: 'string' },
      'expires-in-days': { type: 'string' },
      'data-source': { type: 'string' },
      'do-not-call': { type: 'string' },
      create: { type: 'boolean' },
      'phone-column': { type: 'string' },
      encoding: { type: 'string' },
      'on-duplicate': { type: 'string' },
      json: { type: 'boolean' },
      url: { type: 'string' },
    },
  })
  const [command = 'serve', ...rest] = positionals
  if (values.help || command === 'help') {
    say(help.trimEnd())
    return
  }
  if (command === 'serve' && rest.length === 0) {
    const role = readRole(values.role)
    // Imports nearly the whole program, so other commands do not wait for it to load.
    const { serveCommand } = await import('./commands/serve.ts')
    return serveCommand(role)
  }
  if (command === 'migrate' && rest.length === 0) return migrateCommand()
  if (command === 'import') return importCommand(rest, values)
  if ((command === 'check' || command === 'repair') && rest.length === 0)
    return sumsCommand({ corrects: command === 'repair', asJson: values.json ?? false })
  if (command === 'gateway') return gatewayCommand(rest)
  if (command === 'token') {
    return tokenCommand(rest, { scope: values.scope, expiresInDays: values['expires-in-days'] })
  }
  throw new InvalidSetting(`there is no command "${positionals.join(' ')}": see carillon --help`)
}

function readRole(role = 'all'): Role {
  if (role === 'api' || role === 'dialer' || role === 'all') return role
  throw new InvalidSetting(`--role must be api, dialer or all, not "${role}"`)
}

// Node would print an uncaught error with all its fields, including rows of the database.
process.on('uncaughtException', (error) => {
  sayAside(`carillon: ${explainFailure(error)}`)
  process.exit(1)
})

try {
  await main()
} catch (error) {
  sayAside(`carillon: ${explainFailure(error)}`)
  process.exitCode = 1
}
