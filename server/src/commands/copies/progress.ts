// The progress of a backup or a restore, on a terminal only: what matters is in the last line, and in the exit code.
import { isErrorTerminal, sayInPlace } from '../terminal.ts'

const BAR_WIDTH = 30
const MIN_MS = 100

/** Shows a line at most ten times a second. */
export function createProgress(): { show(line: string): void; end(): void } {
  let shownMs = 0
  return {
    show(line) {
      if (!isErrorTerminal() || performance.now() - shownMs < MIN_MS) return
      shownMs = performance.now()
      sayInPlace(line, false)
    },
    end() {
      // Leaves an empty line, which the next output uses.
      if (shownMs > 0) sayInPlace('', false)
    },
  }
}

export function progressLine(share: number, what: string): string {
  const done = Math.min(share, 1)
  const bar = '#'.repeat(done * BAR_WIDTH).padEnd(BAR_WIDTH, '.')
  return `[${bar}]${`${Math.floor(done * 100)}%`.padStart(5)}  ${what}`
}
