import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  addDataSource,
  expectPostgresGone,
  finish,
  jsonBody,
  postgresPid,
  type RunOptions,
  runCarillon,
  type Service,
  startService,
} from './support/carillon-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { openSocket } from './support/upload-by-hand.ts'

const run = promisify(execFile)
const NOBODY = { uid: 65_534, gid: 65_534 }
const anEmptyList = { code: 0, message: 'success', data: { total: 0, rows: [] } }

/** What the operator would copy from the screen. */
async function tryIt({ banner }: Service): Promise<unknown> {
  const [line = 'false'] = /^ *curl .*$/m.exec(banner) ?? []
  const { stdout } = await run('bash', ['-c', line], { env: { PATH: process.env.PATH } })
  return JSON.parse(stdout)
}

/** A folder to run in, as an ordinary user even if the tests are run by root: other files have root start it. */
async function ordinaryUser(): Promise<{ home: string; options: RunOptions }> {
  const home = await temporaryFolder()
  const options: RunOptions = { cwd: home, env: { HOME: home } }
  if (process.getuid?.() !== 0) return { home, options }
  await chown(home, NOBODY.uid, NOBODY.gid)
  const asNobody = { ...options, user: NOBODY }
  const { code, said } = await finish(['--help'], asNobody)
  if (code === 0) return { home, options: asNobody }
  console.warn(`started by root, for an ordinary user cannot run this checkout: ${said}`)
  return { home, options }
}

beforeAll(async () => {
  // What is not built yet is built by whoever owns the checkout.
  await run(process.execPath, ['server/bin/carillon.js', '--help'], {
    cwd: join(import.meta.dirname, '../..'),
  })
})

describe('the service', () => {
  it('says at its start where everything is, stops in order, and knows everything at the next start', async () => {
    const { home, options } = await ordinaryUser()
    // Relative to where it is run, and with a name that means something to a shell.
    const first = await startService({ ...options, dataDir: `it's "$HOME" & more` })
    const { banner, token, dataDir, address } = first
    expect(dataDir).toBe(join(home, `it's "$HOME" & more`))
    expect(banner).toMatch(/^ {2}Console +http:\/\/127\.0\.0\.1:\d+$/m)
    expect(banner).toMatch(/^ {2}API reference +http:\/\/127\.0\.0\.1:\d+\/docs$/m)
    expect(banner).toContain(`  ${dataDir}/postgres\n`)
    expect(token).toMatch(/^carillon_[\w-]{43}$/)
    // Standard output is no terminal here.
    expect(banner).toContain(`Access token   in ${dataDir}/access-token\n`)
    expect(banner).not.toContain(token)
    expect(await tryIt(first)).toEqual(anEmptyList)
    for (const name of ['access-token', 'number-key', 'secret-key'])
      expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600)
    for (const name of ['access-token', 'number-key', 'secret-key', 'postgres'])
      expect(statSync(join(dataDir, name)).uid).toBe(options.user?.uid ?? process.getuid?.())
    const docs = await fetch(`${address}/docs`)
    expect([docs.status, docs.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/html'),
    ])
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    expect((await fetch(`${address}/api/task/list`)).status).toBe(401)
    await addDataSource(first, 'kept')
    const lists = (await first.call('/api/doNotCall/list'))?.data
    expect(lists).toMatchObject({ total: 1, rows: [{ isGlobal: true, entryCount: 0 }] })
    const { rows } = lists as { rows: { id: string }[] }
    await first.call('/api/doNotCall/delete', jsonBody({ id: rows[0]?.id }))
    expect(postgresPid(dataDir)).toBeDefined()
    // A connection that says nothing must not hold up the stop: that would be an error in the log.
    const silent = await openSocket(Number(new URL(address).port))
    silent.on('error', () => undefined)
    expect(await first.end('SIGTERM')).toEqual({ code: 0, signal: null })
    silent.destroy()
    expect(postgresPid(dataDir)).toBeUndefined()

    const second = await startService({ ...options, dataDir, env: { ...options.env, LOG_LEVEL: 'info' } })
    expect(second.banner).not.toContain('Access token')
    expect(await tryIt(second)).toEqual(anEmptyList)
    const kept = await second.call('/api/dataSource/list?dataSourceName=kept')
    expect(kept?.data).toMatchObject({ total: 1 })
    // Only the start that makes the database adds a do-not-call list.
    expect((await second.call('/api/doNotCall/list'))?.data).toMatchObject({ total: 0 })
    // npm passes on a Ctrl-C that the whole process group got: it comes twice. Two equal signals could arrive as one.
    second.child.kill('SIGINT')
    expect(await second.end('SIGTERM')).toEqual({ code: 0, signal: null })
    expect(second.stderr()).toContain('"msg":"stopping"')
    expect(postgresPid(dataDir)).toBeUndefined()
    for (const { stderr } of [first, second]) expect(stderr()).not.toContain('"level":50')
  })

  it('ends in order when its terminal is closed in the middle of its start', async () => {
    const dataDir = join(await temporaryFolder(), 'new')
    await mkdir(dataDir)
    const command = runCarillon(['serve'], { env: { PORT: '0', DATA_DIR: dataDir } })
    for (const stream of [command.child.stdout, command.child.stderr]) stream?.destroy()
    await expect.poll(() => postgresPid(dataDir), { interval: 5 }).toBeDefined()
    expect(await command.end('SIGHUP')).toEqual({ code: 0, signal: null })
    await expectPostgresGone(dataDir)
  })
})
