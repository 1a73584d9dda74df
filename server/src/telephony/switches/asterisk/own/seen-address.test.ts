import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { readSeenAddress } from './seen-address.ts'

/** A carrier that puts this behind Via of its answers; undefined: it does not answer. */
async function startCarrier(behindVia: string | undefined): Promise<number> {
  const socket = createSocket('udp4')
  onTestFinished(() => {
    socket.close()
  })
  socket.on('message', (request, from) => {
    if (behindVia === undefined) return
    const via = /^Via: (.*?);rport$/m.exec(request.toString())?.[1]
    socket.send(`SIP/2.0 403 Forbidden\r\nVia: ${via}${behindVia}\r\n\r\n`, from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return socket.address().port
}

async function read(
  behindVia: string | undefined,
  nat: { externalAddress?: string; networks?: string[] } = {},
) {
  const port = await startCarrier(behindVia)
  return readSeenAddress(
    { host: '127.0.0.1', port, transport: 'udp' },
    { externalAddress: nat.externalAddress, localNetworks: nat.networks ?? [] },
  )
}

it.each<[via: string, nat: Parameters<typeof read>[1], seenAs: string, announced: string, by: string]>([
  [';received=203.0.113.7;rport=4711', {}, '203.0.113.7', '127.0.0.1', 'interface'],
  [';rport=4711', {}, '127.0.0.1', '127.0.0.1', 'interface'],
  [
    ';received=203.0.113.7',
    { externalAddress: '203.0.113.7' },
    '203.0.113.7',
    '203.0.113.7',
    'externalAddress',
  ],
  [
    ';received=203.0.113.7',
    { externalAddress: '198.51.100.1', networks: ['10.0.0.0/8', 'fd00::/8'] },
    '203.0.113.7',
    '198.51.100.1',
    'externalAddress',
  ],
  [
    ';received=203.0.113.7',
    { externalAddress: '198.51.100.1', networks: ['127.0.0.0/8'] },
    '203.0.113.7',
    '127.0.0.1',
    'localNetworks',
  ],
])('knows from %s with %j that it is seen as %s, and told is %s', async (via, nat, seenAs, announced, by) => {
  expect(await read(via, nat)).toEqual({ seenAs, announced, by })
})

it('knows nothing of a carrier that does not say it, and of other transports', async () => {
  expect(await read('')).toBeUndefined()
  expect(await read(';received=nonsense')).toBeUndefined()
  const elsewhere = { host: '127.0.0.1', port: 1, transport: 'tls' } as const
  const nat = { externalAddress: undefined, localNetworks: [] }
  expect(await readSeenAddress(elsewhere, nat)).toBeUndefined()
  expect(
    await readSeenAddress({ ...elsewhere, host: 'no-such-host.invalid', transport: 'udp' }, nat),
  ).toBeUndefined()
})
