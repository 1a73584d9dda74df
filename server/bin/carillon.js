#!/usr/bin/env node
// The command as it is run from a checkout: compiles what has changed since the last time, then runs it.
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const server = join(dirname(fileURLToPath(import.meta.url)), '..')
const dist = join(server, 'dist')
const stamp = join(dist, '.built')
const lock = join(dist, '.building')
const LOCK_PATIENCE_MS = 120_000

try {
  if (existsSync(join(server, 'src')) && isOutdated()) alone(() => isOutdated() && build())
} catch (error) {
  console.error(`carillon: the checkout cannot be built: ${error.message.split('\n', 1)}`)
  process.exit(1)
}
await import('../dist/main.js')

function isOutdated() {
  if (!existsSync(stamp)) return true
  const built = statSync(stamp).mtimeMs
  return readdirSync(join(server, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .some((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs > built)
}

/** Two commands at once must not write the same files, nor one run what the other has half written. */
function alone(work) {
  const deadline = Date.now() + LOCK_PATIENCE_MS
  mkdirSync(dist, { recursive: true })
  while (!takeLock(Date.now() > deadline)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
  try {
    work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function takeLock(isOverdue) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  if (isOverdue || !isBuilding()) rmSync(lock, { force: true })
  return false
}

/** Whether the one who has the lock is alive; it may have given it back by now. */
function isBuilding() {
  try {
    const pid = Number(readFileSync(lock, 'utf8'))
    // Empty between its making and its first byte.
    if (pid > 0) process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}

function build() {
  console.error('Building…')
  const require = createRequire(import.meta.url)
  const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc')
  const started = new Date()
  const { status } = spawnSync(process.execPath, [compiler, '-p', server], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the compiler found errors, see above')
  writeFileSync(stamp, started.toISOString())
  // Whatever is saved while it compiles is newer than the build.
  utimesSync(stamp, started, started)
}
