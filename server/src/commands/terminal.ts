// Output of commands for people. Control characters are escaped, wherever the text comes from.
import { printableLines } from '../kernel/printable.ts'

/** On standard output: results. */
export function say(text: string): void {
  process.stdout.write(`${printableLines(text)}\n`)
}

/** On standard error: everything about the result, and what went wrong. */
export function sayAside(text: string): void {
  process.stderr.write(`${printableLines(text)}\n`)
}

export function isTerminal(): boolean {
  return process.stdout.isTTY === true
}
