// The worked example of docs/gateways.md, as it is written there: Carillon, the bridge in a process of its own, and a platform
// that speaks like Twilio.

import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Flow } from '../src/conversations/flows/flow.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import { type Message, sign } from '../src/platform/kernel/secrets/signature.ts'
import { runProgram } from './support/carillon-process.ts'
import { eventually } from './support/eventually.ts'
import { expectSuccess } from './support/expectations.ts'
import { createHttpGatewayApp } from './support/http-gateway-app.ts'
import { PLATFORM_SECRET } from './support/voice-platform.ts'

const BRIDGE = fileURLToPath(new URL('../../docs/examples/twilio-bridge.mjs', import.meta.url))
const ACCOUNT = 'AC0123456789'
const AUTH_TOKEN = 'token-of-the-platform'

/** What a Twilio-like platform says of a call, by the last digit of the number; undefined if it refuses it at once. */
const statusesByLastDigit: (Record<string, string>[] | undefined)[] = [
  [
    { CallStatus: 'queued' },
    { CallStatus: 'ringing' },
    { CallStatus: 'in-progress' },
    { CallStatus: 'completed', CallDuration: '7' },
  ],
  [{ CallStatus: 'ringing' }, { CallStatus: 'busy' }],
  undefined,
  [{ CallStatus: 'ringing' }, { CallStatus: 'no-answer' }],
  [{ CallStatus: 'failed', SipResponseCode: '503' }],
  [{ CallStatus: 'failed', SipResponseCode: '404' }],
  [{ CallStatus: 'ringing' }, { CallStatus: 'failed', SipResponseCode: '603' }],
  [{ CallStatus: 'failed', SipResponseCode: '480' }],
  [{ CallStatus: 'canceled' }],
  [{ CallStatus: 'failed' }],
]
const causes = [
  'answered',
  'busy',
  'invalid_number',
  'no_answer',
  'congestion',
  'invalid_number',
  'rejected',
  'unreachable',
  'no_answer',
  'network_error',
]

async function startTwilioLike() {
  const orders: URLSearchParams[] = []
  /** What is asked of calls that are under way, as `SID field=value`. */
  const changes: string[] = []
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request))
    const isAllowed =
      request.headers.authorization === `Basic ${Buffer.from(`${ACCOUNT}:${AUTH_TOKEN}`).toString('base64')}`
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const changed = /\/Calls\/(CA\d+)\.json$/.exec(request.url ?? '')?.[1]
    if (isAllowed && changed !== undefined) {
      changes.push(`${changed} ${decodeURIComponent(form.toString())}`)
      send(200, {})
    } else if (!isAllowed || request.url !== `/2010-04-01/Accounts/${ACCOUNT}/Calls.json`)
      send(401, { code: 20003 })
    else if (form.get('To') === '+49301299') send(400, { code: 21215, message: 'Geo permission is missing.' })
    else if (form.get('To') === '+49301298') response.writeHead(429, { 'retry-after': '7' }).end()
    else if (!statusesByLastDigit[Number(form.get('To')?.at(-1))])
      send(400, { code: 21211, message: "The 'To' number is not a valid phone number." })
    else {
      orders.push(form)
      send(201, { sid: `CA${orders.length}`, status: 'queued' })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { orders, changes, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** As the platform calls back, signed over the address and the sorted fields. */
async function tell(url: string, fields: Record<string, string>, token = AUTH_TOKEN): Promise<number> {
  return (await ask(url, fields, token)).status
}

async function ask(url: string, fields: Record<string, string>, token = AUTH_TOKEN) {
  const signed =
    url +
    Object.keys(fields)
      .sort()
      .map((name) => name + fields[name])
      .join('')
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'x-twilio-signature': createHmac('sha1', token).update(signed).digest('base64') },
    body: new URLSearchParams(fields),
  })
  return { status: response.status, text: await response.text() }
}

async function startBridge(env: Record<string, string>): Promise<string> {
  const bridge = runProgram(process.execPath, [BRIDGE], {
    env: {
      PORT: '0',
      HTTP_GATEWAY_SECRET: PLATFORM_SECRET,
      ACCOUNT_SID: ACCOUNT,
      AUTH_TOKEN,
      ...env,
    },
  })
  return eventually(() => {
    const [, address] = /listening at (\S+)/.exec(bridge.stdout()) ?? []
    if (address === undefined) throw new Error(`the bridge has not started: ${bridge.stderr()}`)
    return address
  })
}

it('a task is dialed through the bridge, and every status of the platform finds its outcome', async () => {
  const platform = await startTwilioLike()
  const bridge = await startBridge({ API_URL: platform.url })
  const app = await createHttpGatewayApp({
    platform: { url: `${bridge}/calls` },
    settings: { callerIds: ['+4930100'] },
  })
  const phoneNumbers = statusesByLastDigit.map((_, digit) => `+4930120${digit}`)
  const dataSourceId = await app.addDataSource('list', phoneNumbers)
  const id = await app.addTask('task', dataSourceId, { maxDialCount: 1 })
  expectSuccess(await app.post('/api/task/publish', { id }))
  app.startDialing()
  await eventually(() => expect(platform.orders).toHaveLength(9))
  expect(platform.orders[0]?.get('From')).toBe('+4930100')
  expect(platform.orders[0]?.getAll('StatusCallbackEvent')).toEqual(['ringing', 'answered', 'completed'])

  for (const order of platform.orders) {
    const address = order.get('StatusCallback') ?? ''
    const statuses = statusesByLastDigit[Number(order.get('To')?.at(-1))] ?? []
    expect(await tell(address, statuses[0] ?? {}, 'somebody else')).toBe(403)
    for (const fields of statuses) expect(await tell(address, { CallSid: 'CA1', ...fields })).toBe(200)
  }
  await eventually(async () => {
    const { status } = expectSuccess(await app.get<{ status: number }>(`/api/task/detail/${id}`))
    expect(status).toBe(4)
  })
  const calls = await app.rows<{ phone_number: string; cause: string; talk_ms: number }>(
    'select phone_number, cause, talk_ms from call order by phone_number',
  )
  expect(calls).toEqual(
    phoneNumbers.map((phone_number, digit) => ({
      phone_number,
      cause: causes[digit],
      talk_ms: causes[digit] === 'answered' ? 7000 : 0,
    })),
  )
})

it('the bridge takes calls only from who knows the secret, and says when the platform refuses', async () => {
  const platform = await startTwilioLike()
  const post = async (
    bridge: string,
    secret: string,
    signed: Partial<Message> = {},
    phoneNumber = '+4930120',
  ) => {
    const body = JSON.stringify({
      attemptId: 'a',
      phoneNumber,
      ringTimeoutSeconds: 30,
      callbackUrl: 'http://127.0.0.1:9/',
    })
    const timestamp = String(Math.floor(Date.now() / 1000))
    const headers = {
      'x-carillon-timestamp': timestamp,
      'x-carillon-signature': sign(secret, timestamp, {
        direction: 'request',
        method: 'POST',
        path: '/calls',
        body,
        ...signed,
      }),
    }
    const response = await fetch(`${bridge}/calls`, { method: 'POST', headers, body })
    await response.arrayBuffer()
    return response.status
  }
  const bridge = await startBridge({ API_URL: platform.url })
  expect(await post(bridge, 'another secret')).toBe(401)
  expect(await post(bridge, PLATFORM_SECRET, { method: 'GET', body: '' })).toBe(401)
  expect(await post(bridge, PLATFORM_SECRET, { path: '/calls/a' })).toBe(401)
  expect(await post(bridge, PLATFORM_SECRET, { direction: 'callback' })).toBe(401)
  expect(await post(bridge, PLATFORM_SECRET)).toBe(201)
  expect(await post(bridge, PLATFORM_SECRET, {}, '+49301299')).toBe(422)
  expect(await post(bridge, PLATFORM_SECRET, {}, '+49301298')).toBe(429)
  const barred = await startBridge({ API_URL: platform.url, AUTH_TOKEN: 'wrong' })
  expect(await post(barred, PLATFORM_SECRET)).toBe(403)
  expect(platform.orders).toHaveLength(1)
})

describe('a flow as TwiML', () => {
  const LIST = newId()
  const flow: Flow = {
    language: 'en-US',
    voice: 'alice',
    onMachine: { do: 'leaveMessage', step: 'machine' },
    steps: [
      { id: 'hello', type: 'say', text: 'Hello <Ann> & "co".' },
      { id: 'tune', type: 'play', audioId: 'a1' },
      {
        id: 'confirm',
        type: 'gather',
        text: 'Press 1 or 2.',
        retryText: 'Once more.',
        keys: '129',
        tries: 2,
        noInput: 'bye',
      },
      {
        id: 'which',
        type: 'branch',
        cases: [
          { when: 'digits.confirm == "2" and verdict != "machine"', next: 'desk' },
          { when: 'digits.confirm == "9"', next: 'stop' },
        ],
        next: 'note',
      },
      { id: 'note', type: 'set', field: 'answer', value: 'key {{digits.confirm}}', next: 'code' },
      { id: 'desk', type: 'transfer', to: 'sip:desk@example.com', timeout: 20, next: 'message' },
      { id: 'code', type: 'gather', minDigits: 2, maxDigits: 4, interrupt: false, timeout: 3, next: 'bot' },
      { id: 'message', type: 'record', what: 'message', maxSeconds: 30, silence: 4, next: 'bye' },
      { id: 'stop', type: 'optOut', listId: LIST, next: 'bye' },
      {
        id: 'bot',
        type: 'stream',
        url: 'wss://bot.example.com',
        parameters: { code: '{{digits.code}}' },
        next: 'bye',
      },
      { id: 'machine', type: 'say', text: 'Call us back.', next: 'bye' },
      { id: 'bye', type: 'hangup' },
    ],
  }

  /** A call with the flow through the bridge, and what the platform is told step by step. */
  async function open(given: Flow = flow) {
    const platform = await startTwilioLike()
    const bridge = await startBridge({ API_URL: platform.url })
    const app = await createHttpGatewayApp({ platform: { url: `${bridge}/calls` } })
    const attemptId = newId()
    await app.gateway.originate({
      attemptId,
      phoneNumber: '+4930120',
      taskId: newId(),
      contactId: newId(),
      flow: given,
      soundUrls: { tune: 'https://carillon.example.com/media/a1.wav' },
    })
    const order = platform.orders[0] as URLSearchParams
    let url = order.get('Url') ?? ''
    return {
      platform,
      bridge,
      order,
      /** Asks for the next document, which says where to ask then. */
      async next(fields: Record<string, string> = {}): Promise<string> {
        const { text: xml } = await ask(url, { CallSid: 'CA1', ...fields })
        const found = /(?:action="|<Redirect>)([^"<]+)/.exec(xml)?.[1]?.replaceAll('&amp;', '&')
        url = found ?? ''
        return xml
          .replace('<?xml version="1.0" encoding="UTF-8"?><Response>', '')
          .replace('</Response>', '')
          .replaceAll(/(action=")[^"]+|(<Redirect>)[^<]+/g, '$1$2URL')
      },
      async goTo(to: string) {
        url = to
      },
      async ends() {
        const end = { CallSid: 'CA1', CallStatus: 'completed', CallDuration: '7' }
        await tell(order.get('StatusCallback') ?? '', { CallSid: 'CA1', CallStatus: 'in-progress' })
        expect(await tell(order.get('StatusCallback') ?? '', end)).toBe(200)
        return eventually(() => {
          const ended = app.events.find((event) => event.type === 'ended')
          if (ended?.type !== 'ended') throw new Error('the call has not ended')
          return ended.end
        })
      },
    }
  }

  it('is said, gathered and streamed; its result comes with the end', async () => {
    const { next, ends } = await open()
    expect(await next()).toBe(
      '<Say language="en-US" voice="alice">Hello &lt;Ann&gt; &amp; &quot;co&quot;.</Say><Redirect>URL</Redirect>',
    )
    expect(await next()).toBe(
      '<Play>https://carillon.example.com/media/a1.wav</Play><Redirect>URL</Redirect>',
    )
    const gather = (text: string) =>
      `<Gather action="URL" input="dtmf" numDigits="1" finishOnKey="" timeout="5" actionOnEmptyResult="true"><Say language="en-US" voice="alice">${text}</Say></Gather>`
    expect(await next()).toBe(gather('Press 1 or 2.'))
    expect(await next({ Digits: '7' })).toBe(gather('Once more.'))
    expect(await next({ Digits: '1' })).toBe(
      '<Gather action="URL" input="dtmf" numDigits="4" finishOnKey="#" timeout="3" actionOnEmptyResult="true"/>',
    )
    expect(await next({ Digits: '42' })).toBe(
      '<Connect action="URL"><Stream url="wss://bot.example.com"><Parameter name="code" value="42"/></Stream></Connect>',
    )
    expect(await next()).toBe('<Hangup/>')
    expect(await ends()).toEqual({
      cause: 'answered',
      talkMs: 7000,
      result: {
        digits: { confirm: '1', code: '42' },
        fields: { answer: 'key 1' },
        agent: 'done',
        step: 'bye',
      },
    })
  })

  it('has the platform tell machines from people beside the greeting, and leaves its message', async () => {
    const { platform, bridge, order, next, goTo, ends } = await open()
    expect(order.get('MachineDetection')).toBe('DetectMessageEnd')
    expect(order.get('AsyncAmd')).toBe('true')
    await next()
    expect(await tell(order.get('AsyncAmdStatusCallback') ?? '', {}, 'somebody else')).toBe(403)
    expect(await tell(order.get('Url') ?? '', {}, 'somebody else')).toBe(403)
    const unknown = await ask(`${bridge}/flow?attemptId=unknown`, {})
    expect(unknown.text).toContain('<Hangup/>')
    const verdict = { CallSid: 'CA1', AnsweredBy: 'machine_end_beep', MachineDetectionDuration: '5200' }
    expect(await tell(order.get('AsyncAmdStatusCallback') ?? '', verdict)).toBe(200)
    const [, url = ''] = /^CA1 Url=(.*)$/.exec(platform.changes[0] ?? '') ?? []
    await goTo(url)
    expect(await next()).toContain('Call us back.')
    expect(await next()).toBe('<Hangup/>')
    expect((await ends()).result?.verdict).toEqual({
      is: 'machine',
      by: 'platform',
      how: 'machine_end_beep',
      afterMs: 5200,
    })
  })

  it('hangs up on a machine if the flow says so', async () => {
    const { platform, order } = await open({ ...flow, onMachine: { do: 'hangup' } })
    expect(order.get('MachineDetection')).toBe('Enable')
    const machine = { CallSid: 'CA1', AnsweredBy: 'machine_start' }
    expect(await tell(order.get('AsyncAmdStatusCallback') ?? '', machine)).toBe(200)
    expect(platform.changes).toEqual(['CA1 Status=completed'])
  })
})
