// The processor time of other processes, from /proc.

import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks a second: the same on every Linux. */
const TICKS = 100

/** Seconds that the process has used so far; 0 where /proc does not exist. */
export function processorSecondsOf(pid: number | string): number {
  const [user = 0, system = 0] = statOf(pid).slice(11, 13)
  return (Number(user) + Number(system)) / TICKS
}

/** What /proc says of a process, from its state on; empty where it does not exist. */
function statOf(pid: number | string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  } catch {
    return []
  }
}

/** The same for a process, its children, and those of them that have ended. */
export function processorSecondsOfFamily(pid: number): number {
  const own = statOf(pid)
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter((fields) => Number(fields[1]) === pid)
  const ticks = [...[own, ...children].flatMap((fields) => fields.slice(11, 13)), ...own.slice(13, 15)]
  return ticks.reduce((sum, count) => sum + Number(count), 0) / TICKS
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
