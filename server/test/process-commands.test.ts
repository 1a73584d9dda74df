import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { VERSION } from '../src/platform/kernel/version.ts'
import {
  finish,
  jsonBody,
  postgresPid,
  runCarillon,
  type Service,
  serviceOfFile,
} from './support/carillon-process.ts'
import { ID, UNKNOWN_ID } from './support/expectations.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url))
const runningService = serviceOfFile()
let service: Service

beforeAll(() => {
  service = runningService()
})

const beside = (...args: string[]) => finish(args, { env: { DATA_DIR: service.dataDir } })

const statusWith = async (token: string, path: string, init: RequestInit = {}) =>
  (await fetch(service.address + path, { headers: { authorization: `Bearer ${token}` }, ...init })).status

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
    expect(added).toMatchObject({ code: 0, said: expect.stringContaining('at most 3 times in 24 hours') })
    expect(added.stdout).toMatch(
      /^\S+ {2}enabled {2}priority 1 {2}sip\.example\.com:5070 \(udp\) {2}4930901820 {2}Main carrier\n$/,
    )
    expect(await trunk('list')).toEqual({ code: 0, stdout: added.stdout, said: '' })
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

describe('doctor, beside a running service', () => {
  it('says what is open, and fails if that is a problem', async () => {
    const file = join(service.dataDir, 'access-token')
    const closed = await beside('doctor', '--security')
    expect(closed).toMatchObject({ code: 0, said: '' })
    expect(closed.stdout).toContain('warning  tokens of scope admin that never expire: "first"\n')
    await chmod(file, 0o644)
    const open = await beside('doctor', '--security', '--json')
    await chmod(file, 0o600)
    expect(open.code).toBe(1)
    const { findings } = JSON.parse(open.stdout) as { findings: object[] }
    const text = `${file} can be read by others than its owner: chmod 600 it`
    expect(findings).toContainEqual({ level: 'problem', text })
  })
})

describe('audit verify, beside a running service', () => {
  it('compares the trail with its seals and with a head', async () => {
    const verified = await beside('audit', 'verify', '--json')
    expect(verified).toMatchObject({ code: 0, said: '' })
    expect(JSON.parse(verified.stdout)).toMatchObject({ findings: [], forgottenBefore: null })
    expect((await beside('audit', 'verify')).stdout).toMatch(
      /^All [\d,]+ sealed rows are as they were sealed \([\d,]+ seals\)\.$/m,
    )
    const other = await beside('audit', 'verify', '--head', `7:${'ab'.repeat(32)}`)
    expect(other).toMatchObject({
      ...{ code: 1, said: '' },
      stdout: expect.stringMatching(
        /^the seals do not contain the given head: .*\nThe audit trail was changed/s,
      ),
    })
  })

  it('says in a sentence what is no head', async () => {
    const said =
      'carillon: --head must be a number, a colon and 64 hexadecimal digits, as in the log (got "7:ab")\n'
    expect(await beside('audit', 'verify', '--head', '7:ab')).toEqual({ code: 1, stdout: '', said })
  })
})

describe('the first call of the README', () => {
  it.each(['README.md', 'README.zh-CN.md'])('is taken as %s has it for curl', async (page) => {
    const text = await readFile(join(CHECKOUT, page), 'utf8')
    const body = /\/api\/call -d '(\{[\s\S]*?\})'/.exec(text)?.[1] ?? ''
    const token = (await readFile(join(service.dataDir, 'access-token'), 'utf8')).trim()
    expect(
      await statusWith(token, '/api/call', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      }),
    ).toBe(200)
  })

  it('is placed by its TypeScript', async () => {
    const text = await readFile(join(CHECKOUT, 'README.md'), 'utf8')
    const program = /```ts\n([\s\S]*?)```/.exec(text)?.[1] ?? ''
    const folder = await temporaryFolder()
    await symlink(join(CHECKOUT, 'node_modules'), join(folder, 'node_modules'))
    await symlink(service.dataDir, join(folder, 'data'))
    const file = join(folder, 'hello.mts')
    await writeFile(file, program.replace('http://127.0.0.1:3000', service.address))
    const tsx = join(CHECKOUT, 'node_modules/tsx/dist/cli.mjs')
    const args = [tsx, '--conditions=carillon-source', file]
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder })
    expect(stdout).toContain("phoneNumber: '13800138000'")
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

describe('secrets renew, beside a running service', () => {
  it('seals what is stored with another key, which the service takes up', async () => {
    const hook = { url: 'https://203.0.113.7/hook', events: ['task.status'] }
    const added = await service.call<{ id: string }>('/api/webhook/add', jsonBody(hook))
    const file = join(service.dataDir, 'secret-key')
    const [before = ''] = (await readFile(file, 'utf8')).split('\n')
    const { code, stdout } = await beside('secrets', 'renew')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^\d+ secrets? sealed with a new key, the first line of \S+secret-key\.\n$/)
    const [after, second] = (await readFile(file, 'utf8')).split('\n')
    expect(after).toMatch(/^[0-9a-f]{64}$/)
    expect([after === before, second]).toEqual([false, before])
    const system = await service.call<{ problems: { code: string }[] }>('/api/system')
    expect(system?.data.problems.map((problem) => problem.code)).not.toContain('secret_key_missing')
    await service.call('/api/webhook/delete', jsonBody({ id: added?.data.id }))
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
