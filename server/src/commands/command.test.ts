import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { helpFor, helpForOne, readArguments } from './command.ts'
import { commands } from './command-table.ts'
import { completionCommand } from './completion.ts'
import * as terminal from './terminal.ts'

const read = (...args: string[]) => readArguments(commands, args)
const run = async (...args: string[]) => {
  const request = read(...args)
  if (request.kind !== 'run') throw new Error(`${args} runs nothing`)
  await request.command.run(request.operands, request.flags)
}

describe('arguments', () => {
  it.each<[string[], string, string[], object]>([
    [[], 'serve', [], {}],
    [['--role', 'api'], 'serve', [], { role: 'api' }],
    [['token', 'create', 'Mia', '--scope', 'read'], 'token create', ['Mia'], { scope: 'read' }],
    [
      ['import', 'a.csv', '--create', '--data-source', 'A'],
      'import',
      ['a.csv'],
      { create: true, 'data-source': 'A' },
    ],
    [['check', '--json'], 'check', [], { json: true }],
  ])('%j run %s', (args, name, operands, flags) => {
    const request = read(...args)
    expect(request).toMatchObject({ kind: 'run', command: { name }, operands })
    expect({ ...(request.kind === 'run' && request.flags) }).toEqual(flags)
  })

  it.each<[string[], string]>([
    [['serve', 'twice'], 'there is no command "serve twice": see carillon --help'],
    [['dial'], 'there is no command "dial"'],
    [['help', 'dial'], 'there is no command "dial"'],
    [['token'], 'token needs one of: create, list, revoke'],
    [['token', 'delete'], 'token needs one of: create, list, revoke'],
    [['gateway'], 'gateway needs one of: check'],
    [['--verbose'], "Unknown option '--verbose'"],
    [['check', '--role', 'api'], "Unknown option '--role'"],
  ])('%j are refused', (args, sentence) => {
    expect(() => read(...args)).toThrow(sentence)
  })

  it('checks every number before anything is sent', () => {
    const numbers = commands.flatMap(({ name, options = {} }) =>
      Object.entries(options).flatMap(([option, { value, range }]) =>
        value === 'N' || range ? [{ name, option, range }] : [],
      ),
    )
    expect(numbers.length).toBeGreaterThan(5)
    for (const { name, option, range } of numbers) {
      const words = [...name.split(' '), `--${option}`]
      const [from, to] = range ?? [0, 0]
      expect(range, `${name} --${option} has a range`).toBeDefined()
      for (const given of ['abc', '', '1.5', '-1', '1e3', '0x2', ' 1', `${from - 1}`, `${to + 1}`])
        expect(() => read(...words.slice(0, -1), `--${option}=${given}`), `${words} ${given}`).toThrow(
          `--${option} must be a whole number from ${from} to ${to}, not "${given}"`,
        )
      expect(read(...words, `${to}`)).toMatchObject({ flags: { [option]: `${to}` } })
    }
  })

  it.each<[string[], string]>([
    [['token', 'create'], 'token create needs a name: who will use the token?'],
    [['token', 'create', 'a', 'b'], 'too many arguments: b'],
    [['token', 'create', 'a', '--scope', 'all'], '--scope must be read, write or admin, not "all"'],
    [
      ['token', 'create', 'a', '--expires-in-days', '1.5'],
      '--expires-in-days must be a whole number from 1 to 99999',
    ],
    [['token', 'revoke'], 'token revoke needs the id of a token: see carillon token list'],
    [['serve', '--role', 'boss'], '--role must be api, dialer or all, not "boss"'],
    [['completion', 'tcsh'], 'completion needs one of: bash, zsh, fish'],
  ])('%j are refused by the command', async (args, sentence) => {
    await expect(run(...args)).rejects.toThrow(sentence)
  })
})

describe('help', () => {
  it('names every command, with its options', () => {
    const help = helpFor(commands)
    for (const { name, summary, options = {} } of commands) {
      expect(help).toContain(`  ${name}`)
      expect(help).toContain(summary)
      for (const option of Object.keys(options)) expect(help).toContain(`--${option}`)
    }
  })

  it.each([[['help', 'import']], [['import', '--help']], [['import', 'a.csv', '-h']]])(
    '%j is about one',
    (args) => {
      const request = read(...args)
      expect(request).toMatchObject({ kind: 'help', about: [{ name: 'import' }] })
      expect(request.kind === 'help' && request.about.map(helpForOne).join()).toMatch(
        /^Usage: carillon import FILE \[options\]\n\nImport a CSV/,
      )
    },
  )

  it('of several commands that begin alike explains each', () => {
    const request = read('token', '--help')
    expect(request.kind === 'help' && request.about.map(({ name }) => name)).toEqual([
      'token create',
      'token list',
      'token revoke',
    ])
  })
})

describe('completion', () => {
  function scriptFor(shell: string): string {
    const say = vi.spyOn(terminal, 'say').mockReturnValue()
    completionCommand([shell], commands)
    const [script = ''] = say.mock.calls[0] ?? []
    say.mockRestore()
    return script
  }

  it.skipIf(!existsSync('/bin/bash')).each([
    ['', 'tok', ['token']],
    ['token', '', ['create', 'list', 'revoke']],
    ['token create', '--e', ['--expires-in-days']],
    ['import', '--do', ['--do-not-call']],
  ])('in bash of "carillon %s %s" offers %j', (typed, current, offered) => {
    const words = ['carillon', ...typed.split(' ').filter(Boolean), current]
    const line = words.map((word) => `'${word}'`).join(' ')
    const script = `${scriptFor('bash')}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _carillon; printf '%s\\n' "\${COMPREPLY[@]}"`
    expect(execFileSync('/bin/bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n')).toEqual(
      offered,
    )
  })

  it.each(['zsh', 'fish'])('in %s knows every command', (shell) => {
    const script = scriptFor(shell)
    for (const { name } of commands) for (const word of name.split(' ')) expect(script).toContain(word)
  })
})
