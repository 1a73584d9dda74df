// Lists and adds trunks through the API of a running service, so that all rules and their sentences are those of the API.
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { readConfig } from '../../config.ts'
import { printable } from '../../platform/kernel/log/printable.ts'
import { KEY_FORMS, type PrefixRule, SRTP_CHOICES } from '../../telephony/trunks/trunk.ts'
import { trunkPresets } from '../../telephony/trunks/trunk-presets.ts'
import { CommandFailed } from '../failure.ts'
import { say, sayAside } from '../terminal.ts'
import { type ApiClient, openApi } from './api-client.ts'

export interface TrunkFlags {
  preset?: string
  port?: string
  transport?: string
  username?: string
  'password-file'?: string
  'caller-ids'?: string
  'number-form'?: string
  lines?: string
  priority?: string
  disabled?: boolean
  'auth-name'?: string
  'outbound-proxy'?: string
  'no-options'?: boolean
  'remote-party-id'?: boolean
  'hide-caller-id'?: boolean
  srtp?: string
  keys?: string
  'prefix-rules'?: string
  'simulated-tasks'?: string
  url?: string
}

interface ListedTrunk {
  id: string
  name: string
  isEnabled: boolean
  host: string
  port: number | null
  transport: string
  username: string | null
  priority: number
}

interface Warning {
  message: string
  tasks?: { id: string; taskName: string }[]
}

export async function listTrunksCommand({ url }: { url?: string }): Promise<void> {
  const api = await openApi(readConfig(), url)
  const { rows } = await api.get<{ rows: ListedTrunk[] }>('/api/trunk/list')
  for (const trunk of rows) say(describe(trunk))
}

export async function addTrunkCommand(operands: string[], flags: TrunkFlags): Promise<void> {
  const { 'password-file': file } = flags
  const body = newTrunk(operands, flags, file === undefined ? undefined : await readPassword(file))
  const api: ApiClient = await openApi(readConfig(), flags.url)
  const added = await api.post<ListedTrunk & { warnings: Warning[] }>('/api/trunk/add', body)
  say(describe(added))
  for (const { message, tasks = [] } of added.warnings)
    sayAside([message, ...tasks.map(({ id, taskName }) => `  ${id}  ${printable(taskName)}`)].join('\n'))
}

function describe({ id, name, isEnabled, host, port, transport, username, priority }: ListedTrunk): string {
  const address = `${port === null ? host : `${host}:${port}`} (${transport})`
  const facts = [
    isEnabled ? 'enabled' : 'disabled',
    `priority ${priority}`,
    address,
    username ?? 'no account',
  ]
  return [id, ...facts, printable(name)].join('  ')
}

/** The request for the arguments. The API says what is wrong with a value. */
export function newTrunk([name, host, ...rest]: string[], flags: TrunkFlags, password?: string): object {
  if (!name || !host || rest.length > 0)
    throw new CommandFailed(
      'trunk add needs a name and a host, such as: trunk add "Main carrier" sip.example.com',
    )
  const { transport, username, preset } = flags
  const { 'number-form': numberForm, 'caller-ids': callerIds } = flags
  const numbers = { port: flags.port, lines: flags.lines, priority: flags.priority }
  const given = {
    ...{ name, host, transport, username, password, numberForm },
    ...Object.fromEntries(Object.entries(numbers).map(([field, value]) => [field, asNumber(value)])),
    callerIds: callerIds?.split(',').map((number) => number.trim()),
    isEnabled: flags.disabled ? false : undefined,
    simulatedTasks: flags['simulated-tasks'],
    authName: flags['auth-name'],
    outboundProxy: flags['outbound-proxy'],
    sendsOptions: flags['no-options'] ? false : undefined,
    sendsRemotePartyId: flags['remote-party-id'],
    hidesCallerId: flags['hide-caller-id'],
    srtp: choice('srtp', flags.srtp, SRTP_CHOICES),
    keys: choice('keys', flags.keys, KEY_FORMS),
    prefixRules: flags['prefix-rules']?.split(',').map(readPrefixRule),
  }
  return { ...given, ...(preset !== undefined && byPreset(preset, { host, username, password })) }
}

function choice(option: string, given: string | undefined, choices: readonly string[]): string | undefined {
  if (given !== undefined && !choices.includes(given))
    throw new CommandFailed(`--${option} must be one of ${choices.join(', ')}, not "${given}"`)
  return given
}

/** Such as +49:3:0. A wrong one would send calls to other numbers. */
function readPrefixRule(text: string): PrefixRule {
  const [, match, strip, add] = /^(\+?\d{0,20}):(\d{1,2}):(\+?[\d*#]{0,20})$/.exec(text.trim()) ?? []
  if (match === undefined || add === undefined || Number(strip) > match.length)
    throw new CommandFailed(
      `--prefix-rules must be MATCH:STRIP:ADD, such as +49:3:0, with a STRIP up to the length of MATCH, not "${text}"`,
    )
  return { match, strip: Number(strip), add }
}

function byPreset(name: string, given: Record<'host' | 'username' | 'password', string | undefined>): object {
  const presets = trunkPresets('en')
  const preset = presets.find(({ id }) => id === name)
  if (!preset) {
    const names = presets.map(({ id }) => id).join(', ')
    throw new CommandFailed(`--preset must be one of ${names}, not "${name}"`)
  }
  const options = { host: 'HOST', username: '--username', password: '--password-file' }
  const missing = preset.asksFor.filter((field) => given[field] === undefined)
  if (missing.length > 0)
    throw new CommandFailed(`--preset ${name} needs ${missing.map((field) => options[field]).join(' and ')}`)
  const copied = preset.copies.map(({ field, from }) => [field, given[from]])
  return { ...preset.settings, ...Object.fromEntries(copied) }
}

/** What is no number was refused before. */
const asNumber = (value: string | undefined) => (value === undefined ? undefined : Number(value))

/** On the command line others on the machine could read it. */
async function readPassword(file: string): Promise<string> {
  try {
    return (file === '-' ? await text(process.stdin) : await readFile(file, 'utf8')).replace(/\r?\n$/, '')
  } catch (error) {
    throw new CommandFailed(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}
