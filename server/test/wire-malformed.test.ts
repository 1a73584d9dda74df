// Requests of people without a token that no client would send. An error that nobody catches fails the run; in a process of its own it would
// have ended the service and all live calls. Every other port is one of Asterisk: telephony/malformed.telephony.ts.

import { type AddressInfo, connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { malformedRequests } from './support/malformed-requests.ts'
import { createTestApp } from './support/test-app.ts'

const SEED = Number(process.env['SEED'] ?? 1)

/** Sends it and half-closes; resolves when the connection is over, or as soon as something was answered. */
function send(port: number, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('data', () => socket.destroy())
    socket.on('error', () => undefined)
    socket.once('close', () => resolve())
    socket.end(bytes)
  })
}

it(`500 malformed requests do not end the process (seed ${SEED})`, async () => {
  const app = await createTestApp({ role: 'all' })
  onTestFinished(() => app.close())
  await app.http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.http.server.address() as AddressInfo
  const failed = new Promise<never>((_, reject) => {
    process.once('uncaughtExceptionMonitor', reject)
    onTestFinished(() => void process.off('uncaughtExceptionMonitor', reject))
  })
  const requests = malformedRequests(500, SEED)
  await Promise.race([failed, Promise.all(requests.map((request) => send(port, request)))])
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
})
