// Progress on standard error: a bar on a terminal, otherwise a line for every tenth.
import { isErrorTerminal, sayAside, sayInPlace } from './terminal.ts'

const BAR_WIDTH = 30

export interface Progress {
  /** From 0 to 1; undefined while it is not known. */
  share: number | undefined
  /** What is said either way. */
  text: string
  /** What is worth saying only while it changes before one's eyes. */
  more?: string
}

export function createProgressLine(): (now: Progress, isLast: boolean) => void {
  let lastTenth = -1
  return (now, isLast) => {
    if (isErrorTerminal()) return sayInPlace(barOf(now), isLast)
    const tenth = now.share === undefined ? undefined : Math.floor(now.share * 10)
    if (tenth === undefined || tenth !== lastTenth) sayAside(now.text)
    lastTenth = tenth ?? lastTenth
  }
}

export function barOf({ share, text, more }: Progress): string {
  if (share === undefined) return text
  const bar = '#'.repeat(share * BAR_WIDTH).padEnd(BAR_WIDTH, '.')
  const percent = `${Math.floor(share * 100)}%`.padStart(5)
  return `[${bar}]${percent}  ${text}${more === undefined ? '' : `, ${more}`}`
}

/** 1234567 as 1,234,567. */
export function inDigits(count: number): string {
  return count.toLocaleString('en-US')
}
