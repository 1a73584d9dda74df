// Programs of this machine that a test needs, and stand-ins for those that it must not run.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { onTestFinished, vi } from 'vitest'

const folders = () => (process.env['PATH'] ?? '').split(delimiter)

export function hasPrograms(...names: string[]): boolean {
  return names.every((name) => folders().some((folder) => existsSync(join(folder, name))))
}

/** Shell scripts that are found before the programs of the same names, until the test is over. */
export function replacePrograms(folder: string, scripts: Record<string, string>): void {
  mkdirSync(folder)
  for (const [name, script] of Object.entries(scripts))
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  vi.stubEnv('PATH', [folder, ...folders()].join(delimiter))
  onTestFinished(() => void vi.unstubAllEnvs())
}
