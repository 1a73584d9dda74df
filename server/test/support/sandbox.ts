// What systemd does to a service, as far as bubblewrap can do it: system calls and kinds of sockets as the unit filters them, an account
// without rights, a read-only machine, folders of its own. Not done here: RestrictNamespaces=, RestrictSUIDSGID=, LockPersonality=,
// ProcSubset= and DevicePolicy=.

import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { hasPrograms } from './programs.ts'

const ALLOW = 0x7fff0000
const REFUSE = 0x00050000
const EPERM = 1
const EAFNOSUPPORT = 97
const FAMILIES: Record<string, number> = { AF_UNIX: 1, AF_INET: 2, AF_INET6: 10, AF_NETLINK: 16 }
const ARCHITECTURES: Record<string, { audit: number; name: string }> = {
  arm64: { audit: 0xc00000b7, name: 'aarch64' },
  x64: { audit: 0xc000003e, name: 'x86_64' },
}

/** Whether bubblewrap is here and may make namespaces, which some containers forbid. */
export function canSandbox(): boolean {
  if (process.platform !== 'linux' || !hasPrograms('bwrap')) return false
  try {
    execFileSync('bwrap', [...asOrdinaryUser(), '--ro-bind', '/', '/', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export function asOrdinaryUser(id = '1000'): string[] {
  return ['--unshare-user', '--uid', id, '--gid', id, '--unshare-ipc', '--cap-drop', 'ALL']
}

function valuesOf(unit: string, name: string): string[] {
  return [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)
}

/** The numbers of the system calls that a unit allows. */
function allowedCalls(unit: string): number[] {
  const allowed = new Set<string>()
  for (const value of valuesOf(unit, 'SystemCallFilter')) {
    const isDenied = value.startsWith('~')
    for (const call of value.replace(/^~/, '').split(' ').flatMap(callsOf)) {
      if (isDenied) allowed.delete(call)
      else allowed.add(call)
    }
  }
  const { name } = architecture()
  const resolve = (call: string) =>
    Number(execFileSync('scmp_sys_resolver', ['-a', name, call], { encoding: 'utf8' }))
  // Calls of other machines have negative numbers.
  return [...allowed].map(resolve).filter((number) => number >= 0)
}

function callsOf(set: string): string[] {
  if (!set.startsWith('@')) return [set]
  const text = execFileSync('systemd-analyze', ['syscall-filter', '--no-pager', set], { encoding: 'utf8' })
  const lines = text
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
  return lines.filter((line) => line !== '' && !line.startsWith('#')).flatMap(callsOf)
}

function architecture() {
  const found = ARCHITECTURES[process.arch]
  if (!found) throw new Error(`no system calls are known for ${process.arch}`)
  return found
}

/** A filter as the kernel takes it (seccomp, classic BPF), in a file. */
export function writeCallFilter(unit: string, file: string): void {
  const steps: [code: number, ifTrue: number, ifFalse: number, value: number][] = []
  const load = (offset: number) => steps.push([0x20, 0, 0, offset])
  const end = (value: number) => steps.push([0x06, 0, 0, value])
  const ifEqual = (value: number, result: number) => {
    steps.push([0x15, 0, 1, value])
    end(result)
  }
  const { audit, name } = architecture()
  load(4)
  steps.push([0x15, 1, 0, audit])
  end(REFUSE | EPERM)
  load(0)
  const socket = Number(execFileSync('scmp_sys_resolver', ['-a', name, 'socket'], { encoding: 'utf8' }))
  const families = valuesOf(unit, 'RestrictAddressFamilies').flatMap((value) => value.split(' '))
  // Behind it: the first argument is loaded, compared with each family, and the call is refused.
  steps.push([0x15, 0, 2 * families.length + 2, socket])
  load(16)
  for (const family of families) ifEqual(FAMILIES[family] ?? -1 >>> 0, ALLOW)
  end(REFUSE | EAFNOSUPPORT)
  for (const number of allowedCalls(unit)) ifEqual(number, ALLOW)
  end(REFUSE | EPERM)

  const program = Buffer.alloc(steps.length * 8)
  for (const [index, [code, ifTrue, ifFalse, value]] of steps.entries()) {
    program.writeUInt16LE(code, index * 8)
    program.writeUInt8(ifTrue, index * 8 + 2)
    program.writeUInt8(ifFalse, index * 8 + 3)
    program.writeUInt32LE(value, index * 8 + 4)
  }
  writeFileSync(file, program)
}
