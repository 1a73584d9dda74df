// The image that `npm run image` makes, run without a container engine: its own root file system, read-only, as its ordinary user.

import { execFileSync } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { whyNoImage, writeImage } from '../../release/write-image.ts'
import { expectPostgresGone, postgresPid, runProgram } from './support/carillon-process.ts'
import { asOrdinaryUser, canSandbox } from './support/sandbox.ts'
import { accessTo } from './support/service-access.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const skipped =
  whyNoImage() ?? (canSandbox() ? undefined : 'bubblewrap is not installed, or may not make namespaces')
if (skipped !== undefined) console.warn(`SKIPPED: the image, because ${skipped}`)

interface ImageConfig {
  User: string
  Env: string[]
  Entrypoint: string[]
  Cmd: string[]
  ExposedPorts: object
  Volumes: object
  StopSignal: string
}

/** Makes the image and lays out its files as a container engine would. */
async function unpackImage(
  folder: string,
): Promise<{ root: string; config: ImageConfig; architecture: string }> {
  const file = await writeImage(folder)
  const archive = join(folder, 'archive')
  const root = join(folder, 'root')
  for (const each of [archive, root]) await mkdir(each)
  execFileSync('tar', ['-xzf', file, '-C', archive])
  const [{ Config, Layers }] = JSON.parse(await readFile(join(archive, 'manifest.json'), 'utf8'))
  for (const layer of Layers) execFileSync('tar', ['-xf', join(archive, layer), '-C', root])
  const { config, architecture } = JSON.parse(await readFile(join(archive, Config), 'utf8'))
  return { root, config, architecture }
}

describe.runIf(skipped === undefined)('the image', () => {
  it('runs as an ordinary user on a read-only file system, answers, and stops on SIGTERM', async () => {
    const folder = await temporaryFolder()
    const { root, config, architecture } = await unpackImage(folder)
    expect(config).toMatchObject({
      User: '10001:10001',
      Volumes: { '/data': {} },
      ExposedPorts: { '3000': {} },
      StopSignal: 'SIGTERM',
    })
    expect(architecture).toBe(process.arch === 'x64' ? 'amd64' : process.arch)

    const data = join(folder, 'data')
    await mkdir(data)
    const env = [...config.Env, 'PORT=0']
      .map((each) => each.split('='))
      .flatMap(([name = '', value = '']) => ['--setenv', name, value])
    const container = [
      ...[...asOrdinaryUser(config.User.split(':')[0]), '--clearenv', ...env],
      ...[
        '--ro-bind',
        root,
        '/',
        '--proc',
        '/proc',
        '--dev',
        '/dev',
        '--tmpfs',
        '/tmp',
        '--bind',
        data,
        '/data',
      ],
    ]
    const writing = runProgram('bwrap', [...container, 'sh', '-c', 'echo > /etc/x'])
    await writing.exited
    expect(writing.stderr()).toContain('Read-only file system')

    const service = runProgram('bwrap', [...container, ...config.Entrypoint, ...config.Cmd])
    const failed = service.exited.then(() => {
      throw new Error(service.stderr())
    })
    failed.catch(() => undefined)
    await Promise.race([expect.poll(() => service.stdout()).toContain('/api/task/list'), failed])
    // bubblewrap passes no signals on; the lock of the data folder names the service itself.
    const pid = Number.parseInt(await readFile(join(data, 'postgres.lock'), 'utf8'), 10)
    onTestFinished(() => void (service.child.exitCode ?? process.kill(pid, 'SIGTERM')))

    const token = (await readFile(join(data, 'access-token'), 'utf8')).trim()
    const port = /Console +http:\S+:(\d+)/.exec(service.stdout())?.[1]
    const access = accessTo(`http://127.0.0.1:${port}`, token)
    for (const path of ['/healthz', '/readyz', '/api/task/list'])
      expect(await access.call(path)).toMatchObject({ status: 200 })
    expect(postgresPid(data)).toBeGreaterThan(0)

    process.kill(pid, 'SIGTERM')
    expect(await service.exited).toEqual({ code: 0, signal: null })
    await expectPostgresGone(data)
  })
})
