// Assistants, with the client of the protocol's own SDK: over HTTP against the whole service, and over standard input and output through
// the command.

import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { CARILLON } from './support/carillon-process.ts'
import { createFilesApp } from './support/files-app.ts'
import { openForFile } from './support/open-for-file.ts'

const app = await openForFile(createFilesApp())

interface AssistantOptions {
  scope?: 'read' | 'write'
  assistantMayCall?: boolean
  maxCallsPerDay?: number
  /** What the person answers; without it the program cannot ask. */
  answer?: 'yes' | 'no' | 'decline'
  transport?: 'http' | 'stdio'
}

let assistants = 0

async function connect({
  scope = 'write',
  assistantMayCall,
  maxCallsPerDay,
  answer,
  transport = 'http',
}: AssistantOptions = {}) {
  assistants += 1
  const { token } = await app.tokens.create({
    name: `assistant ${assistants}`,
    scope,
    assistantMayCall,
    maxCallsPerDay,
  })
  const asked: string[] = []
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: answer === undefined ? {} : { elicitation: { form: {} } } },
  )
  if (answer !== undefined)
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      asked.push(params.message)
      return answer === 'decline'
        ? { action: 'decline' }
        : { action: 'accept', content: { confirm: answer === 'yes' } }
    })
  await client.connect(transport === 'http' ? overHttp(token) : overStdio(token))
  onTestFinished(() => client.close())
  const tools = async () => (await client.listTools()).tools.map(({ name }) => name)
  async function use(name: string, given: Record<string, unknown> = {}) {
    const { content, isError = false } = await client.callTool({ name, arguments: given })
    const [{ text }] = content as [{ text: string }]
    return { isError, text, data: isError ? undefined : JSON.parse(text) }
  }
  return { asked, tools, use, token }
}

function overHttp(token: string): StreamableHTTPClientTransport {
  const headers = { authorization: `Bearer ${token}` }
  return new StreamableHTTPClientTransport(new URL(`${app.address}/mcp`), { requestInit: { headers } })
}

function overStdio(token: string): StdioClientTransport {
  return new StdioClientTransport({
    command: process.execPath,
    args: [CARILLON, 'mcp', '--url', app.address],
    env: { ACCESS_TOKEN: token, PATH: '/usr/bin:/bin' },
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stderr: 'ignore',
  })
}

const READING = [
  ...['list_tasks', 'get_task', 'explain_task', 'preview_task', 'count_contacts'],
  ...['report', 'number_history', 'list_data_sources'],
]
const PREPARING = ['draft_task', 'check_flow', 'preview_flow', 'preview_import']
const RINGING = ['publish_task', 'resume_task', 'recall_contacts', 'call_number']
const flow = { steps: [{ id: 'hello', type: 'say', text: 'Hello' }] }

let drafts = 0

async function draft(): Promise<string> {
  drafts += 1
  return app.addTask(`draft ${drafts}`, await app.addDataSource(`list ${drafts}`, ['13800138000']))
}

const statusOf = async (id: string) =>
  (await app.get<{ status: number }>(`/api/task/detail/${id}`)).body.data.status

describe('an assistant', () => {
  it.each(['http', 'stdio'] as const)(
    'reads and prepares, and finds no tool that makes phones ring, over %s',
    async (transport) => {
      const { tools, use } = await connect({ transport })
      expect(await tools()).toEqual([...READING, ...PREPARING])
      const taskId = await draft()
      expect((await use('get_task', { taskId })).data).toMatchObject({ id: taskId, contactCount: 1 })
      expect((await use('explain_task', { taskId })).data).toMatchObject({ state: 'draft' })
      expect((await use('preview_task', { taskId })).isError).toBe(false)
      expect((await use('count_contacts', { taskId })).data.states).toMatchObject({ notDialed: 1 })
      expect((await use('list_tasks', { taskName: 'draft' })).data.rows.length).toBeGreaterThan(0)
      const period = { from: '2026-01-01 00:00:00', to: '2026-02-01 00:00:00' }
      expect((await use('report', period)).isError).toBe(false)
      expect((await use('number_history', { phoneNumber: '13800138000' })).isError).toBe(false)
      expect((await use('check_flow', { flow })).isError).toBe(false)
      expect((await use('preview_flow', { flow, events: [{ wait: true }] })).isError).toBe(false)
      expect((await use('publish_task', { taskId })).text).toContain('there is no tool publish_task')
      expect(await statusOf(taskId)).toBe(0)
    },
  )

  it('drafts a task and previews an import, which call and import nobody', async () => {
    const { use } = await connect()
    const dataSourceId = await app.addDataSource('prepared')
    const made = await use('draft_task', {
      taskName: 'by an assistant',
      dataSourceId,
      settings: { priority: 1 },
    })
    expect(await statusOf(made.data.id)).toBe(0)
    const content = 'phoneNumber,name\n13800138000,Ann\n'
    const seen = await use('preview_import', { dataSourceId, content })
    expect(seen.data).toMatchObject({ status: 'uploaded', preview: { phoneColumn: expect.any(Number) } })
    const { body } = await app.get<{ total: number }>(`/api/dataSource/${dataSourceId}/contacts`)
    expect(body.data.total).toBe(0)
  })

  it('with a token that only reads has only tools that read, and is told the errors of the API', async () => {
    const { tools, use } = await connect({ scope: 'read', assistantMayCall: true })
    expect(await tools()).toEqual(READING)
    const unknown = await use('get_task', { taskId: 'nothing' })
    expect(unknown).toMatchObject({ isError: true, text: '404: task "nothing" does not exist' })
    expect((await use('get_task')).text).toBe('taskId is required')
  })

  it.each(['http', 'stdio'] as const)(
    'that may make phones ring asks the person first, over %s',
    async (transport) => {
      const { tools, use, asked } = await connect({ assistantMayCall: true, answer: 'yes', transport })
      expect(await tools()).toEqual([...READING, ...PREPARING, ...RINGING])
      const taskId = await draft()
      expect((await use('publish_task', { taskId })).isError).toBe(false)
      expect(asked).toEqual([
        `Publish the task "draft ${drafts}" with 1 contact? It starts to call its contacts.`,
      ])
      expect(await statusOf(taskId)).toBe(1)
    },
  )

  it('asks for no more calls than its token may', async () => {
    const { use } = await connect({ assistantMayCall: true, answer: 'yes', maxCallsPerDay: 1 })
    expect((await use('publish_task', { taskId: await draft() })).isError).toBe(false)
    const refused = { isError: true, text: expect.stringContaining('may ask for 1 call in 24 hours') }
    expect(await use('call_number', { phoneNumber: '13800138000', flow })).toMatchObject(refused)
    const taskId = await draft()
    expect(await use('publish_task', { taskId })).toMatchObject(refused)
    expect(await statusOf(taskId)).toBe(0)
  })

  it.each([
    ['who says no', 'no', 'the person did not agree: nothing was done'],
    ['who declines', 'decline', 'the person did not agree: nothing was done'],
    ['who cannot be asked', undefined, 'cannot ask the person for confirmation'],
  ] as const)('makes no phone ring for a person %s', async (_who, answer, sentence) => {
    const { use } = await connect({ assistantMayCall: true, ...(answer && { answer }) })
    const taskId = await draft()
    const refused = await use('publish_task', { taskId })
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining(sentence) })
    expect((await use('call_number', { phoneNumber: '13800138000', flow })).isError).toBe(true)
    expect(await statusOf(taskId)).toBe(0)
  })

  it('is refused without a token, and in the session of another token', async () => {
    await expect(connectWith('wrong')).rejects.toThrow('401')
    const mayCall = { assistantMayCall: true }
    const [first, second] = [overHttp((await connect(mayCall)).token), await connect(mayCall)]
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(first)
    onTestFinished(() => client.close())
    const answer = await fetch(`${app.address}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${second.token}`,
        'mcp-session-id': first.sessionId ?? '',
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    expect(answer.status).toBe(404)
  })
})

it('has no session unless it may make phones ring, so that each request may go to another node', async () => {
  const { token } = await connect()
  const ask = (method: string, body?: object) =>
    fetch(`${app.address}/mcp`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'mcp-session-id': 'of another node',
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  const listed = await ask('POST', { jsonrpc: '2.0', id: 1, method: 'tools/list' })
  expect(listed.headers.get('mcp-session-id')).toBeNull()
  const { result } = (await listed.json()) as { result: { tools: { name: string }[] } }
  expect(result.tools.map(({ name }) => name)).toEqual([...READING, ...PREPARING])
  expect([(await ask('GET')).status, (await ask('DELETE', {})).status]).toEqual([405, 405])
})

it('is programmed as the documentation shows', async () => {
  const docs = await readFile(new URL('../../docs/integrations.md', import.meta.url), 'utf8')
  const [, example = ''] = /## Assistants[\s\S]*?```js\n([\s\S]*?)```/.exec(docs) ?? []
  expect(example).toContain('http://127.0.0.1:3000/mcp')
  await draft()
  const { token } = await app.tokens.create({ name: 'documentation', scope: 'read' })
  const program = example.replace('http://127.0.0.1:3000', app.address)
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { CARILLON_TOKEN: token },
  })
  expect(stdout).toContain(`draft ${drafts}\n`)
})

async function connectWith(token: string): Promise<void> {
  await new Client({ name: 'test', version: '1' }).connect(overHttp(token))
}
