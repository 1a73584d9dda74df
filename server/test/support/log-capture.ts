// A logger as in production, whose lines a test can read.

import { type Logger, pino } from 'pino'

export interface LogCapture {
  log: Logger
  lines: Record<string, unknown>[]
  /** Everything that was logged, as text. */
  text(): string
}

export function captureLog(level = 'info'): LogCapture {
  const texts: string[] = []
  const lines: Record<string, unknown>[] = []
  const write = (text: string) => {
    texts.push(text)
    lines.push(JSON.parse(text))
  }
  return { log: pino({ level }, { write }), lines, text: () => texts.join('') }
}
