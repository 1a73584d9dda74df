// Tests the client against a server with scripted answers.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ApiError } from '../src/api-error.ts'
import { createClient } from '../src/client.ts'
import { TaskStatus } from '../src/generated/task-states.ts'

// Pauses take no time, except where a test aborts one.
vi.mock('../src/pause.ts', async (importActual) => {
  const { pause } = await importActual<typeof import('../src/pause.ts')>()
  return { pause: (ms: number, signal?: AbortSignal) => pause(signal ? ms : 0, signal) }
})

type Answer = (request: IncomingMessage, response: ServerResponse) => void

async function serve(answer: Answer): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

it('sends the token and unwraps the envelope', async () => {
  const seen: unknown[] = []
  const baseUrl = await serve((request, response) => {
    seen.push([request.url, request.headers.authorization])
    json(response, 200, { code: 0, message: 'success', data: { total: 0, rows: [] } })
  })
  const client = createClient({ baseUrl, token: () => 'secret' })
  const query = { pageNum: 2, taskName: 'a&b 中' }
  expect(await client.get('/api/task/list', { params: { query } })).toEqual({ total: 0, rows: [] })
  const { searchParams } = new URL(String((seen[0] as string[])[0]), baseUrl)
  expect(Object.fromEntries(searchParams)).toEqual({ pageNum: '2', taskName: 'a&b 中' })
  expect((seen[0] as string[])[1]).toBe('Bearer secret')
})

it('throws the message, status and codes of a failed request', async () => {
  const errors = [{ field: 'taskName', code: 'name_taken', params: { name: 'x' } }]
  const baseUrl = await serve((_request, response) =>
    json(response, 409, { code: 409, message: 'taskName "x" already exists', data: null, errors }),
  )
  const adding = createClient({ baseUrl, token: () => undefined }).post('/api/task/add', {
    body: { taskName: 'x', dataSourceId: 'y' },
  })
  await expect(adding).rejects.toMatchObject({ status: 409, message: 'taskName "x" already exists', errors })
  await expect(adding).rejects.toBeInstanceOf(ApiError)
})

it('reports an unreachable service, and an error without an envelope', async () => {
  const away = createClient({ baseUrl: 'http://127.0.0.1:9', token: () => undefined, retries: 0 })
  await expect(away.get('/api/system', {})).rejects.toMatchObject({ status: 0, isUnreachable: true })
  const baseUrl = await serve((_request, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'))
  const proxied = createClient({ baseUrl, token: () => undefined })
  await expect(proxied.get('/api/system', {})).rejects.toMatchObject({ status: 502 })
})

it('takes the token as a string too', async () => {
  const seen: unknown[] = []
  const baseUrl = await serve((request, response) => {
    seen.push(request.headers.authorization)
    request.resume().on('end', () => json(response, 200, { code: 0, message: 'success', data: {} }))
  })
  const client = createClient({ baseUrl, token: 'secret' })
  await client.get('/api/system', {})
  await client.importCalendar('c', new File(['x'], 'a.ics'))
  await client.followEvents({ onEvent: () => undefined })
  expect(seen).toEqual(['Bearer secret', 'Bearer secret', 'Bearer secret'])
})

it('throws an error of its caller as it is, at once', async () => {
  let requests = 0
  const baseUrl = await serve((request, response) => {
    requests += 1
    const status = request.url?.includes('history') ? 401 : 200
    request.resume().on('end', () => json(response, status, { code: 0, message: 'no', data: {} }))
  })
  const broken = new Error('no token file')
  const failing = createClient({
    baseUrl,
    token: () => {
      throw broken
    },
  })
  await expect(failing.get('/api/system', {})).rejects.toBe(broken)
  const client = createClient({
    baseUrl,
    token: 'secret',
    onUnauthorized: () => {
      throw broken
    },
  })
  const endless: { id: string; self?: unknown } = { id: 'a' }
  endless.self = endless
  await expect(client.post('/api/task/publish', { body: endless })).rejects.toThrow(TypeError)
  const badToken = createClient({ baseUrl, token: 'line\nbreak' })
  await expect(badToken.get('/api/system', {})).rejects.toThrow(TypeError)
  await expect(badToken.importCalendar('c', new File(['x'], 'a.ics'))).rejects.toThrow(TypeError)
  await expect(badToken.followEvents({ onEvent: () => undefined })).rejects.toThrow(TypeError)
  expect(requests).toBe(0)
  await expect(client.get('/api/history/lines', {})).rejects.toBe(broken)
  expect(requests).toBe(1)
  const nowhere = createClient({ baseUrl: 'no address', token: 'secret' })
  await expect(nowhere.get('/api/system', {})).rejects.toThrow(TypeError)
})

it('says so where something else than the service answers', async () => {
  const baseUrl = await serve((_request, response) => response.end('<h1>It works!</h1>'))
  const client = createClient({ baseUrl, token: 'secret' })
  const asking = client.get('/api/system', {})
  await expect(asking).rejects.toMatchObject({ status: 200, message: expect.stringContaining('not JSON') })
})

it('reports which token was refused', async () => {
  const baseUrl = await serve((_request, response) =>
    json(response, 401, { code: 401, message: 'no', data: null }),
  )
  const onUnauthorized = vi.fn()
  const client = createClient({ baseUrl, token: () => 'old', onUnauthorized })
  await expect(client.get('/api/system', {})).rejects.toMatchObject({ status: 401 })
  await expect(client.followEvents({ onEvent: () => undefined })).rejects.toMatchObject({ status: 401 })
  expect(onUnauthorized.mock.calls).toEqual([['old'], ['old']])
})

it('downloads a file with the name from the service', async () => {
  const baseUrl = await serve((_request, response) =>
    response.writeHead(200, { 'content-disposition': 'attachment; filename="contacts_1.csv"' }).end('a,b'),
  )
  const client = createClient({ baseUrl, token: () => undefined })
  const path = { id: 'x' }
  const file = await client.download('/api/task/{id}/export', { params: { path, query: { format: 'csv' } } })
  expect([file.name, await file.content.text()]).toEqual(['contacts_1.csv', 'a,b'])
})

it('reads events across chunk boundaries, and reports the position', async () => {
  const call = { id: 'c', taskId: 't', phoneNumber: '号码' }
  const bytes = Buffer.from(
    `retry: 1000\nid: 1\n\nid: 2\nevent: call\ndata: ${JSON.stringify(call)}\n\n: heartbeat\nid: 3\n\nid: 4\nevent: task\ndata: {"taskId":"t"}\n\n`,
  )
  let lastEventId: unknown
  const baseUrl = await serve((request, response) => {
    lastEventId = request.headers['last-event-id']
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    // Sent byte by byte, so that characters and lines are split.
    for (const byte of bytes) response.write(Buffer.from([byte]))
    response.end()
  })
  const events: unknown[] = []
  const positions: string[] = []
  const onOpen = vi.fn()
  await createClient({ baseUrl, token: () => 'secret' }).followEvents(
    { onOpen, onEvent: (event) => events.push(event), onPosition: (id) => positions.push(id) },
    { lastEventId: '0' },
  )
  expect(lastEventId).toBe('0')
  expect(onOpen).toHaveBeenCalledTimes(1)
  expect(events).toEqual([
    { type: 'call', data: call },
    { type: 'task', data: { taskId: 't' } },
  ])
  expect(positions).toEqual(['1', '2', '3', '4'])
})

it('uploads a file to import, starts it, and tells its progress to the end', async () => {
  const seen: string[] = []
  const baseUrl = await serve((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    request.resume()
    request.on('end', () => {
      if (!request.url?.endsWith('/events'))
        return json(response, 200, { code: 0, message: '', data: { id: 'j' } })
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('retry: 1000\n\nevent: import\ndata: {"importCount":1}\n\n: heartbeat\n\n')
      response.end('event: import\ndata: {"importCount":2}\n\n')
    })
  })
  const client = createClient({ baseUrl, token: () => 'secret' })
  const { id } = await client.uploadImport('d 1', new File(['x'], 'a.csv'), { encoding: 'big5' })
  const counts: number[] = []
  const last = await client.followImport(id, ({ importCount }) => counts.push(importCount))
  expect([counts, last?.importCount]).toEqual([[1, 2], 2])
  expect(seen).toEqual(['POST /api/dataSource/d%201/import?encoding=big5', 'GET /api/import/j/events'])
})

it('uploads files for do-not-call lists and calendars', async () => {
  const seen: string[] = []
  const baseUrl = await serve((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    request.resume()
    request.on('end', () => json(response, 200, { code: 0, message: '', data: { id: 'j' } }))
  })
  const client = createClient({ baseUrl, token: () => 'secret' })
  await client.uploadDoNotCallImport('l 1', new File(['x'], 'a.csv'))
  await client.importCalendar('c 1', new File(['x'], 'a.ics'))
  expect(seen).toEqual(['POST /api/doNotCall/l%201/import', 'POST /api/calendar/c%201/import'])
})

it('follows a task that has ended before, and one that ends meanwhile, from a stream that breaks', async () => {
  let streams = 0
  let status: number = TaskStatus.COMPLETED
  const baseUrl = await serve((request, response) => {
    if (request.url?.startsWith('/api/task/detail/')) {
      json(response, 200, { code: 0, message: 'success', data: { id: 't', status } })
      return
    }
    streams += 1
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    // An open stream that says nothing, as for a task that is over; then one that breaks; then one that tells the end.
    if (streams === 1) response.write(': open\n\n')
    else if (streams === 2) response.end('id: 7\nevent: task\ndata: {"status":2}\n\n')
    else {
      expect(request.headers['last-event-id']).toBe('7')
      response.write('id: 8\nevent: task\ndata: {"status":3}\n\n')
    }
  })
  const client = createClient({ baseUrl, token: () => 'secret' })
  expect(await client.followTask('t', () => undefined)).toEqual({ id: 't', status: TaskStatus.COMPLETED })

  status = TaskStatus.RUNNING
  const heard: unknown[] = []
  const ended = await client.followTask('t', ({ type, data }) => heard.push([type, data]))
  expect(heard).toEqual([
    ['task', { status: 2 }],
    ['task', { status: 3 }],
  ])
  expect(ended.id).toBe('t')
  expect(streams).toBe(3)
})

it('stops following a task when it is told to, and fails where following cannot help', async () => {
  const baseUrl = await serve((request, response) => {
    if (request.url?.includes('detail'))
      json(response, 200, { data: { id: 't', status: TaskStatus.RUNNING } })
    else if (request.url?.includes('gone'))
      json(response, 404, { code: 404, message: 'no such task', data: null })
    else response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n')
  })
  const client = createClient({ baseUrl, token: () => 'secret' })
  const leaving = new AbortController()
  const following = client.followTask('t', () => undefined, { signal: leaving.signal })
  leaving.abort(new Error('enough'))
  await expect(following).rejects.toThrow('enough')
  await expect(client.followTask('gone', () => undefined)).rejects.toMatchObject({ status: 404 })
})

/** Answers one request after the other by the script, and remembers their keys. */
async function scripted(...answers: (number | 'cut' | [status: number, retryAfter: string])[]) {
  const keys: unknown[] = []
  const baseUrl = await serve((request, response) => {
    keys.push(request.headers['idempotency-key'])
    request.resume().on('end', () => {
      const [status, retryAfter] = [answers.shift() ?? 200].flat()
      if (status === 'cut') {
        request.socket.destroy()
        return
      }
      if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter))
      json(response, Number(status), { code: status, message: 'x', data: { id: 'a' } })
    })
  })
  return { keys, client: createClient({ baseUrl, token: () => 'secret' }), baseUrl }
}

const publish = { body: { id: 'a' } }

it('sends a POST again that was cut off or not accepted for the moment, with the same key', async () => {
  const { client, keys } = await scripted('cut', 503, [429, '2'])
  expect(await client.post('/api/task/publish', publish)).toEqual({ id: 'a' })
  expect(keys).toHaveLength(4)
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  await client.post('/api/task/publish', publish)
  expect(keys[4]).not.toBe(keys[0])
})

it('waits for the answer to a request that is in progress', async () => {
  const { client, keys } = await scripted('cut', [409, '1'])
  expect(await client.post('/api/task/publish', publish)).toEqual({ id: 'a' })
  expect(keys).toHaveLength(3)
})

it('sends an upload again with the same key', async () => {
  const { client, keys } = await scripted(503)
  await client.uploadImport('d', new File(['x'], 'a.csv'))
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
})

it('sends a GET again, without a key', async () => {
  const { client, keys } = await scripted(503)
  await client.get('/api/system', {})
  expect(keys).toEqual([undefined, undefined])
})

it.each([
  ['another error', [500], 500, 1],
  ['a conflict', [409], 409, 1],
  ['more failures than retries', [503, 503, 503, 503, 503], 503, 4],
  ['a service that asks for a long pause', [[429, '60']], 429, 1],
] as const)('gives up after %s', async (_after, answers, status, requests) => {
  const { client, keys } = await scripted(...(answers as unknown as number[]))
  await expect(client.post('/api/task/publish', publish)).rejects.toMatchObject({ status })
  expect(keys).toHaveLength(requests)
})

it('takes the key of its caller, and none without retries', async () => {
  const { client, keys, baseUrl } = await scripted(503)
  await client.post('/api/task/publish', { ...publish, params: { header: { 'Idempotency-Key': 'mine' } } })
  await createClient({ baseUrl, token: () => undefined, retries: 0 }).post('/api/task/publish', publish)
  expect(keys).toEqual(['mine', 'mine', undefined])
})

it('gives up at once when it is aborted between two tries', async () => {
  const leaving = new AbortController()
  let requests = 0
  const baseUrl = await serve((_request, response) => {
    requests += 1
    response.setHeader('retry-after', '20')
    json(response, 503, {})
    setImmediate(() => leaving.abort(new Error('enough')))
  })
  const client = createClient({ baseUrl, token: () => undefined })
  await expect(client.get('/api/system', { signal: leaving.signal })).rejects.toThrow('enough')
  expect(requests).toBe(1)
})

it('does not read the same page for ever', async () => {
  const baseUrl = await serve((_request, response) =>
    json(response, 200, {
      code: 0,
      message: 'success',
      data: { total: 2, rows: [{ id: 'b' }, { id: 'a' }] },
    }),
  )
  const read = async () => {
    for await (const _ of createClient({ baseUrl, token: 'secret' }).each('/api/call', {}));
  }
  await expect(read()).rejects.toThrow('/api/call answers the same page again and again')
})

it('reads a list to its end, page by page', async () => {
  const seen: string[] = []
  const pages: Record<string, string[]> = { first: ['c', 'b'], b: ['a'] }
  const baseUrl = await serve((request, response) => {
    const { pathname, searchParams } = new URL(String(request.url), 'http://x')
    seen.push(`${pathname}?${searchParams}`)
    const rows = (pages[searchParams.get('afterId') ?? 'first'] ?? []).map((id) => ({ id }))
    json(response, 200, { code: 0, message: 'success', data: { total: 3, rows } })
  })
  const client = createClient({ baseUrl, token: () => 'secret' })
  const ids: string[] = []
  for await (const call of client.calls('t 1', { outcome: 1, pageSize: 2 })) ids.push(call.id)
  expect(ids).toEqual(['c', 'b', 'a'])
  expect(seen).toEqual([
    '/api/task/t%201/calls?pageSize=2&outcome=1',
    '/api/task/t%201/calls?pageSize=2&outcome=1&afterId=b',
    '/api/task/t%201/calls?pageSize=2&outcome=1&afterId=a',
  ])
  seen.length = 0
  for await (const _ of client.contacts('d')) break
  for await (const _ of client.taskContacts('t', { state: 'success' })) break
  for await (const _ of client.tasks()) break
  for await (const _ of client.each('/api/doNotCall/list', {})) break
  expect(seen).toEqual([
    '/api/dataSource/d/contacts?pageSize=100',
    '/api/task/t/contacts?pageSize=100&state=success',
    '/api/task/list?pageSize=100',
    '/api/doNotCall/list?pageSize=100',
  ])
})
