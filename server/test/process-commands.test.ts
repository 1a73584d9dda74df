import { beforeAll, describe, expect, it } from 'vitest'
import { tokenCommand } from '../src/commands/token.ts'
import { finish, postgresPid, type Service, serviceOfFile } from './support/carillon-process.ts'
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
    const created = await beside('token', 'create', '  the CRM ', '--scope', 'read', '--expires-in-days', '7')
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
      new RegExp(`^${id}  read   created ${time}  expires ${time}  the CRM$`, 'm'),
    )
    expect(listed.stdout).toMatch(new RegExp(`^\\S+  admin  created ${time}  does not expire  first$`, 'm'))
    expect(listed.stdout).not.toContain(token)

    const revoked = await beside('token', 'revoke', id)
    expect(revoked).toEqual({ code: 0, stdout: `Token ${id} (the CRM) is revoked.\n`, said: '' })
    expect(await statusWith(token, '/api/task/list')).toBe(401)
    const after = await beside('token', 'list')
    expect(after.stdout).toMatch(new RegExp(`^${id}  .* revoked ${time}  the CRM$`, 'm'))
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

describe('token, asked for something that makes no sense', () => {
  it.each<[string[], { scope?: string; expiresInDays?: string }, string]>([
    [[], {}, 'token needs one of: create, list, revoke'],
    [['steal'], {}, 'token needs one of: create, list, revoke'],
    [['create'], {}, 'token create needs a name: who will use the token?'],
    [['create', '  '], {}, 'token create needs a name: who will use the token?'],
    [['create', 'a', 'b'], {}, 'too many arguments: b'],
    [['create', 'a'], { scope: 'root' }, '--scope must be read, write or admin, not "root"'],
    [['create', 'a'], { expiresInDays: '0' }, '--expires-in-days must be a whole number from 1 to 99999'],
    [['create', 'a'], { expiresInDays: '1.5' }, '--expires-in-days must be a whole number from 1 to 99999'],
    [['revoke'], {}, 'token revoke needs the id of a token: see carillon token list'],
  ])('says so: %j %j', async (args, { scope, expiresInDays }, sentence) => {
    await expect(tokenCommand(args, { scope, expiresInDays })).rejects.toThrow(sentence)
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

  it('on a port that is taken is refused, and leaves no database running', async () => {
    const dataDir = await temporaryFolder()
    const { port } = new URL(service.address)
    expect(await finish(['serve'], { env: { DATA_DIR: dataDir, PORT: port } })).toEqual({
      code: 1,
      stdout: '',
      said: `carillon: port ${port} on 127.0.0.1 is taken: stop what uses it, or set PORT to another one\n`,
    })
    expect(postgresPid(dataDir)).toBeUndefined()
    expect((await service.call('/api/task/list'))?.status).toBe(200)
  })
})

describe('the command line', () => {
  it('explains itself', async () => {
    const { code, stdout, said } = await finish(['token', '--help'])
    expect({ code, said }).toEqual({ code: 0, said: '' })
    expect(stdout).toMatch(/^Carillon, an outbound calling service\n\nUsage: carillon <command>\n/)
    for (const name of ['serve', 'token create NAME', 'migrate', 'DATA_DIR', 'DATABASE_URL'])
      expect(stdout).toContain(name)
  })

  it.each<[string[], RegExp]>([
    [['serve', 'twice'], /^carillon: there is no command "serve twice": see carillon --help\n$/],
    [['--verbose'], /^carillon: Unknown option '--verbose'.*: see carillon --help\n$/],
  ])('refuses %j with a sentence', async (args, sentence) => {
    const { code, stdout, said } = await finish(args)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(said).toMatch(sentence)
  })
})
