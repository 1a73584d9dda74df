import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { VERSION } from '../src/platform/kernel/version.ts'
import { finish, postgresPid, runCarillon, type Service, serviceOfFile } from './support/carillon-process.ts'
import { ID, UNKNOWN_ID } from './support/expectations.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const runningService = serviceOfFile()
let service: Service

beforeAll(() => {
  service = runningService()
})

const beside = (...args: string[]) => finish(args, { env: { DATA_DIR: service.dataDir } })

const statusWith = async (token: string, path: string, init: RequestInit = {}) =>
  (await fetch(service.address + path, { ...init, headers: { authorization: `Bearer ${token}` } })).status

describe('token, beside a running service', () => {
  it('creates, lists and revokes, and each takes hold at once', async () => {
    const limits = ['--expires-in-days', '7', '--calls-per-day', '500']
    const created = await beside('token', 'create', '  the CRM ', '--scope', 'read', ...limits)
    expect(created.code).toBe(0)
    // The token alone is on standard output: TOKEN=$(carillon token create …) works.
    expect(created.stdout).toMatch(/^carillon_[\w-]{43}\n$/)
    const token = created.stdout.trim()
    const id = /Token (\S+) with scope read/.exec(created.said)?.[1] ?? ''
    expect(id).toMatch(ID)
    expect(await statusWith(token, '/api/task/list')).toBe(200)
    expect(await statusWith(token, '/api/task/close', { method: 'POST' })).toBe(403)

    const listed = await beside('token', 'list')
    const time = '[-\\d]{10} [:\\d]{8}'
    expect(listed.stdout).toMatch(
      new RegExp(`^${id}  read   created ${time}  expires ${time}  500 calls a day  the CRM$`, 'm'),
    )
    expect(listed.stdout).toMatch(new RegExp(`^\\S+  admin  created ${time}  does not expire  first$`, 'm'))
    expect(listed.stdout).not.toContain(token)

    const revoked = await beside('token', 'revoke', id)
    expect(revoked).toEqual({ code: 0, stdout: `Token ${id} (the CRM) is revoked.\n`, said: '' })
    expect(await statusWith(token, '/api/task/list')).toBe(401)
    const after = await beside('token', 'list')
    expect(after.stdout).toMatch(new RegExp(`^${id}  .* revoked ${time}  500 calls a day  the CRM$`, 'm'))
    expect(postgresPid(service.dataDir)).toBeDefined()
  })

  it('shows no control character of a name', async () => {
    const created = await beside('token', 'create', 'evil \u001b[2J\u009b31m\nline')
    const id = /Token (\S+) with scope/.exec(created.said)?.[1] ?? ''
    const shown = 'evil \\u001b[2J\\u009b31m\\u000aline'
    expect((await beside('token', 'list')).stdout).toContain(`  ${shown}\n`)
    expect((await beside('token', 'revoke', id)).stdout).toBe(`Token ${id} (${shown}) is revoked.\n`)
    const unknown = await beside('token', 'revoke', '\u001b[2J')
    expect([unknown.code, unknown.said]).toEqual([1, expect.not.stringContaining('\u001b')])
  })

  it('says in a sentence that there is no such token', async () => {
    const said = `carillon: token "${UNKNOWN_ID}" does not exist\n`
    expect(await beside('token', 'revoke', UNKNOWN_ID)).toEqual({ code: 1, stdout: '', said })
  })
})

describe('trunk, beside a running service', () => {
  const trunk = (...args: string[]) => beside('trunk', ...args, '--url', service.address)

  it('adds and lists, and never shows the password', async () => {
    const file = join(await temporaryFolder(), 'password')
    await writeFile(file, 'pass-of-the-trunk\n')
    const account = ['--preset', 'registered', '--username', '4930901820', '--password-file', file]
    const added = await trunk('add', 'Main carrier', 'sip.example.com', '--port', '5070', ...account)
    expect(added).toMatchObject({ code: 0, said: '' })
    expect(added.stdout).toMatch(
      /^\S+ {2}enabled {2}priority 1 {2}sip\.example\.com:5070 \(udp\) {2}4930901820 {2}Main carrier\n$/,
    )
    expect(await trunk('list')).toEqual(added)
    const token = (await readFile(join(service.dataDir, 'access-token'), 'utf8')).trim()
    const [id] = added.stdout.split('  ')
    const read = await fetch(`${service.address}/api/trunk/${id}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await read.json()).toMatchObject({ data: { registers: true, hasPassword: true } })
  })

  it('says in the words of the API what is wrong', async () => {
    const said = 'carillon: host must be a host name or an IP address, without sip: and without a port\n'
    expect(await trunk('add', 'Wrong', 'sip:example.com')).toEqual({ code: 1, stdout: '', said })
  })
})

describe('without a service', () => {
  it('migrate and token make and use the database, and leave nothing running', async () => {
    const dataDir = await temporaryFolder()
    const env = { DATA_DIR: dataDir }
    const migrated = await finish(['migrate'], { env })
    expect(migrated).toMatchObject({ code: 0, said: '' })
    expect(migrated.stdout).toMatch(
      /^applied 1 initial_schema\n(applied \d+ \w+\n)*The schema is at version \d+\.\n$/,
    )
    expect(postgresPid(dataDir)).toBeUndefined()
    expect((await finish(['token', 'create', 'early'], { env })).stdout).toMatch(/^carillon_/)
    expect((await finish(['token', 'list'], { env })).stdout).toMatch(/ write .* early\n$/)
    expect(postgresPid(dataDir)).toBeUndefined()
  })
})

describe('a second service', () => {
  it('on the same folder is refused, and the first goes on', async () => {
    const { dataDir, pid } = service
    const second = await finish(['serve'], { env: { DATA_DIR: dataDir, PORT: '0' } })
    expect(second).toMatchObject({ code: 1, stdout: '' })
    expect(second.said).toMatch(
      new RegExp(`^carillon: the data folder ${dataDir} is in use by another process \\(pid ${pid}\\).*\\n$`),
    )
    expect((await service.call('/api/task/list'))?.status).toBe(200)
  })

  it('on a port that is taken is refused before a database is made', async () => {
    const dataDir = await temporaryFolder()
    const { port } = new URL(service.address)
    expect(await finish(['serve'], { env: { DATA_DIR: dataDir, PORT: port } })).toEqual({
      code: 1,
      stdout: '',
      said: `carillon: port ${port} on 127.0.0.1 is taken: stop what uses it, or set PORT to another one\n`,
    })
    // None was made.
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    expect((await service.call('/api/task/list'))?.status).toBe(200)
  })
})

describe('the command line', () => {
  it('explains itself', async () => {
    const { code, stdout, said } = await finish(['--help'])
    expect({ code, said }).toEqual({ code: 0, said: '' })
    expect(stdout).toMatch(/^Carillon, an outbound calling service\n\nUsage: carillon <command>\n/)
    for (const name of ['serve', 'token create NAME', 'migrate', 'DATA_DIR', 'DATABASE_URL'])
      expect(stdout).toContain(name)
  })

  it('refuses what it does not know with a sentence', async () => {
    expect(await finish(['serve', 'twice'])).toEqual({
      code: 1,
      stdout: '',
      said: 'carillon: there is no command "serve twice": see carillon --help\n',
    })
  })

  it('goes on when nobody reads its output any more', async () => {
    const command = runCarillon(['help'])
    command.child.stdout?.destroy()
    expect(await command.exited).toEqual({ code: 0, signal: null })
    expect(command.stderr()).toBe('')
  })

  it('says where the data are, and its version', async () => {
    expect(await beside('where')).toEqual({ code: 0, stdout: `${service.dataDir}\n`, said: '' })
    expect(await finish(['--version'])).toMatchObject({ code: 0, stdout: `${VERSION}\n` })
  })
})
