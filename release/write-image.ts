// Writes an image for this machine's kind of processor, without a base image and a registry: buildah puts the root file system
// into an archive that docker and podman load. deploy/image/Containerfile makes an image for several processors.

import { execFileSync, spawnSync } from 'node:child_process'
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createGzip } from 'node:zlib'
import { USER_ID, writeRootFiles } from './root-files.ts'
import { checkout, writePackage } from './write-package.ts'

/** Why no image can be written here, or undefined. */
export function whyNoImage(): string | undefined {
  if (process.platform !== 'linux') return 'an image without a base image is made on Linux'
  if (spawnSync('buildah', ['--version']).status !== 0) return 'buildah is not installed'
  return undefined
}

/** Returns the file, in the format that `docker load` and `podman load` take. */
export async function writeImage(target = join(checkout, 'build')): Promise<string> {
  const packed = await writePackage(target)
  const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'))
  const file = join(target, `carillon-${version}-image-${process.arch}.tar.gz`)
  const work = mkdtempSync(join(tmpdir(), 'carillon-image-'))
  try {
    const root = join(work, 'root')
    writeRootFiles(packed, root)
    const archive = join(work, 'image.tar')
    build(work, root, archive, version)
    await pipeline(createReadStream(archive), createGzip(), createWriteStream(file))
    return file
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** A store of its own, so that nothing of this machine's images is touched, on any file system. */
function build(work: string, root: string, file: string, version: string): void {
  const store = ['--root', join(work, 'store'), '--runroot', join(work, 'run'), '--storage-driver', 'vfs']
  const buildah = (command: string, ...args: string[]) =>
    execFileSync('buildah', [...store, command, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    }).trim()

  const container = buildah('from', 'scratch')
  buildah('copy', '--quiet', '--chown', '0:0', container, root, '/')
  // Volumes begin with the owner of the folder that they cover.
  buildah('copy', '--quiet', '--chown', `${USER_ID}:${USER_ID}`, container, join(root, 'data'), '/data')
  const env = [
    'PATH=/usr/bin:/bin',
    'NODE_ENV=production',
    'HOST=0.0.0.0',
    'DATA_DIR=/data',
    'CACHE_DIRECTORY=/data/cache',
  ]
  const settings = [
    ...env.flatMap((each) => ['--env', each]),
    ...['--user', `${USER_ID}:${USER_ID}`, '--workingdir', '/data', '--volume', '/data', '--port', '3000'],
    ...['--stop-signal', 'SIGTERM', '--entrypoint', '["carillon"]', '--cmd', 'serve'],
    ...['--label', `org.opencontainers.image.version=${version}`],
    ...['--label', 'org.opencontainers.image.licenses=Apache-2.0'],
  ]
  buildah('config', ...settings, container)
  buildah('commit', '--quiet', '--rm', container, `docker-archive:${file}:carillon:${version}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const why = whyNoImage()
  process.stdout.write(why === undefined ? `${await writeImage()}\n` : `SKIPPED: the image, because ${why}\n`)
}
