// What a command of the command line is, how arguments find theirs, and how commands explain themselves.
import { parseArgs } from 'node:util'
import { CommandFailed } from './failure.ts'

export type Flags = Record<string, string | boolean | undefined>

export interface CommandOption {
  /** What its value is called in the help; an option without a value is on or off. */
  value?: string
  /** The value is a whole number in this range. It is checked before the command runs. */
  range?: readonly [from: number, to: number]
  text: string
}

export interface Command {
  /** As it is typed, such as `token create`. */
  name: string
  /** What follows it, such as `NAME`. */
  operands?: string
  summary: string
  options?: Readonly<Record<string, CommandOption>>
  /** More than the summary, for `carillon help COMMAND`. */
  details?: string
  run(operands: string[], flags: Flags): Promise<void> | void
}

/** What the arguments ask for; help about no command is help for all. */
export type Request =
  | { kind: 'run'; command: Command; operands: string[]; flags: Flags }
  | { kind: 'help'; about: Command[] }
  | { kind: 'version' }

/** What runs if no command is named. */
const DEFAULT = 'serve'

export function readArguments(commands: readonly Command[], args: string[]): Request {
  const words = args.slice(0, args.findIndex((arg) => arg.startsWith('-')) >>> 0)
  const options = args.slice(words.length)
  const wantsHelp = options.some((option) => option === '--help' || option === '-h')
  if (words[0] === 'help' || wantsHelp) {
    const named = words[0] === 'help' ? words.slice(1) : words
    return { kind: 'help', about: named.length === 0 ? [] : mustFind(commands, named) }
  }
  if (words[0] === 'version' || options[0] === '--version' || options[0] === '-v') return { kind: 'version' }

  const command = findCommand(commands, words.length === 0 ? [DEFAULT] : words)
  if (!command) {
    const family = words[0] === undefined ? [] : startingWith(commands, words.slice(0, 1))
    if (family.length > 0)
      throw new CommandFailed(`${words[0]} needs one of: ${family.map(lastWord).join(', ')}`)
    throw unknown(words)
  }
  const { values, positionals } = parseArgs({
    args: args.slice(words.length === 0 ? 0 : command.name.split(' ').length),
    allowPositionals: true,
    options: Object.fromEntries(
      Object.entries(command.options ?? {}).map(([name, { value }]) => [
        name,
        { type: value === undefined ? ('boolean' as const) : ('string' as const) },
      ]),
    ),
  })
  if (command.operands === undefined && positionals.length > 0) throw unknown([...words])
  refuseWrongNumbers(command, values)
  return { kind: 'run', command, operands: positionals, flags: values }
}

/** A wrong number must not become a missing one on its way: what it stands for would happen with the default. */
function refuseWrongNumbers({ options = {} }: Command, flags: Flags): void {
  for (const [name, { range }] of Object.entries(options)) {
    const given = flags[name]
    if (!range || typeof given !== 'string') continue
    const [from, to] = range
    if (/^\d{1,15}$/.test(given) && Number(given) >= from && Number(given) <= to) continue
    throw new CommandFailed(`--${name} must be a whole number from ${from} to ${to}, not "${given}"`)
  }
}

/** The one with the longest name that the words begin with. */
function findCommand(commands: readonly Command[], words: string[]): Command | undefined {
  const begins = ({ name }: Command) => `${words.join(' ')} `.startsWith(`${name} `)
  return commands.filter(begins).sort((a, b) => b.name.length - a.name.length)[0]
}

function startingWith(commands: readonly Command[], words: string[]): Command[] {
  return commands.filter(({ name }) => `${name} `.startsWith(`${words.join(' ')} `))
}

function mustFind(commands: readonly Command[], words: string[]): Command[] {
  const family = startingWith(commands, words)
  const one = findCommand(commands, words)
  if (family.length > 0) return family
  if (one) return [one]
  throw unknown(words)
}

function unknown(words: string[]): CommandFailed {
  return new CommandFailed(`there is no command "${words.join(' ')}": see carillon --help`)
}

function lastWord({ name }: Command): string {
  return name.slice(name.lastIndexOf(' ') + 1)
}

const SETTINGS = `Settings come from the environment: HOST, PORT, DATA_DIR, DATABASE_URL, ACCESS_TOKEN, TIME_ZONE,
DEFAULT_COUNTRY, LOG_LEVEL, RATE_LIMIT, MAX_CALLS_PER_TOKEN_PER_DAY, TRUST_PROXY, METRICS, LINES, CALLS_PER_SECOND, STOP_WAIT (see docs/operations.md); GATEWAY, and
those of the gateway it names (see docs/gateways.md). NAME_FILE reads a secret from a file.`

export function helpFor(commands: readonly Command[]): string {
  const lines = commands.flatMap((command) => [
    `  ${usage(command).padEnd(24)} ${command.summary}`,
    ...optionLines(command, '      '),
  ])
  return [
    'Carillon, an outbound calling service',
    '',
    'Usage: carillon <command>',
    '',
    'Commands:',
    ...lines,
    '',
    'Options:',
    '  -h, --help               Explain all commands, or one: carillon token --help',
    '  -v, --version            Print the version',
    '',
    SETTINGS,
  ].join('\n')
}

export function helpForOne(command: Command): string {
  const { summary, details, options = {} } = command
  return [
    `Usage: carillon ${usage(command)}${Object.keys(options).length > 0 ? ' [options]' : ''}`,
    '',
    `${summary}.`,
    ...(details === undefined ? [] : ['', details]),
    ...(Object.keys(options).length > 0 ? ['', 'Options:', ...optionLines(command, '  ')] : []),
  ].join('\n')
}

function usage({ name, operands }: Command): string {
  return operands === undefined ? name : `${name} ${operands}`
}

function optionLines({ options = {} }: Command, indent: string): string[] {
  return Object.entries(options).map(([name, { value, text }]) => {
    const shown = value === undefined ? `--${name}` : `--${name} ${value}`
    return `${indent}${shown.padEnd(22)} ${text}`
  })
}
