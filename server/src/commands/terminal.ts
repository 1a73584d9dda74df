// What commands say to people. Whatever it is made of, no control character reaches the terminal.
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
