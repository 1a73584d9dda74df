// Completion of commands and options in a shell, written from the table of commands.
import type { Command } from './command.ts'
import { CommandFailed } from './failure.ts'
import { say } from './terminal.ts'

const scripts: Record<string, (commands: readonly Command[]) => string> = { bash, zsh, fish }

export function completionCommand([shell = '', ...rest]: string[], commands: readonly Command[]): void {
  const script = scripts[shell]
  if (!script || rest.length > 0)
    throw new CommandFailed(`completion needs one of: ${Object.keys(scripts).join(', ')}`)
  say(script(commands))
}

/** What can follow the words that have been typed: the next words of commands, and the options of a whole one. */
function nextWords(commands: readonly Command[]): Map<string, string[]> {
  const next = new Map<string, string[]>()
  const add = (typed: string, word: string) => {
    const words = next.get(typed) ?? []
    if (!words.includes(word)) next.set(typed, [...words, word])
  }
  for (const { name, options = {} } of commands) {
    const words = name.split(' ')
    for (const [index, word] of words.entries()) add(words.slice(0, index).join(' '), word)
    for (const option of Object.keys(options)) add(name, `--${option}`)
  }
  for (const option of ['help', '--help', '--version']) add('', option)
  return next
}

function bash(commands: readonly Command[]): string {
  const cases = [...nextWords(commands)].map(
    ([typed, words]) => `    "${typed}") next="${words.join(' ')}" ;;`,
  )
  return `# Completion of carillon for bash.
_carillon() {
  local word typed="" next="" current="\${COMP_WORDS[COMP_CWORD]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] || typed="\${typed:+$typed }$word"
  done
  case "$typed" in
${cases.join('\n')}
  esac
  if [[ -n $next ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$next" -- "$current")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
}
complete -F _carillon carillon`
}

function zsh(commands: readonly Command[]): string {
  const cases = [...nextWords(commands)].map(
    ([typed, words]) => `    "${typed}") next=(${words.join(' ')}) ;;`,
  )
  return `#compdef carillon
# Completion of carillon for zsh.
_carillon() {
  local -a next
  local typed="\${(j: :)\${(@)words[2,CURRENT-1]:#-*}}"
  case "$typed" in
${cases.join('\n')}
  esac
  if (( $#next )); then compadd -- $next; else _files; fi
}
_carillon "$@"`
}

function fish(commands: readonly Command[]): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`
  const lines = commands.flatMap(({ name, summary, options = {} }) => {
    const words = name.split(' ')
    const seen = words.slice(0, -1).map((word) => `__fish_seen_subcommand_from ${word}`)
    const when = seen.length > 0 ? seen.join('; and ') : '__fish_use_subcommand'
    const whole = words.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ')
    return [
      `complete -c carillon -f -n ${quoted(when)} -a ${quoted(words.at(-1) ?? '')} -d ${quoted(summary)}`,
      ...(seen.length > 0
        ? [`complete -c carillon -f -n __fish_use_subcommand -a ${quoted(words[0] ?? '')}`]
        : []),
      ...Object.entries(options).map(
        ([option, { value, text }]) =>
          `complete -c carillon -n ${quoted(whole)} -l ${option}${value === undefined ? '' : ' -r'} -d ${quoted(text)}`,
      ),
    ]
  })
  return ['# Completion of carillon for fish.', ...new Set(lines)].join('\n')
}
