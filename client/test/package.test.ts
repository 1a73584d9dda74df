// Installs the packed client in an empty project, and uses it from JavaScript and TypeScript against a real service.
import { execFile, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { build } from 'vite'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type Service, startService } from '../../server/test/support/carillon-process.ts'

const run = promisify(execFile)
const clientFolder = fileURLToPath(new URL('..', import.meta.url))
/** `npm install deno` makes it; without it the test of the imports stands in. */
const hasDeno = spawnSync('deno', ['--version']).status === 0
const atEnd: (() => Promise<void>)[] = []
let project: string
let service: Service

beforeAll(async () => {
  project = await mkdtemp(join(inject('scratchFolder'), 'client-'))
  atEnd.push(() => rm(project, { recursive: true, force: true, maxRetries: 5 }))
  await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'plain', type: 'module' }))
  await writeFile(join(project, 'contacts.csv'), 'phoneNumber\n13800138000\n13800138001\nnot a number\n')
  await install()
  service = await startService({
    dataDir: await mkdtemp(join(inject('scratchFolder'), 'client-service-')),
    env: { SIMULATOR: 'answered=100, ring=0-0, talk=0-0', STOP_WAIT: '1' },
    atEnd: (clean) => atEnd.push(clean),
  })
})
afterAll(async () => {
  for (const clean of atEnd.reverse()) await clean()
})

/** Installs like npm, but links the existing dependencies instead of asking a registry. */
async function install(): Promise<void> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', project], {
    cwd: clientFolder,
  })
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as { filename: string }[]
  const modules = join(project, 'node_modules')
  const installed = join(modules, '@carillon/client')
  await mkdir(installed, { recursive: true })
  await run('tar', ['-xzf', join(project, packed?.filename ?? ''), '-C', installed, '--strip-components=1'])
  await linkDependencies(installed, createRequire(join(clientFolder, 'package.json')), modules)
}

async function linkDependencies(folder: string, require: NodeJS.Require, modules: string): Promise<void> {
  const { dependencies = {} } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies)) {
    const found = require.resolve.paths(name)?.map((path) => join(path, name)) ?? []
    const [target] = await existing(found)
    if (!target) throw new Error(`${name} is not installed`)
    await symlink(target, join(modules, name)).catch(() => undefined)
    await linkDependencies(target, createRequire(join(target, 'package.json')), modules)
  }
}

async function existing(folders: string[]): Promise<string[]> {
  const found = await Promise.all(
    folders.map((folder) =>
      readFile(join(folder, 'package.json')).then(
        () => folder,
        () => undefined,
      ),
    ),
  )
  return found.filter((folder) => folder !== undefined)
}

const environment = () => ({ CARILLON_TOKEN: service.token, ADDRESS: service.address })

/** The example of the README with another address, followed by its results. */
async function readmeProgram(): Promise<string> {
  const readme = await readFile(join(clientFolder, 'README.md'), 'utf8')
  const [, example = ''] = /```js\n([\s\S]*?)```/.exec(readme) ?? []
  expect(example).toContain('http://127.0.0.1:3000')
  return `${example.replace("'http://127.0.0.1:3000'", 'process.env.ADDRESS')}
console.log(JSON.stringify({ successCount, failed: details.length, name, text: await content.text() }))`
}

it('runs the example of its README in plain JavaScript', async () => {
  await writeFile(join(project, 'readme.js'), await readmeProgram())
  const { stdout } = await run(process.execPath, ['readme.js'], { cwd: project, env: environment() })
  const found = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
  expect(found).toMatchObject({ successCount: 2, failed: 1 })
  expect(found.name).toMatch(/^task_contacts_.*\.csv$/)
  expect(found.text).toContain('13800138001')
})

it('runs the receiver of its README', async () => {
  const readme = await readFile(join(clientFolder, 'README.md'), 'utf8')
  const [, example = ''] = /## Webhooks\n\n```js\n([\s\S]*?)```/.exec(readme) ?? []
  expect(example).toContain('.listen(8080)')
  const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`
  const body = JSON.stringify({ type: 'task.status', data: { taskId: 'Spring', statusName: 'COMPLETED' } })
  const now = new Date()
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', now, body),
  }
  // It sends itself one webhook that is signed, and one that is not.
  await writeFile(
    join(project, 'receiver.js'),
    `${example.replace('.listen(8080)', '.listen(0)')}
await new Promise((done) => receiver.once('listening', done))
for (const body of [${JSON.stringify(body)}, '{}']) {
  const address = \`http://127.0.0.1:\${receiver.address().port}\`
  const { status } = await fetch(address, { method: 'POST', body, headers: ${JSON.stringify(headers)} })
  console.log(status)
}
process.exit()
`,
  )
  const env = { WEBHOOK_SECRET: secret }
  const { stdout } = await run(process.execPath, ['receiver.js'], { cwd: project, env })
  expect(stdout).toBe('Spring COMPLETED\n204\n401\n')
})

it('needs nothing of Node.js: every import is a file of its own or a package that needs nothing either', async () => {
  const folders = ['@carillon/client/dist', 'openapi-fetch/dist']
  const files = await Promise.all(
    folders.map(async (folder) => {
      const path = join(project, 'node_modules', folder)
      const names = (await readdir(path, { recursive: true })).filter((name) => /\.m?js$/.test(name))
      return Promise.all(names.map((name) => readFile(join(path, name), 'utf8')))
    }),
  )
  const imported = files
    .flat()
    .flatMap((text) => [...text.matchAll(/\bfrom\s*["']([^"']+)["']/g)].map(([, name]) => name))
  expect(imported.length).toBeGreaterThan(5)
  expect(imported.filter((name) => !name?.startsWith('./') && name !== 'openapi-fetch')).toEqual([])
})

it.skipIf(!hasDeno)('runs in Deno', async () => {
  await writeFile(
    join(project, 'deno.js'),
    `import { createClient } from '@carillon/client'
import { WebhookInvalid, verifyWebhook } from '@carillon/client/webhooks'
const client = createClient({ baseUrl: '${service.address}', token: () => '${service.token}' })
const { id } = await client.post('/api/dataSource/add', { body: { dataSourceName: 'Deno' } })
for await (const _ of client.contacts(id)) throw new Error('nobody was added')
await verifyWebhook('', new Headers(), '').catch((error) => console.log(error instanceof WebhookInvalid))
`,
  )
  const args = ['run', '--allow-net', '--node-modules-dir=manual', 'deno.js']
  const { stdout } = await run('deno', args, { cwd: project })
  expect(stdout).toBe('true\n')
})

it('is built into a page', async () => {
  await writeFile(
    join(project, 'page.js'),
    `import { createClient } from '@carillon/client'
import { verifyWebhook } from '@carillon/client/webhooks'
globalThis.carillon = { createClient, verifyWebhook }
`,
  )
  const built = await build({
    ...{ root: project, configFile: false, logLevel: 'silent' },
    build: { write: false, rolldownOptions: { input: join(project, 'page.js') } },
  })
  const [chunk] = (built as { output: { code: string }[] }).output
  expect(chunk?.code).toContain('idempotency-key')
  expect(chunk?.code).not.toMatch(/__vite-browser-external|node:/)
})

it('has types for a TypeScript project without DOM types', async () => {
  await writeFile(
    join(project, 'typed.ts'),
    `import { createClient, type Schemas } from '@carillon/client'
import { ApiError } from '@carillon/client/errors'
import type { ServiceEvent } from '@carillon/client/events'
import { limits } from '@carillon/client/limits'
import { verifyWebhook, type WebhookEvent } from '@carillon/client/webhooks'

const nameOf = (given: WebhookEvent): string | undefined =>
  given.type === 'task.status' ? given.data.taskId : undefined
export const verified = async () => nameOf(await verifyWebhook('', new Headers(), ''))

const client = createClient({ baseUrl: 'http://127.0.0.1:3000', token: () => undefined })
const { total }: { total: number } = await client.get('/api/task/list', { params: { query: { pageSize: 1 } } })
const event = (given: ServiceEvent): string | null => given.data.taskId
export const error: typeof ApiError = ApiError
export const most: number = limits.NewTask.taskName.maxLength
export type Call = Schemas['Call']
// @ts-expect-error a path that does not exist
await client.get('/api/nothing', {})
// @ts-expect-error a number where a string belongs
await client.post('/api/task/publish', { body: { id: 7 } })
export { event, total }
`,
  )
  await symlink(join(clientFolder, '../node_modules/@types'), join(project, 'node_modules/@types'))
  await symlink(
    join(clientFolder, '../node_modules/undici-types'),
    join(project, 'node_modules/undici-types'),
  )
  const tsc = join(clientFolder, '../node_modules/typescript/bin/tsc')
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2023', '--types', 'node']
  const { stdout } = await run(process.execPath, [tsc, ...options, '--module', 'nodenext', 'typed.ts'], {
    cwd: project,
  }).catch((error: { stdout: string }) => error)
  expect(stdout).toBe('')
})

it('uploads from Node.js, and throws API errors', async () => {
  await writeFile(
    join(project, 'wrong.js'),
    `import { createClient } from '@carillon/client'
const client = createClient({ baseUrl: process.env.ADDRESS, token: () => process.env.CARILLON_TOKEN })
const upload = (id, options) =>
  client.importContacts(id, new File(['x\\n'], 'x.csv'), options).catch(({ name, status, message }) => ({ name, status, message }))
const unknown = await upload('01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e')
const aborted = await upload('01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e', { signal: AbortSignal.abort() })
await client.followEvents({ onEvent() {} }, { signal: AbortSignal.abort() })
console.log(JSON.stringify({ unknown, aborted }))
`,
  )
  const { stdout } = await run(process.execPath, ['wrong.js'], { cwd: project, env: environment() })
  expect(JSON.parse(stdout)).toMatchObject({
    unknown: { name: 'ApiError', status: 404 },
    aborted: { name: 'AbortError' },
  })
})
