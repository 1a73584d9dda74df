// Builds what has changed since the last time: the server as a bundle, the console with Vite.
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
import { argv, env } from 'node:process'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)
const serverFolder = join(dirname(fileURLToPath(import.meta.url)), '..')
const checkout = join(serverFolder, '..')
const consoleFolder = join(checkout, 'console')
const clientFolder = join(checkout, 'client')
const lock = join(serverFolder, 'dist', '.building')
const LOCK_PATIENCE_MS = 120_000

const parts = [
  {
    name: 'server',
    stamp: join(serverFolder, 'dist', '.built'),
    sources: [join(serverFolder, 'src')],
    command: () => [join(serverFolder, 'bin', 'bundle.js')],
  },
  {
    name: 'console',
    stamp: join(consoleFolder, 'dist', '.built'),
    sources: [
      join(consoleFolder, 'src'),
      join(consoleFolder, 'index.html'),
      join(consoleFolder, 'vite.config.ts'),
      join(clientFolder, 'src'),
      join(serverFolder, 'src', 'platform', 'words'),
    ],
    command: () => [program('vite', 'vite.js'), 'build', consoleFolder, '--logLevel', 'warn'],
  },
]

export function buildWhatChanged() {
  const isAnyOutdated = () => parts.some(isOutdated)
  if (isAnyOutdated()) alone(() => parts.filter(isOutdated).forEach(build))
}

function isOutdated({ stamp, sources }) {
  if (!sources.every((source) => existsSync(source))) return false
  if (!existsSync(stamp)) return true
  const built = statSync(stamp).mtimeMs
  return sources.flatMap(filesOf).some((file) => statSync(file).mtimeMs > built)
}

function filesOf(source) {
  if (statSync(source).isFile()) return [source]
  return readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Two commands at once must not write the same files, nor one run what the other has half written. */
function alone(work) {
  const deadline = Date.now() + LOCK_PATIENCE_MS
  mkdirSync(dirname(lock), { recursive: true })
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

function build({ name, stamp, command }) {
  console.error(`Building the ${name}…`)
  const started = new Date()
  const { status } = spawnSync(process.execPath, command(), {
    stdio: ['ignore', 'inherit', 'inherit'],
    // With another value, as in tests, the console would contain React's development build.
    env: { ...env, NODE_ENV: 'production' },
  })
  if (status !== 0) throw new Error(`there are errors in the ${name}, see above`)
  writeFileSync(stamp, started.toISOString())
  // Whatever is saved while it compiles is newer than the build.
  utimesSync(stamp, started, started)
}

function program(name, file) {
  return join(dirname(require.resolve(`${name}/package.json`)), 'bin', file)
}

if (argv[1] === fileURLToPath(import.meta.url)) buildWhatChanged()
