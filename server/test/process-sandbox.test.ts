// The service and its PostgreSQL under what the systemd unit allows, on machines where systemd does not run.

import { chmod, mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { renderUnit } from '../src/commands/service/unit.ts'
import { CARILLON, expectPostgresGone, finish, postgresPid, runProgram } from './support/carillon-process.ts'
import { hasPrograms } from './support/programs.ts'
import { asOrdinaryUser, canSandbox, writeCallFilter } from './support/sandbox.ts'
import { accessTo } from './support/service-access.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const canFilter = canSandbox() && hasPrograms('systemd-analyze', 'scmp_sys_resolver')
if (!canFilter)
  console.warn(
    'SKIPPED: the filters of the systemd unit: bubblewrap, systemd-analyze and scmp_sys_resolver are needed',
  )
const settings = '/etc/carillon/carillon.env'
const unit = renderUnit({
  node: process.execPath,
  program: CARILLON,
  settings,
  dataDir: '/var/lib/carillon',
  stopWaitSeconds: 30,
  writable: [],
})

/** The folders that systemd makes for the service, which are all that it may write to. */
async function sandbox() {
  const folder = await temporaryFolder()
  const filter = join(folder, 'filter')
  writeCallFilter(unit, filter)
  const own = Object.fromEntries(['state', 'cache', 'runtime'].map((name) => [name, join(folder, name)]))
  for (const path of Object.values(own)) {
    await mkdir(path)
    await chmod(path, 0o700)
  }
  const { state = '', cache = '', runtime = '' } = own
  const args = [
    ...asOrdinaryUser(),
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...['--tmpfs', '/tmp', '--tmpfs', '/var/tmp', '--tmpfs', '/home', '--tmpfs', '/root'],
    // Where a test's own program and folders may be.
    ...['--ro-bind', join(dirname(CARILLON), '../..'), join(dirname(CARILLON), '../..')],
    ...['--ro-bind', dirname(process.execPath), dirname(process.execPath)],
    ...Object.values(own).flatMap((path) => ['--bind', path, path]),
  ]
  const env = {
    PORT: '0',
    DATA_DIR: state,
    CACHE_DIRECTORY: cache,
    RUNTIME_DIRECTORY: runtime,
  }
  const run = (program: string, ...words: string[]) =>
    runProgram('sh', ['-c', `exec bwrap --seccomp 9 "$@" 9<'${filter}'`, 'sh', ...args, program, ...words], {
      env,
    })
  return { run, state, runtime }
}

describe.runIf(canFilter)('under the filters of the systemd unit', () => {
  it('what they forbid is forbidden', async () => {
    const { run, state } = await sandbox()
    const forbidden = run('sh', '-c', `chown 1:1 ${state}; unshare -n true; touch /etc/x /tmp/y && ls /tmp`)
    await forbidden.exited
    expect(forbidden.stderr()).toMatch(/chown: .*Operation not permitted/)
    expect(forbidden.stderr()).toMatch(/unshare: .*Operation not permitted/)
    expect(forbidden.stderr()).toMatch(/\/etc\/x.*Read-only file system/)
  })

  it.each(['127.0.0.1', '0.0.0.0'])(
    'the service runs on %s, with a socket that others find, and stops cleanly',
    async (host) => {
      // The checkout is read-only there, so it is built before.
      await finish(['--version'])
      const { run, state, runtime } = await sandbox()
      const service = run('env', `HOST=${host}`, process.execPath, CARILLON, 'serve')
      const failed = service.exited.then(() => {
        throw new Error(service.stderr())
      })
      failed.catch(() => undefined)
      await Promise.race([expect.poll(() => service.stdout()).toContain('/api/task/list'), failed])

      // bubblewrap passes no signals on; the lock of the data folder names the service itself.
      const servicePid = Number.parseInt(await readFile(join(state, 'postgres.lock'), 'utf8'), 10)
      onTestFinished(() => void (service.child.exitCode ?? process.kill(servicePid, 'SIGTERM')))

      const address = /Console +(\S+)/.exec(service.stdout())?.[1] ?? ''
      const token = (await readFile(join(state, 'access-token'), 'utf8')).trim()
      const access = accessTo(address.replace('0.0.0.0', '127.0.0.1'), token)
      expect(await access.call('/readyz')).toMatchObject({ status: 200 })
      expect(await access.call('/api/task/list')).toMatchObject({ status: 200 })

      // A command outside, which does not see the service's /tmp.
      const pid = (await readFile(join(state, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
      expect(pid[4]).toMatch(new RegExp(`^${runtime}/`))
      const { code, stdout } = await finish(['token', 'list'], { env: { DATA_DIR: state } })
      expect([code, stdout]).toEqual([0, expect.stringContaining('admin')])

      expect(postgresPid(state)).toBeGreaterThan(0)
      process.kill(servicePid, 'SIGTERM')
      expect(await service.exited).toEqual({ code: 0, signal: null })
      await expectPostgresGone(state)
    },
  )
})
