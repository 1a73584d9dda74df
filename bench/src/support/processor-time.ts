// The processor time of other processes, from /proc.

import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks a second: the same on every Linux. */
const TICKS = 100

/** Seconds that the process has used so far; 0 where /proc does not exist. */
export function processorSecondsOf(pid: number | string): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / TICKS
  } catch {
    return 0
  }
}

/** The same for all processes whose command line contains this text. */
export function processorSeconds(text: string): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && commandOf(name).includes(text))
  return pids.reduce((sum, pid) => sum + processorSecondsOf(pid), 0)
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
