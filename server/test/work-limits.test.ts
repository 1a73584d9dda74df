// How many exports, uploads and event streams run at once, for a token and on a node.

import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError, expectSuccess } from './support/expectations.ts'
import { answerOf, createFilesApp, exportPath, type FilesApp, importPath } from './support/files-app.ts'
import { filePart, formOf, openSocket, requestHead, uploadHead } from './support/upload-by-hand.ts'

const limit = (perToken: number, total: number) => ({ perToken, total })
const FORM = formOf(filePart('phoneNumber\n13900139000\n'))
let app: FilesApp
let id: string

beforeAll(async () => {
  app = await createFilesApp({
    http: {
      workLimits: {
        exports: limit(2, 3),
        uploads: limit(2, 3),
        eventStreams: limit(2, 3),
        largeReads: limit(1, 1),
      },
    },
  })
  id = await app.addDataSource('customers', ['13800138000'])
})
afterAll(() => app.close())

/** A token that the service remembers, so that it lets a request pass as soon as it has come. */
async function freshToken(): Promise<string> {
  const { token } = await app.tokens.create({ name: `crm ${Math.random()}`, scope: 'write' })
  await expect.poll(() => app.tokens.authenticate(token)).toMatchObject({ scope: 'write' })
  await expect.poll(() => app.tokens.authenticate(token) instanceof Promise).toBe(false)
  return token
}

/** A request whose answer is never read, or whose body never comes to an end: it goes on until the socket is destroyed. */
async function hold(head: string, more: Buffer | string = ''): Promise<Socket> {
  const socket = await openSocket(app.port)
  socket.on('error', () => undefined)
  socket.write(head)
  // The first bytes of the stream, or the invitation to go on with the body.
  await once(socket, 'data')
  socket.write(more)
  return socket
}

async function release(sockets: Socket[]): Promise<void> {
  for (const socket of sockets) {
    socket.destroy()
    await once(socket, 'close')
  }
}

interface Kind {
  name: string
  words: string
  begin(token: string): Promise<Socket>
  ask(token: string): Promise<Response>
}

const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const streams: Kind = {
  name: 'event streams',
  words: 'event streams',
  begin: (token) => hold(requestHead('GET', '/api/events', { authorization: `Bearer ${token}` })),
  async ask(token) {
    const abort = new AbortController()
    const answer = await app.call('/api/events', { ...withToken(token), signal: abort.signal })
    if (answer.ok) abort.abort()
    return answer
  },
}
const uploads: Kind = {
  name: 'uploads',
  words: 'uploads',
  begin: (token) =>
    hold(
      uploadHead(importPath(id), FORM.length, token).replace('\r\n', '\r\nExpect: 100-continue\r\n'),
      FORM.subarray(0, -5),
    ),
  ask(token) {
    const form = new FormData()
    form.set('file', new Blob(['phoneNumber\n13900139000\n']), 'contacts.csv')
    return app.call(importPath(id), { ...withToken(token), method: 'POST', body: form })
  },
}

describe.each([streams, uploads])('$name at once', ({ begin, ask, words }) => {
  async function refusal(token: string) {
    const response = await ask(token)
    return response.status === 200 ? response.status : await answerOf(response)
  }

  it('are limited for each token, and free again when one has ended', async () => {
    const token = await freshToken()
    const held = [await begin(token), await begin(token)]
    const answer = await answerOf(await ask(token))
    expectError(answer, 429, `this token has 2 ${words}, and no more are allowed at once; try again when`)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)

    expect((await ask(await freshToken())).status).toBe(200)
    await release(held.splice(1))
    await expect.poll(() => refusal(token)).toBe(200)
    await release(held)
  })

  it('are limited for all tokens together', async () => {
    const held = await Promise.all(Array.from({ length: 3 }, async () => begin(await freshToken())))
    const token = await freshToken()
    expectError(await answerOf(await ask(token)), 429, /^this node has 3 /)
    await release(held)
    await expect.poll(() => refusal(token)).toBe(200)
  })
})

describe('a place', () => {
  it('is given back however a request ends', async () => {
    const token = await freshToken()
    const ask = (path: string, init: RequestInit = {}) => app.call(path, { ...init, ...withToken(token) })
    for (let round = 0; round < 4; round += 1) {
      expect((await ask('/api/dataSource/nothing/contact/batchExport')).status).toBe(404)
      expect((await ask(`/api/dataSource/${id}/contact/batchExport?format=pdf`)).status).toBe(400)
      expect((await ask('/api/events?types=nothing')).status).toBe(400)
      expect((await ask(importPath(id), { method: 'POST', body: 'x' })).status).toBe(415)
      for (const format of ['csv', 'excel'] as const) {
        const response = await ask(exportPath(id, format))
        expect(response.status).toBe(200)
        await response.arrayBuffer()
      }
    }
  })

  it('is not needed for anything else', async () => {
    const token = await freshToken()
    const held = [await streams.begin(token), await streams.begin(token)]
    expect((await streams.ask(token)).status).toBe(429)
    const headers = { authorization: `Bearer ${token}` }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app.send({ method: 'GET', url: '/api/task/list', headers })),
    )
    for (const answer of answers) expectSuccess(answer)
    const response = await app.call(exportPath(id, 'csv'), withToken(token))
    expect(response.status).toBe(200)
    await response.text()
    await release(held)
  })
})
