// Stopping: what is under way is finished, what still comes in is answered in the envelope, then nobody is left.

import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { untilHeldUp, whileLocked } from './support/eventually.ts'
import { createTestApp, TEST_TOKEN } from './support/test-app.ts'
import { createTestDatabase } from './support/test-database.ts'

it('finishes what is under way, and answers the rest that it is not ready', async () => {
  const database = await createTestDatabase()
  const app = await createTestApp({ database })
  await app.http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.http.server.address() as AddressInfo
  const id = await app.addDataSource('customers')
  const socket = connect({ host: '127.0.0.1', port })
  const answers = text(socket)
  const body = JSON.stringify({ id, dataSourceDesc: 'changed while stopping' })

  let closed: Promise<void> | undefined
  // The change waits for this lock, so that the stop finds it under way.
  await whileLocked(database.db, 'data_source', id, async () => {
    socket.write(
      `POST /api/dataSource/update HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TEST_TOKEN}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
    await untilHeldUp(database.db)
    closed = app.close()
    const arrived = once(app.http.server, 'request')
    socket.write('GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n')
    await arrived
  })

  const [first, second] = (await answers).split(/(?=HTTP\/1\.1 )/)
  expect(first).toMatch(/^HTTP\/1\.1 200 [\s\S]*"dataSourceDesc":"changed while stopping"/)
  expect(second).toMatch(
    /^HTTP\/1\.1 503 [\s\S]*\{"code":503,"message":"the service is not ready: it is stopping","data":null,"errors":\[\{"field":null,"code":"unavailable","params":\{"reason":"stopping"\}\}\]\}$/,
  )
  await closed
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed')
  await database.drop()
})
