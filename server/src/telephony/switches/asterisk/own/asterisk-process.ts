// Asterisk as a child process that never outlives us. A shell runs it and waits at a pipe that we hold open: when we close it, or when we
// are killed, the shell asks Asterisk to end, which hangs up its calls, and kills it if it does not. The shell has its own process group, so that Ctrl-C
// in a terminal reaches us and not Asterisk.
import { spawn } from 'node:child_process'
import { open } from 'node:fs/promises'
import { limitOutput, readLastLines } from '../../../../platform/kernel/files/output-file.ts'
import type { Program } from './debian-packages.ts'

export interface AsteriskProcess {
  /** A sentence fragment such as `ended with code 1`. */
  exited: Promise<string>
  /** Resolves when it has ended. */
  stop(): Promise<void>
  /** The last lines it wrote since it was started. */
  readOutput(): Promise<string>
}

interface StartOptions {
  program: Program
  /** The path of asterisk.conf. */
  configuration: string
  logFile: string
  /** To end calls on the other side; then it is killed. */
  patienceSeconds: number
  account: { cwd: string; uid?: number; gid?: number }
}

/** A shell closes the input of what it runs in the background, so the pipe is handed on as file 3. */
const GUARD = `exec 3<&0
patience=$1; shift
"$@" </dev/null 3<&- &
asterisk=$!
( read -r _ <&3; kill -TERM $asterisk; sleep $patience; kill -KILL $asterisk ) 2>/dev/null >/dev/null &
guard=$!
exec 3<&- </dev/null
wait $asterisk
code=$?
kill $guard 2>/dev/null
exit $code`

const FIRST_SIGNAL_CODE = 128

export async function startAsteriskProcess(options: StartOptions): Promise<AsteriskProcess> {
  const { program, configuration, logFile, patienceSeconds, account } = options
  const log = await open(logFile, 'a', 0o600)
  try {
    const logStart = (await log.stat()).size
    const asterisk = [program.command, ...program.args, '-f', '-C', configuration]
    const child = spawn('/bin/sh', ['-c', GUARD, 'sh', String(patienceSeconds), ...asterisk], {
      ...account,
      env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' },
      detached: true,
      stdio: ['pipe', log.fd, log.fd],
    })
    // Before anything is awaited: a program that fails at once would otherwise end unnoticed.
    const exited = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(`could not be run (${error.message})`))
      child.once('exit', (code, signal) => resolve(describeExit(code, signal)))
    })
    // The shell may end before we do.
    child.stdin?.on('error', () => undefined)
    limitOutput(logFile, exited)
    return {
      exited,
      async stop() {
        child.stdin?.destroy()
        await exited
      },
      readOutput: () => readLastLines(logFile, logStart).catch(() => ''),
    }
  } finally {
    await log.close()
  }
}

function describeExit(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal) return `was ended by ${signal}`
  // A shell says so if a signal has ended what it runs.
  if (code !== null && code > FIRST_SIGNAL_CODE) return `was ended by signal ${code - FIRST_SIGNAL_CODE}`
  return `ended with code ${code}`
}
