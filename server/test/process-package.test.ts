// The npm package as a user gets it: packed, installed by an ordinary account without install scripts, in a folder that only root may
// write, and used with no network but its own.
import { execFile, execFileSync } from 'node:child_process'
import { chmod, chown, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { writePackage } from '../../release/write-package.ts'
import { VERSION } from '../src/platform/kernel/version.ts'
import { runProgram } from './support/carillon-process.ts'
import { freePort } from './support/free-port.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const run = promisify(execFile)
const USE = fileURLToPath(new URL('./support/use-package.script.mjs', import.meta.url))
const isRoot = process.getuid?.() === 0
/** nobody, where the tests run as root. */
const account = isRoot ? { uid: 65534, gid: 65534 } : {}
/** What runs a command in a network of its own that has only loopback; none where the system does not allow that. */
function closedNetwork(): string[] {
  const enter = ['unshare', ...(isRoot ? [] : ['--map-root-user']), '--net', '--', 'sh', '-c']
  const drop = isRoot ? 'exec setpriv --reuid=65534 --regid=65534 --clear-groups "$@"' : 'exec "$@"'
  try {
    execFileSync(enter[0] ?? '', [...enter.slice(1), 'ip link set lo up', 'sh'], { stdio: 'ignore' })
    return [...enter, `ip link set lo up && ${drop}`, 'sh']
  } catch {
    console.warn('SKIPPED: the network of the installed package cannot be closed here')
    return isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : []
  }
}

it('installs, starts, imports, calls, backs up and restores', async () => {
  const folder = await temporaryFolder()
  const packed = await writePackage(folder)
  const program = join(folder, 'program')
  const own = join(folder, 'own')
  for (const each of [program, own]) {
    await mkdir(each)
    if (account.uid !== undefined) await chown(each, account.uid, account.gid)
  }
  await chmod(packed, 0o644)
  const npm = [
    'install',
    '--prefix',
    program,
    '--ignore-scripts',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    packed,
  ]
  await run('npm', npm, {
    ...account,
    cwd: own,
    env: { ...process.env, HOME: own, npm_config_cache: join(own, 'npm') },
  })
  if (isRoot) await run('chown', ['-R', 'root:root', program])
  await run('chmod', ['-R', 'a-w', program])

  const command = join(program, 'node_modules', 'carillon', 'bin', 'carillon.js')
  const [first = process.execPath, ...rest] = [...closedNetwork(), process.execPath, USE, command, own]
  const isClosed = first === 'unshare'
  const { stdout } = await run(first, rest, { cwd: own })
  await run('chmod', ['-R', 'u+w', program])
  expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toEqual({
    dataDir: join(own, 'home', '.local', 'share', 'carillon'),
    pages: [200, 200, 200],
    imported: expect.objectContaining({ successCount: 2 }),
    exported: expect.stringContaining('13800138001'),
    stopCode: 0,
    sameExport: true,
    hasNetwork: !isClosed,
  })
  expect(await readdir(join(own, 'home'))).not.toContain('data')
})

it('is installed and tried as docs/install.md says, block by block', async () => {
  const folder = await temporaryFolder()
  const packed = await writePackage(folder)
  const own = join(folder, 'own')
  await mkdir(own)
  const port = await freePort()
  const docs = await readFile(new URL('../../docs/install.md', import.meta.url), 'utf8')
  const text = docs
    .replaceAll('npx carillon', `npx --yes --package ${packed} carillon`)
    .replaceAll('--global carillon', `--global --ignore-scripts ${packed}`)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`)
  const blocksOf = (title: string) =>
    [...(sectionOf(text, title).matchAll(/^```sh ?(\S*)\n([\s\S]*?)^```/gm) ?? [])].map(
      ([, needs = '', block = '']) => ({
        needs,
        block,
      }),
    )
  const env = {
    ...process.env,
    HOME: own,
    PORT: String(port),
    LOG_LEVEL: 'warn',
    DATA_DIR: join(own, 'data'),
    npm_config_prefix: join(own, 'global'),
    PATH: `${join(own, 'global', 'bin')}:${process.env.PATH}`,
  }
  const [start, look, ...others] = blocksOf('Try it')
  expect([start?.needs, look?.needs, others]).toEqual(['service', '', []])
  const service = runProgram('sh', ['-c', `exec ${start?.block}`], {
    env: env as Record<string, string>,
    cwd: own,
  })
  await new Promise<void>((resolve, reject) => {
    service.child.stdout?.on('data', () => service.stdout().includes('/api/task/list') && resolve())
    service.exited.then(() => reject(new Error(service.stderr())))
  })
  const looked = await run('sh', ['-ec', look?.block ?? ''], { env, cwd: own })
  expect(JSON.parse(looked.stdout)).toMatchObject({ code: 0, data: { version: VERSION } })
  process.kill(-service.pid, 'SIGTERM')
  await service.exited

  const [install, ...more] = blocksOf('npm')
  expect(more).toEqual([])
  const { stdout } = await run('sh', ['-ec', install?.block ?? ''], { env, cwd: own })
  expect(stdout).toContain(`${VERSION}\nCarillon, an outbound calling service\n`)
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(env.DATA_DIR)
})

function sectionOf(docs: string, title: string): string {
  return docs.split(/^## /m).find((section) => section.startsWith(`${title}\n`)) ?? ''
}
