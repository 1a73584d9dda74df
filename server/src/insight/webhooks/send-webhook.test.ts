import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../platform/kernel/clock.ts'
import { readHosts } from '../../platform/kernel/outgoing-address.ts'
import { createSender } from './send-webhook.ts'

const SECRET = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`
const OTHER = `whsec_${Buffer.from('another secret of that same length').toString('base64')}`
const rules = { setting: 'WEBHOOK_ALLOW', hosts: readHosts('', '127.0.0.1'), allowsUnencrypted: true }

async function receive(listener: RequestListener) {
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?a=1` }
}

function open(timeoutMs = 10_000) {
  const sender = createSender({ rules, clock: systemClock, timeoutMs })
  onTestFinished(sender.close)
  return sender
}

const message = (url: string) => ({
  ...{ url, id: 'msg_1', body: JSON.stringify({ data: '春' }), secrets: [SECRET, OTHER], now: new Date() },
})

it('signs with each secret, as the library of Standard Webhooks verifies it', async () => {
  const verified: unknown[] = []
  const { url } = await receive(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    for (const secret of [SECRET, OTHER])
      verified.push(new Webhook(secret).verify(body, request.headers as Record<string, string>))
    response.writeHead(200).end(request.url)
  })
  expect(await open().send(message(url))).toMatchObject({
    ...{ isTaken: true, httpStatus: 200, answer: '/hook?a=1', error: null },
  })
  expect(verified).toEqual([{ data: '春' }, { data: '春' }])
})

it('sends on a new connection what the receiver did not read on one that it closed', async () => {
  const { server, url } = await receive((request, response) => {
    request.resume().once('end', () => response.writeHead(204).end())
  })
  const sender = open()
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  for (let each = 0; each < 3; each += 1)
    expect(await sender.send(message(url))).toMatchObject({ isTaken: true })
  expect(connections).toBe(1)
  server.closeAllConnections()
  expect(await sender.send(message(url))).toMatchObject({ isTaken: true })
  expect(connections).toBe(2)
})

it('waits for an answer as long as it is told', async () => {
  const { url } = await receive(() => undefined)
  expect(await open(20).send(message(url))).toMatchObject({
    ...{ isTaken: false, httpStatus: null, error: 'no answer within 0.02 seconds' },
  })
})

it('takes an answer that never ends by its status', async () => {
  const { url } = await receive((_request, response) => {
    response.writeHead(200).write('so far')
  })
  expect(await open(200).send(message(url))).toMatchObject({ isTaken: true, answer: 'so far', error: null })
})

it('cuts off what is on its way when it is closed', async () => {
  const sender = open()
  const { url } = await receive(() => sender.close())
  expect(await sender.send(message(url))).toMatchObject({ isTaken: false, error: 'closed' })
})
