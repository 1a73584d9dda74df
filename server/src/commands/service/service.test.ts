import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { hasPrograms, replacePrograms } from '../../../test/support/programs.ts'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'
import * as terminal from '../terminal.ts'
import { installService } from './install.ts'
import type { Machine } from './machine.ts'
import { removeService, showLogs, showService } from './status.ts'
import { renderUnit } from './unit.ts'

// Programs that note what they are asked to do; the state of the unit is a file.
const fakesFor = (root: string) => ({
  systemctl: `echo "systemctl $*" >> "${root}/done"
case "$1" in
  restart) echo active > "${root}/state" ;;
  disable) echo inactive > "${root}/state" ;;
  is-active) cat "${root}/state"; grep -qx active "${root}/state" ;;
  is-enabled) echo enabled ;;
esac`,
  useradd: `echo "useradd $*" >> "${root}/done"; touch "${root}/account"`,
  id: `[ -e "${root}/account" ] || exit 1; case "$1" in -u) echo ${process.getuid?.()} ;; -g) echo ${process.getgid?.()} ;; esac`,
  journalctl: `echo "journalctl $*" >> "${root}/done"; echo "the last line"`,
})

let machine: Machine
let root: string
let said: string[]

beforeEach(async () => {
  root = await temporaryFolder()
  mkdirSync(join(root, 'run/systemd/system'), { recursive: true })
  writeFileSync(join(root, 'state'), 'inactive\n')
  writeFileSync(join(root, 'done'), '')
  replacePrograms(join(root, 'fakes'), fakesFor(root))
  said = []
  const say = vi.spyOn(terminal, 'say').mockImplementation((text) => void said.push(text))
  const aside = vi.spyOn(terminal, 'sayAside').mockReturnValue()
  onTestFinished(() => {
    say.mockRestore()
    aside.mockRestore()
    process.exitCode = undefined
  })
  // Paths that every Linux machine lets everyone read.
  machine = {
    root,
    platform: 'linux',
    isRoot: true,
    isCheckout: false,
    node: '/bin/sh',
    program: '/etc/passwd',
  }
})

const done = () => readFileSync(join(root, 'done'), 'utf8')
const settingsPath = () => join(root, 'etc/carillon/carillon.env')
const unitPath = () => join(root, 'etc/systemd/system/carillon.service')

function writeSettings(text: string): void {
  mkdirSync(join(root, 'etc/carillon'), { recursive: true })
  writeFileSync(settingsPath(), text)
}

async function freePort(): Promise<number> {
  const server = createSocketServer().listen(0, '127.0.0.1')
  await new Promise((ready) => server.once('listening', ready))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}

function answeringOn(port: number, status = 200): Server {
  const server = createServer((_request, answer) => answer.writeHead(status).end('{"status":"ok"}'))
  onTestFinished(() => void server.close())
  return server.listen(port, '127.0.0.1')
}

/** A service that ends is started again after a while. */
function endAtOnce(): void {
  const fake = join(root, 'fakes/systemctl')
  writeFileSync(fake, readFileSync(fake, 'utf8').replace('echo active >', 'echo activating >'))
}

/** Installs on a free port; the service answers once it has been started. */
async function install(settings = ''): Promise<number> {
  const port = await freePort()
  writeSettings(`PORT=${port}\n${settings}`)
  const installed = installService(machine)
  await Promise.race([expect.poll(done).toContain('systemctl restart carillon.service'), installed])
  answeringOn(port)
  await installed
  return port
}

describe('service install', () => {
  it('makes the account and the unit, starts it, and says where everything is', async () => {
    const port = await install()
    expect(done()).toMatch(/^useradd --system --user-group .*--shell \/usr\/sbin\/nologin .*carillon\n/m)
    const changes = done()
      .split('\n')
      .filter((line) => /^systemctl (daemon|enable|restart)/.test(line))
    expect(changes).toEqual([
      'systemctl daemon-reload',
      'systemctl enable carillon.service',
      'systemctl restart carillon.service',
    ])
    expect(readFileSync(unitPath(), 'utf8')).toContain('\nExecStart=/bin/sh /etc/passwd serve\n')
    expect(statSync(unitPath()).mode & 0o777).toBe(0o644)
    const [words] = said
    expect(words).toContain(`Console       http://127.0.0.1:${port}`)
    expect(words).toContain('Access token  sudo cat /var/lib/carillon/access-token')
    expect(words).toContain('Data          /var/lib/carillon')
    expect(words).toContain(settingsPath())
    expect(words).toContain('carillon service logs')
  })

  it('writes settings with examples once, which only root and the service can read', async () => {
    // Whether the default port is free here does not matter.
    endAtOnce()
    await expect(installService(machine)).rejects.toThrow()
    const text = readFileSync(settingsPath(), 'utf8')
    expect(statSync(settingsPath()).mode & 0o777).toBe(0o640)
    expect(text).toContain('# DATABASE_URL=')
    expect(text.split('\n').filter((line) => line && !line.startsWith('#'))).toEqual([])
  })

  it('keeps the account and the settings when it is run again, and restarts', async () => {
    await install('LINES=7')
    const before = readFileSync(settingsPath(), 'utf8')
    writeFileSync(unitPath(), 'of an older version')
    await installService(machine)
    expect(readFileSync(settingsPath(), 'utf8')).toBe(before)
    expect(readFileSync(unitPath(), 'utf8')).toContain('ExecStart=')
    expect(done().match(/^useradd/gm)).toHaveLength(1)
    expect(done().match(/^systemctl restart/gm)).toHaveLength(2)
  })

  it('lets the service write to the folders of its settings, and waits for its stop', async () => {
    await install(`DATA_DIR=/srv/carillon\nBACKUP_DIR='/srv/back up'\nSTOP_WAIT=600`)
    const unit = readFileSync(unitPath(), 'utf8')
    expect(unit).toContain('\nReadWritePaths=-/srv/carillon\nReadWritePaths="-/srv/back up"\n')
    expect(unit).toContain(' carillon:carillon /srv/carillon\n')
    expect(unit).toContain('\nTimeoutStopSec=690s\n')
    expect(statSync(join(root, 'srv/back up')).mode & 0o777).toBe(0o700)
    expect(said.join()).toContain('sudo cat /srv/carillon/access-token')
  })

  it.each<[string, Partial<Machine>, string]>([
    ['macOS', { platform: 'darwin' }, 'macOS has no systemd: let launchd run "carillon serve"'],
    ['a Linux without systemd', { root: '/nowhere' }, 'systemd does not run here'],
    ['an ordinary user', { isRoot: false }, 'needs root: sudo carillon service install'],
    [
      'a checkout',
      { isCheckout: true },
      'a checkout is not run as a service: install Node.js and Carillon for all users',
    ],
    [
      'a Node.js in a home folder',
      { node: '/root/.nvm/versions/node/v24.1.0/bin/node' },
      '/root/.nvm/versions/node/v24.1.0/bin/node is below /root, which the service cannot see: install Node.js and',
    ],
    ['a package of npx', { program: '/home/ann/.npm/_npx/1/bin/carillon.js' }, 'is below /home, which'],
    [
      'an ordinary user with both',
      { isRoot: false, program: '/home/ann/carillon.js' },
      'is below /home, which',
    ],
  ])('refuses %s in one sentence', async (_title, facts, sentence) => {
    await expect(installService({ ...machine, ...facts })).rejects.toThrow(sentence)
    expect(existsSync(unitPath())).toBe(false)
    expect(done()).toBe('')
  })

  it.runIf(process.platform === 'linux')('refuses a program that others cannot read', async () => {
    const folder = join(root, 'closed')
    mkdirSync(folder, { mode: 0o700 })
    writeFileSync(join(folder, 'carillon.js'), '')
    // Not under /tmp, which is refused by its name.
    const program = join('/proc/self/root', folder, 'carillon.js')
    await expect(installService({ ...machine, program })).rejects.toThrow(
      `${join('/proc/self/root', folder)} is closed to others`,
    )
  })

  it.each([
    ['PORT=many', 'carillon.env cannot be used: PORT must be'],
    ['PORT=0', 'carillon.env cannot be used: PORT must be a fixed one'],
    ['DATA_DIR=data', 'DATA_DIR of a service must be a whole path such as /srv/carillon, not "data"'],
  ])('with %s restarts nothing', async (text, sentence) => {
    writeSettings(text)
    await expect(installService(machine)).rejects.toThrow(sentence)
    expect(done()).not.toContain('restart')
  })

  it('says that the port is taken before it starts anything', async () => {
    const port = await freePort()
    answeringOn(port)
    writeSettings(`PORT=${port}`)
    await expect(installService(machine)).rejects.toThrow(`port ${port} on 127.0.0.1 is taken`)
    expect(done()).not.toContain('restart')
  })

  it('shows the last lines of a service that has ended', async () => {
    endAtOnce()
    writeSettings(`PORT=${await freePort()}`)
    await expect(installService(machine)).rejects.toThrow(
      'the service is installed but does not run, its state is "activating". Its last lines:\nthe last line',
    )
  })
})

describe('service status', () => {
  it('shows what an administrator asks for', async () => {
    const port = await install()
    said.length = 0
    await showService(machine)
    expect(said.join()).toMatch(/State +running and ready\n +Starts with the machine +yes/)
    expect(said.join()).toContain(`http://127.0.0.1:${port}`)
    expect(process.exitCode).toBeUndefined()
  })

  it('ends with 1 if the service does not run', async () => {
    await install()
    writeFileSync(join(root, 'state'), 'failed\n')
    await showService(machine)
    expect(said.join()).toContain('not ready: its state is "failed"')
    expect(process.exitCode).toBe(1)
  })

  it('ends with 1 if it is not ready, and says why', async () => {
    const port = await freePort()
    writeSettings(`PORT=${port}`)
    mkdirSync(join(root, 'etc/systemd/system'), { recursive: true })
    writeFileSync(unitPath(), '')
    writeFileSync(join(root, 'state'), 'active\n')
    await showService(machine)
    answeringOn(port, 503)
    await showService(machine)
    expect(said[0]).toContain(`not ready: it does not answer at http://127.0.0.1:${port}`)
    expect(said[1]).toContain('not ready: it answers 503: {"status":"ok"}')
    expect(process.exitCode).toBe(1)
  })

  it('of a machine without it says how to install it', async () => {
    await expect(showService(machine)).rejects.toThrow(
      'the service is not installed: sudo carillon service install',
    )
    await expect(showLogs(machine, { follow: false, lines: undefined })).rejects.toThrow('is not installed')
  })
})

describe('service logs', () => {
  it('asks the journal', async () => {
    await install()
    await showLogs(machine, { follow: true, lines: '5' })
    expect(done()).toContain('journalctl --unit carillon.service --lines 5 --output cat --follow\n')
    await expect(showLogs(machine, { follow: false, lines: 'all' })).rejects.toThrow(
      '--lines must be a whole number',
    )
  })
})

describe('service remove', () => {
  it('stops and removes the unit, and keeps data and settings', async () => {
    await install()
    said.length = 0
    await removeService(machine)
    expect(done()).toContain('systemctl disable --now carillon.service\n')
    expect(existsSync(unitPath())).toBe(false)
    expect(existsSync(settingsPath())).toBe(true)
    expect(said[0]).toContain('Kept are the data in /var/lib/carillon, the settings in')
    await removeService(machine)
    expect(said[1]).toContain('there is nothing to remove')
  })
})

describe('the unit', () => {
  const facts = {
    node: '/usr/bin/node',
    program: '/opt/car illon/100%/bin/carillon.js',
    settings: '/etc/carillon/carillon.env',
    dataDir: '/var/lib/carillon',
  }
  const unit = renderUnit({ ...facts, node: process.execPath, stopWaitSeconds: 30, writable: [] })

  it('has a value everywhere, and names files as systemd reads them', () => {
    expect(unit).not.toMatch(/@[A-Z]/)
    expect(unit).toContain('"/opt/car illon/100%%/bin/carillon.js" serve\n')
  })

  it.runIf(hasPrograms('systemd-analyze'))(
    'is understood by systemd, and leaves the service few ways to do harm',
    async () => {
      const file = join(root, 'carillon.service')
      writeFileSync(
        file,
        renderUnit({
          ...facts,
          node: process.execPath,
          program: '/etc/passwd',
          stopWaitSeconds: 30,
          writable: ['/srv/a b'],
        }),
      )
      // The test's own Node.js stands for any; its warnings about other units of this machine do not count.
      const ask = (...args: string[]) =>
        execFileSync('systemd-analyze', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
      ask('verify', '--man=no', file)
      const [, exposure] =
        /Overall exposure level .*: ([\d.]+)/.exec(ask('security', '--offline=true', '--no-pager', file)) ??
        []
      expect(Number(exposure)).toBeLessThanOrEqual(1.5)
    },
  )
})
