// A token that is no longer good ends what it began: exports, event streams, uploads.

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contactCount, createFilesApp, exportPath, type FilesApp, importPath } from './support/files-app.ts'
import { captureLog } from './support/log-capture.ts'
import { createManualClock } from './support/manual-clock.ts'
import { createTestApp } from './support/test-app.ts'
import { filePart, formOf, openSocket, requestHead, uploadHead } from './support/upload-by-hand.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const FORM = formOf(filePart('phoneNumber\n13900139000\n'))
const LAST_CHUNK = '\r\n0\r\n\r\n'
/** Of a kilobyte each that does not compress: more than the buffers between server and reader hold. */
const CONTACTS = 30_000
const capture = captureLog()
const clock = createManualClock('2026-03-02T01:30:00Z')
let app: FilesApp
let id: string

beforeAll(async () => {
  app = await createFilesApp({ clock, log: capture.log })
  id = await app.addDataSource(randomUUID())
  await app.rows(
    `insert into contact (id, data_source_id, position, phone_number, phone_key, fields, create_time, update_time)
     select gen_random_uuid(), $1, n, n + 13800000000, n + 13800000000, jsonb_build_object('f', (
         select string_agg(md5(concat(n, k)), '') from generate_series(1, 30) k
       )), now(), now()
     from generate_series(1, $2::int) n`,
    [id, CONTACTS],
  )
  await app.rows(
    `update data_source set contact_count = $2::int, last_position = $2::int, field_names = '{f}' where id = $1`,
    [id, CONTACTS],
  )
})
afterAll(() => app.close())

const newToken = () => app.tokens.create({ name: `crm ${Math.random()}`, scope: 'write', expiresInDays: 1 })

function connections(): Promise<number> {
  return new Promise((resolve, reject) =>
    app.http.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}

/** Sends, and takes the first bytes of what comes back and no more. */
async function begin(head: string): Promise<Socket> {
  const socket = await openSocket(app.port)
  socket.on('error', () => undefined)
  socket.write(head)
  await once(socket, 'readable')
  return socket
}

const beginExport = (token: string, format: 'csv' | 'excel') =>
  begin(requestHead('GET', exportPath(id, format), { authorization: `Bearer ${token}` }))

async function expectCut(socket: Socket): Promise<void> {
  await expect.poll(connections).toBe(0)
  // What is left may be lost with the connection.
  const rest = await text(socket).catch(() => '')
  expect(rest.endsWith(LAST_CHUNK)).toBe(false)
}

describe.each(['csv', 'excel'] as const)('an export as %s', (format) => {
  it('is cut off when its token is revoked, at whatever node', async () => {
    const { token, details } = await newToken()
    const socket = await beginExport(token, format)
    const node = await createTestApp({ database: app.database, clock })
    try {
      await node.tokens.revoke(details.id)
      await expectCut(socket)
    } finally {
      await node.close()
    }
  })

  it('is cut off when its token expires', async () => {
    const { token } = await newToken()
    const socket = await beginExport(token, format)
    clock.advance(DAY_MS)
    await expectCut(socket)
  })

  it('goes on to its end when another token is revoked', async () => {
    const { token } = await newToken()
    const { details } = await newToken()
    const socket = await beginExport(token, format)
    await app.tokens.revoke(details.id)
    await expect.poll(() => app.tokens.authenticate(token)).toMatchObject({ scope: 'write' })
    const answer = await text(socket)
    expect(answer.slice(0, 12)).toBe('HTTP/1.1 200')
    expect(answer.endsWith(LAST_CHUNK)).toBe(true)
  })
})

describe('exports at once', () => {
  it('are four for each token, unless it is set otherwise', async () => {
    const { token } = await newToken()
    const held = []
    for (let count = 0; count < 4; count += 1) held.push(await beginExport(token, 'csv'))
    const fifth = await text(await beginExport(token, 'csv'))
    expect(fifth).toMatch(/^HTTP\/1\.1 429 [\s\S]*\r\nretry-after: \d+\r\n[\s\S]*"this token has 4 exports,/)
    const other = await beginExport((await newToken()).token, 'csv')
    for (const socket of [...held, other]) socket.destroy()
    await expect.poll(connections).toBe(0)
  })

  it('are in the log even if nobody took them to the end', async () => {
    const { token, details } = await newToken()
    const socket = await beginExport(token, 'csv')
    socket.destroy()
    const lineOf = () => capture.lines.find((line) => line['token'] === details.id)
    await expect
      .poll(lineOf)
      .toMatchObject({ msg: 'request', status: 200, isCutOff: true, address: '127.0.0.1' })
  })
})

it('an event stream is cut off when its token expires', async () => {
  const { token } = await newToken()
  const socket = await begin(requestHead('GET', '/api/events', { authorization: `Bearer ${token}` }))
  clock.advance(DAY_MS)
  await expect.poll(connections).toBe(0)
  socket.destroy()
})

it('an upload is cut off when its token is revoked, and nothing of it is imported', async () => {
  const { token, details } = await newToken()
  const other = await app.addDataSource(randomUUID())
  const head = uploadHead(importPath(other), FORM.length, token)
  const socket = await begin(head.replace('\r\n', '\r\nExpect: 100-continue\r\n'))
  socket.write(FORM.subarray(0, -5))
  await app.tokens.revoke(details.id)
  await expect.poll(connections).toBe(0)
  expect(await contactCount(app, other)).toBe(0)
})
