// The log of the process: one JSON object per line. Every logger is created here, so that all treat errors alike.
import { type Logger, pino } from 'pino'
import { describeLoggedError } from './logged-error.ts'
import { printableLines } from './printable.ts'

/** The logger interface of all parts, so that they depend on no logging library. pino's loggers implement it. */
export interface Log {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

interface LogOptions {
  level: string
  destination: { write(line: string): void }
}

/** For code that creates child loggers: a child's serializers replace its parent's. */
export const serializers = { err: (error: unknown) => describeLoggedError(error) }

export function createLog({ level, destination }: LogOptions): Logger {
  const options = { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime, serializers }
  // JSON does not escape all control characters, and a log may be read on a terminal.
  return pino(options, { write: (line: string) => destination.write(printableLines(line)) })
}

/** Standard error, written in the background so that a slow reader does not block the process. */
export function createLogDestination() {
  return pino.destination({ dest: 2, sync: false })
}

export function createSilentLog(): Logger {
  return pino({ level: 'silent' })
}
