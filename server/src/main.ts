// The command line: finds the command and runs it. An error is printed as one sentence, with a non-zero exit code.
import { helpFor, helpForOne, readArguments } from './commands/command.ts'
import { commands } from './commands/command-table.ts'
import { CommandFailed, explainFailure } from './commands/failure.ts'
import { say, sayAside } from './commands/terminal.ts'
import { VERSION } from './platform/kernel/version.ts'
import { actAs, COMMAND_LINE } from './platform/trail/actor.ts'

async function main(): Promise<void> {
  const request = readArguments(commands, process.argv.slice(2))
  if (request.kind === 'version') say(VERSION)
  else if (request.kind === 'help')
    say(request.about.length === 0 ? helpFor(commands) : request.about.map(helpForOne).join('\n\n'))
  else {
    const run = async () => request.command.run(request.operands, request.flags)
    await (request.command.name === 'serve' ? run() : actAs(COMMAND_LINE, run))
  }
}

// Node would print an uncaught error with all its fields, including rows of the database.
process.on('uncaughtException', (error) => {
  sayAside(`carillon: ${explainFailure(error)}`)
  process.exit(1)
})

// Whoever read the output may have gone, as in `carillon token list | head -1`. The work goes on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

try {
  await main()
} catch (error) {
  sayAside(`carillon: ${explainFailure(error)}`)
  process.exitCode = error instanceof CommandFailed ? error.exitCode : 1
}
