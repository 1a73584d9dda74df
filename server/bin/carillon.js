#!/usr/bin/env node
// The command as it is run from a checkout: compiles what has changed since the last time, then runs it.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const server = join(dirname(fileURLToPath(import.meta.url)), '..')
const stamp = join(server, 'dist', '.built')

if (existsSync(join(server, 'src')) && isOutdated()) build()
await import('../dist/main.js')

function isOutdated() {
  if (!existsSync(stamp)) return true
  const built = statSync(stamp).mtimeMs
  const sources = readdirSync(join(server, 'src'), { recursive: true, withFileTypes: true })
  return sources.some(
    (entry) => entry.isFile() && statSync(join(entry.parentPath, entry.name)).mtimeMs > built,
  )
}

function build() {
  console.error('Building…')
  const require = createRequire(import.meta.url)
  const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc')
  const started = new Date()
  const { status } = spawnSync(process.execPath, [compiler, '-p', server], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(stamp, started.toISOString())
}
