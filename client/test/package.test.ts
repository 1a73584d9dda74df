// Installs the packed client in an empty project, and uses it from JavaScript and TypeScript against a real service.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type Service, startService } from '../../server/test/support/carillon-process.ts'

const run = promisify(execFile)
const clientFolder = fileURLToPath(new URL('..', import.meta.url))
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

it('has types for a TypeScript project without DOM types', async () => {
  await writeFile(
    join(project, 'typed.ts'),
    `import { createClient, type Schemas } from '@carillon/client'
import { ApiError } from '@carillon/client/errors'
import type { ServiceEvent } from '@carillon/client/events'
import { limits } from '@carillon/client/limits'

const client = createClient({ baseUrl: 'http://127.0.0.1:3000', token: () => undefined })
const { total }: { total: number } = await client.get('/api/task/list', { params: { query: { pageSize: 1 } } })
const event = (given: ServiceEvent): string => given.data.taskId
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
