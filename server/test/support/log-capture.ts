// A logger as in production, whose lines a test can read.

import type { Logger } from 'pino'
import { createLog } from '../../src/platform/kernel/log/log.ts'

interface LogCapture {
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
  return { log: createLog({ level, destination: { write } }), lines, text: () => texts.join('') }
}
