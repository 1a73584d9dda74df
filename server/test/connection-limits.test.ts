// How long the service waits for what is sent to it, how much of it it takes, and whom it waits for when it stops.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { untilHeldUp, whileLocked } from './support/eventually.ts'
import { UNKNOWN_ID } from './support/expectations.ts'
import { createFilesApp, type FilesApp, importPath } from './support/files-app.ts'
import type { TestAppOptions } from './support/test-app.ts'
import { BOUNDARY, filePart, formOf, openSocket, requestHead, uploadHead } from './support/upload-by-hand.ts'

const MIB = 1024 * 1024

async function start(options: Parameters<typeof createFilesApp>[0] = {}): Promise<FilesApp> {
  const app = await createFilesApp(options)
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= app.close()
    return closing
  }
  onTestFinished(close)
  return { ...app, close }
}

async function open(app: FilesApp, bytes: string | Buffer = ''): Promise<Socket> {
  const socket = await openSocket(app.port)
  socket.on('error', () => undefined)
  onTestFinished(() => {
    socket.destroy()
  })
  if (bytes.length > 0) socket.write(bytes)
  return socket
}

const jsonHead = (headers: Record<string, string | number>) =>
  requestHead('POST', '/api/dataSource/add', { 'content-type': 'application/json', ...headers })

const envelope = (status: number, message: string, code: string, reason: string) =>
  JSON.stringify({ code: status, message, data: null, errors: [{ field: null, code, params: { reason } }] })

describe('when the service stops', () => {
  it.each<[string, string]>([
    ['has sent nothing', ''],
    ['has sent half of a request line', 'GET /api/ta'],
    ['has sent half of its headers', 'GET /api/task/list HTTP/1.1\r\nHost: x\r\n'],
    ['has sent half of its body', `${jsonHead({ 'content-length': 100 })}{"dataSourceName":`],
    ['has half of an upload', uploadHead(importPath(UNKNOWN_ID), MIB)],
  ])('it does not wait for a connection that %s', async (_, bytes) => {
    const app = await start()
    const socket = await open(app, bytes)
    const closed = once(socket.resume(), 'close')
    // Answered after what was sent before has been seen.
    expect((await app.call('/healthz')).status).toBe(200)
    await Promise.all([app.close(), closed])
  })

  it('it does not wait for a connection that waits for its next request', async () => {
    const app = await start()
    const socket = await open(app, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'data')
    await Promise.all([app.close(), once(socket, 'close')])
  })

  it('it answers what has arrived, and closes the connection then', async () => {
    const app = await start()
    const id = await app.addDataSource('customers')
    const body = JSON.stringify({ id, dataSourceDesc: 'changed' })
    const head = requestHead('POST', '/api/dataSource/update', {
      connection: 'keep-alive',
      'content-type': 'application/json',
      'content-length': body.length,
    })
    let answer: Promise<string> | undefined
    let closed: Promise<void> | undefined
    // The change waits for this lock, so that the stop finds it under way.
    await whileLocked(app.database.db, 'data_source', id, async () => {
      answer = text(await open(app, head + body))
      await untilHeldUp(app.database.db)
      closed = app.http.close()
    })
    expect(await answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*"dataSourceDesc":"changed"/)
    await closed
  })
})

describe('what does not arrive in time is answered with 408 and cut off:', () => {
  const LATE = envelope(408, 'the request took too long to arrive', 'request_incomplete', 'request_too_slow')

  it.each<[string, string]>([
    ['nothing at all', ''],
    ['headers', 'GET /api/task/list HTTP/1.1\r\nHost: x\r\n'],
  ])('%s', async (_, bytes) => {
    const app = await start({ serverTiming: { headersMs: 100, checkMs: 20 } })
    const answer = await text(await open(app, bytes))
    expect(answer.slice(0, 12)).toBe('HTTP/1.1 408')
    expect(answer.endsWith(`\r\n\r\n${LATE}`)).toBe(true)
  })

  it('a body', async () => {
    const app = await start({ serverTiming: { bodyMs: 100 } })
    const answer = await text(await open(app, `${jsonHead({ 'content-length': 100 })}{`))
    expect(answer.endsWith(`\r\n\r\n${LATE}`)).toBe(true)
  })

  it('an upload, whose time is that of a whole request', async () => {
    const app = await start({ serverTiming: { bodyMs: 100, headersMs: 1000, requestMs: 1000, checkMs: 20 } })
    const id = await app.addDataSource('customers')
    const form = formOf(filePart('phoneNumber\n13900139000\n'))
    const slow = await open(app, uploadHead(importPath(id), form.length))
    // As long as others may take, and then the rest.
    const other = text(await open(app, `${jsonHead({ 'content-length': 100 })}{`))
    expect((await other).endsWith(LATE)).toBe(true)
    slow.write(form)
    expect(await text(slow)).toMatch(/^HTTP\/1\.1 200 /)
    const stalled = await open(app, uploadHead(importPath(id), form.length))
    stalled.write(form.subarray(0, -5))
    expect((await text(stalled)).endsWith(LATE)).toBe(true)
  })
})

it('the limits are those of the manual unless they are set', async () => {
  const app = await start()
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout, maxConnections } = app.http.server
  expect([headersTimeout, requestTimeout, keepAliveTimeout, timeout, maxConnections]).toEqual([
    // 50 of them for health.
    5000, 300_000, 65_000, 300_000, 2050,
  ])
})

describe('where too many are connected', () => {
  // Client and service share a process, and it may stand still for as long as a request may take to arrive.
  const startPatient = (http: TestAppOptions['http']) => start({ http, serverTiming: { headersMs: 60_000 } })
  const LIST = requestHead('GET', '/api/task/list', { connection: 'close' })
  const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
  /** A request whose body does not come. */
  const BUSY = jsonHead({ 'content-length': 100 })
  async function openBusy(app: FilesApp): Promise<Socket> {
    const seen = once(app.http.server, 'request')
    const socket = await open(app, BUSY)
    await seen
    return socket
  }
  const statusOf = async (socket: Socket) => (await text(socket)).slice(9, 12)

  /** From another address of this machine. */
  async function openElsewhere(app: FilesApp, bytes: string): Promise<Socket> {
    const socket = connect({ port: app.port, host: '127.0.0.1', localAddress: '127.0.0.2' })
    socket.on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    socket.write(bytes)
    return socket
  }

  it('one without a request makes room, the oldest first', async () => {
    const app = await startPatient({ maxConnections: 3 })
    const oldest = await open(app)
    const busy = await openBusy(app)
    const closed = once(oldest.resume(), 'close')
    // It is the third, and the next is one too many.
    const idle = await open(app, HEALTH)
    await once(idle, 'data')
    expect(await statusOf(await open(app, LIST))).toBe('200')
    await closed
    expect([idle.destroyed, busy.destroyed]).toEqual([false, false])
  })

  it('each network has a share, and a trusted proxy the whole', async () => {
    const http = { maxConnections: 10, maxConnectionsPerNetwork: 2 }
    const app = await startPatient(http)
    const held = [await openBusy(app), await openBusy(app)]
    expect(await statusOf(await open(app, LIST))).toBe('429')
    expect(await statusOf(await openElsewhere(app, LIST))).toBe('200')
    expect(held.map(({ destroyed }) => destroyed)).toEqual([false, false])

    const behind = await startPatient({ ...http, trustProxy: ['loopback'] })
    await openBusy(behind)
    await openBusy(behind)
    expect(await statusOf(await open(behind, LIST))).toBe('200')
  })

  it('health is answered even if all have requests in progress', async () => {
    const app = await startPatient({ maxConnections: 2 })
    await openBusy(app)
    await openBusy(app)
    expect(await statusOf(await open(app, HEALTH))).toBe('200')
    expect(await statusOf(await open(app, HEALTH.replace('healthz', 'readyz')))).toBe('200')
    const refused = await text(await open(app, LIST))
    expect(refused).toMatch(/^HTTP\/1\.1 429 /)
    expect(refused).toMatch(/retry-after: 5/i)
  })

  it('hundreds that say nothing keep nobody from being answered', async () => {
    const app = await startPatient({ maxConnections: 20, maxConnectionsPerNetwork: 20 })
    for (let count = 0; count < 300; count++) await open(app)
    expect(await statusOf(await open(app, HEALTH.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')))).toBe(
      '200',
    )
    expect(await statusOf(await open(app, LIST))).toBe('200')
  })
})

describe('an upload that cannot succeed is answered before its body is sent', () => {
  const head = (path: string, length: number, token?: string) =>
    uploadHead(path, length, token).replace('\r\n', '\r\nExpect: 100-continue\r\n')

  it.each<[number, string, (id: string) => string]>([
    [404, 'to no data source', () => head(importPath(UNKNOWN_ID), MIB)],
    [401, 'without a good token', (id) => head(importPath(id), MIB, 'x'.repeat(40))],
    [413, 'of too many bytes', (id) => head(importPath(id), 22 * MIB)],
    [415, 'of another kind', (id) => head(importPath(id), MIB).replace('multipart/form-data', 'text/csv')],
  ])('%i: %s', async (status, _, headFor) => {
    const app = await start()
    const id = await app.addDataSource('customers')
    const answer = await text(await open(app, headFor(id)))
    // Not even the invitation to go on.
    expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`)
  })

  it('is invited to go on otherwise', async () => {
    const app = await start()
    const id = await app.addDataSource('customers')
    const form = formOf(filePart('phoneNumber\n13900139000\n'))
    const socket = await open(app, head(importPath(id), form.length))
    const [first] = await once(socket, 'data')
    expect(String(first)).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    socket.write(form)
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('a body that nobody reads', () => {
  /** Sends until the other side closes, and says how much that was and what was answered. */
  async function sendForever(socket: Socket, head: string): Promise<{ sent: number; answer: string }> {
    const chunk = Buffer.from(`10000\r\n${'x'.repeat(0x10000)}\r\n`)
    let answer = ''
    socket.on('data', (data) => {
      answer += data
    })
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    const send = () => {
      while (!socket.destroyed && socket.write(chunk));
    }
    socket.on('drain', send)
    socket.write(head)
    send()
    await closed
    return { sent: socket.bytesWritten, answer }
  }

  it.each<[string, number, (id: string) => string]>([
    [
      'past the limit of an upload',
      413,
      (id) => {
        const head = requestHead('POST', importPath(id), {
          'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
          'transfer-encoding': 'chunked',
        })
        // Without the line end behind the file.
        const begun = filePart('').subarray(0, -2)
        return `${head}${begun.length.toString(16)}\r\n${begun}\r\n`
      },
    ],
    ['past the limit of JSON', 413, () => jsonHead({ 'transfer-encoding': 'chunked' })],
    ['of a stranger', 401, () => jsonHead({ authorization: 'Bearer x', 'transfer-encoding': 'chunked' })],
  ])('is cut off: %s', async (_, status, headFor) => {
    const app = await start()
    const id = await app.addDataSource('customers')
    const { sent, answer } = await sendForever(await open(app), headFor(id))
    expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`)
    expect(sent).toBeLessThan(200 * MIB)
  })
})
