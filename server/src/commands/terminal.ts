// Output of commands for people. Control characters are escaped, wherever the text comes from.
import { printable, printableLines } from '../platform/kernel/log/printable.ts'

/** On standard output: results. */
export function say(text: string): void {
  process.stdout.write(`${printableLines(text)}\n`)
}

/** On standard error: everything about the result, and what went wrong. */
export function sayAside(text: string): void {
  process.stderr.write(`${printableLines(text)}\n`)
}

/** On standard error, if it is a terminal: a line that the next one replaces, unless it is the last. */
export function sayInPlace(line: string, isLast: boolean): void {
  const width = process.stderr.columns || 80
  process.stderr.write(`\r\x1b[K${printable(line).slice(0, width - 1)}${isLast ? '\n' : ''}`)
}

export function isErrorTerminal(): boolean {
  return process.stderr.isTTY === true
}

export function isTerminal(): boolean {
  return process.stdout.isTTY === true
}
