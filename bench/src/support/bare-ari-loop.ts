// A minimal loop that keeps an Asterisk busy, in a separate process: it places a call whenever one has ended. It has no
// database and no retries, and it stores and checks nothing.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'
import type { PhoneNetwork } from '../../../server/test/telephony/phone-network.ts'
import { FIELD_NAMES } from './seed-contacts.ts'

interface BareLoop {
  ended(): Promise<number>
  stop(): Promise<void>
}

const MAX_REQUESTS = 8

export async function loopCalls(
  { settings }: PhoneNetwork,
  lines: number,
  numberAt: (position: number) => string,
): Promise<BareLoop> {
  const args = [JSON.stringify({ settings, lines, first: numberAt(1) })]
  const child = fork(fileURLToPath(import.meta.url), args, { execArgv: ['--import', 'tsx'] })
  await once(child, 'message')
  return {
    async ended() {
      const answer = once(child, 'message')
      child.send('ended?')
      const [count] = await answer
      return Number(count)
    },
    async stop() {
      const exited = once(child, 'exit')
      child.send('stop')
      await exited
    },
  }
}

interface LoopOptions {
  settings: Record<string, string>
  lines: number
  /** The number of the first phone; digits 6 to 11 of the others are their position. */
  first: string
}

async function run({ settings, lines, first }: LoopOptions): Promise<void> {
  const url = settings['ARI_URL'] ?? ''
  const secret = `${settings['ARI_USERNAME']}:${settings['ARI_PASSWORD']}`
  const authorization = `Basic ${Buffer.from(secret).toString('base64')}`
  const app = 'bare-loop'
  const fields = Object.fromEntries(FIELD_NAMES.map((name) => [`CARILLON_FIELD_${name.toUpperCase()}`, name]))
  let position = 0
  let ended = 0
  let live = 0
  let requests = 0
  let isStopping = false

  const socket = new WebSocket(`${url.replace('http', 'ws')}/events?app=${app}&subscribeAll=true`, {
    headers: { authorization },
  })
  await once(socket, 'open')
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_REQUESTS })
  const send = (method: string, path: string, body: object) =>
    new Promise<number>((resolve, reject) => {
      const headers = { authorization, 'content-type': 'application/json' }
      const sent = request(url + path, { agent, method, headers }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0))
      })
      sent.on('error', reject)
      sent.end(JSON.stringify(body))
    })
  const allowed = ['Dial', 'ChannelStateChange', 'ChannelDestroyed'].map((type) => ({ type }))
  await send('PUT', `/applications/${app}/eventFilter`, { allowed })

  function placeMore(): void {
    while (!isStopping && live < lines && requests < MAX_REQUESTS) {
      live += 1
      requests += 1
      place().finally(() => {
        requests -= 1
        placeMore()
      })
    }
  }

  async function place(): Promise<void> {
    position += 1
    const number = `${first.slice(0, 5)}${String(position % 1_000_000).padStart(6, '0')}${first.at(-1)}`
    const body = {
      endpoint: `PJSIP/${number}@trunk`,
      channelId: `bare-${process.pid}-${position}`,
      context: 'carillon',
      extension: 's',
      priority: 1,
      callerId: '4930555001',
      timeout: 5,
      // The same variables that the service passes to the dialplan.
      variables: {
        CARILLON_ATTEMPT_ID: `bare-${position}`,
        CARILLON_TASK_ID: '1',
        CARILLON_CONTACT_ID: String(position),
        CARILLON_PHONE_NUMBER: number,
        CARILLON_TASK_NAME: 'calls',
        ...fields,
        'TIMEOUT(absolute)': '3605',
      },
    }
    if ((await send('POST', '/channels', body)) !== 200) live -= 1
  }

  socket.on('message', (data) => {
    const event = JSON.parse(String(data)) as { type: string }
    if (event.type !== 'ChannelDestroyed') return
    ended += 1
    live -= 1
    if (isStopping && live === 0) process.exit(0)
    placeMore()
  })
  process.on('message', (message) => {
    if (message === 'ended?') process.send?.(ended)
    else isStopping = true
    if (isStopping && live === 0) process.exit(0)
  })
  placeMore()
  process.send?.('ready')
}

if (process.send && process.argv[2]?.startsWith('{')) await run(JSON.parse(process.argv[2]))
