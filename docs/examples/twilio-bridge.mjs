// A bridge between Carillon's HTTP gateway and a voice platform that speaks like Twilio. It needs nothing but Node.js:
//
//   HTTP_GATEWAY_SECRET=… ACCOUNT_SID=AC… AUTH_TOKEN=… BRIDGE_URL=https://bridge.example.com node twilio-bridge.mjs
//
// Carillon posts calls to it (HTTP_GATEWAY_URL is BRIDGE_URL/calls). It asks the platform for each, and turns the platform's
// status callbacks into Carillon's. Where a status belongs is in the address that the platform calls, and the platform
// signs that. Only a call with a flow is kept in memory until it ends: after a restart of the bridge it is hung up.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { beginCall, documentAfter, documentFrom } from './flow-as-twiml.mjs'

// biome-ignore lint/style/noProcessEnv: an example stands on its own
const env = process.env
const secret = env.HTTP_GATEWAY_SECRET
const account = env.ACCOUNT_SID
const token = env.AUTH_TOKEN
const api = env.API_URL ?? 'https://api.twilio.com'
// Whether the platform is to tell machines from people although the flow does not ask for it.
const detectsAlways = env.DETECT_MACHINES === 'yes'
/** Calls with a flow, by the id of the attempt. */
const flowCalls = new Map()
// What the callee hears without a flow: a document of the platform.
const answerUrl = env.ANSWER_URL ?? 'https://demo.twilio.com/welcome/voice/'
let bridgeUrl = env.BRIDGE_URL

const server = createServer((request, response) => {
  answer(request).then(
    ({ status, body, xml, headers }) => {
      const type = xml === undefined ? 'application/json' : 'text/xml'
      response.writeHead(status, { 'content-type': type, ...headers })
      response.end(xml ?? JSON.stringify(body ?? {}))
    },
    () => response.writeHead(500).end(),
  )
})
server.listen(Number(env.PORT ?? 4000), env.HOST ?? '127.0.0.1', () => {
  const { address, port } = server.address()
  bridgeUrl ??= `http://${address}:${port}`
  console.log(`listening at http://${address}:${port}`)
})

async function answer(request) {
  const body = await text(request)
  const url = new URL(request.url, bridgeUrl)
  if (url.pathname === '/calls' && !isFromCarillon(request, body)) return { status: 401 }
  if (url.pathname === '/calls' && request.method === 'POST') return takeCall(body)
  if (url.pathname === '/calls') return { status: 405 }
  const takes = { '/status': takeStatus, '/flow': takeStep, '/machine': takeVerdict }[url.pathname]
  if (!takes) return { status: 404 }
  const form = new URLSearchParams(body)
  const isFromPlatform = isSame(platformSignature(url.href, form), request.headers['x-twilio-signature'])
  return isFromPlatform ? takes(url, form) : { status: 403 }
}

function isFromCarillon(request, body) {
  const timestamp = request.headers['x-carillon-timestamp'] ?? ''
  const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300
  const expected = sign('request', request.method, request.url, timestamp, body)
  return isFresh && isSame(expected, request.headers['x-carillon-signature'])
}

/** Carillon wants a call. */
async function takeCall(body) {
  const call = JSON.parse(body)
  const { attemptId, flow } = call
  const form = new URLSearchParams({
    To: call.phoneNumber,
    From: call.callerId ?? '',
    Url: flow ? urlOf('/flow', { attemptId }) : answerUrl,
    Timeout: String(call.ringTimeoutSeconds),
    StatusCallback: urlOf('/status', { attemptId, callbackUrl: call.callbackUrl }),
  })
  for (const event of ['ringing', 'answered', 'completed']) form.append('StatusCallbackEvent', event)
  if (flow && (flow.onMachine || detectsAlways)) {
    // Beside the greeting: a person does not wait for it.
    form.set('MachineDetection', flow.onMachine?.do === 'leaveMessage' ? 'DetectMessageEnd' : 'Enable')
    form.set('AsyncAmd', 'true')
    form.set('AsyncAmdStatusCallback', urlOf('/machine', { attemptId }))
  }
  if (flow) keep(attemptId, beginCall(flow))
  const response = await order('Calls.json', form)
  const answered = await response.json().catch(() => ({}))
  if (response.ok) return { status: 201, body: { id: answered.sid } }
  // After a failure of the platform the call may have been placed all the same.
  if (response.status < 500) flowCalls.delete(attemptId)
  // The platform's codes for a number that cannot be called.
  if ([21211, 21214, 21217].includes(answered.code)) return { status: 422, body: { cause: 'invalid_number' } }
  if (response.status === 429)
    return { status: 429, headers: { 'retry-after': response.headers.get('retry-after') ?? '1' } }
  // Our account is refused, or this one call; only a failure of the platform leaves open whether it was placed.
  const isAccount = response.status === 401 || response.status === 403
  const meaning = response.status >= 500 ? 502 : isAccount ? 403 : 422
  return { status: meaning, body: { message: answered.message } }
}

/** The end of a call may be missed. */
function keep(attemptId, flowCall) {
  flowCalls.set(attemptId, flowCall)
  if (flowCalls.size > 10_000) flowCalls.delete(flowCalls.keys().next().value)
}

function urlOf(path, parameters) {
  const url = new URL(path, bridgeUrl)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

function order(path, form) {
  return fetch(`${api}/2010-04-01/Accounts/${account}/${path}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}` },
    body: form,
  })
}

/** The platform asks what the callee hears next: at the answer, after a step, or after a machine's greeting. */
async function takeStep(url, form) {
  const attemptId = url.searchParams.get('attemptId')
  const call = flowCalls.get(attemptId)
  if (!call) return { status: 200, xml: '<Response><Hangup/></Response>' }
  const urlAfter = (after) => urlOf('/flow', { attemptId, after })
  const after = url.searchParams.get('after')
  const first = url.searchParams.get('step') ?? call.flow.steps[0].id
  const xml =
    after === null ? documentFrom(call, first, urlAfter) : documentAfter(call, after, form, urlAfter)
  return { status: 200, xml }
}

/** The platform says who answered, while the flow goes on. */
async function takeVerdict(url, form) {
  const attemptId = url.searchParams.get('attemptId')
  const call = flowCalls.get(attemptId)
  if (!call) return { status: 200 }
  const how = form.get('AnsweredBy') ?? 'unknown'
  const is = how === 'human' ? 'person' : /^(machine|fax)/.test(how) ? 'machine' : 'unknown'
  const afterMs = Math.round(Number(form.get('MachineDetectionDuration') ?? 0)) || 0
  call.result.verdict = { is, how, afterMs }
  const { onMachine } = call.flow
  if (is === 'machine' && onMachine && onMachine.do !== 'continue') {
    const change =
      onMachine.do === 'hangup'
        ? { Status: 'completed' }
        : { Url: urlOf('/flow', { attemptId, step: onMachine.step }) }
    await order(`Calls/${form.get('CallSid')}.json`, new URLSearchParams(change))
  }
  return { status: 200 }
}

/** The platform says what becomes of a call. */
async function takeStatus(url, form) {
  const report = translate(form)
  if (!report) return { status: 200 }
  const attemptId = url.searchParams.get('attemptId')
  const isOver = report.status === 'ended'
  const result = isOver ? flowCalls.get(attemptId)?.result : undefined
  const body = JSON.stringify({ attemptId, ...report, ...(result && { result }) })
  // The platform says everything once: whoever is busy with a restart is told again.
  for (let tries = 1; tries <= 5; tries += 1) {
    const status = await tell(url.searchParams.get('callbackUrl'), body)
    if (status < 500) {
      if (isOver) flowCalls.delete(attemptId)
      return { status: 200 }
    }
    await delay(tries * 1000)
  }
  return { status: 502 }
}

function translate(form) {
  switch (form.get('CallStatus')) {
    case 'ringing':
      return { status: 'ringing' }
    case 'in-progress':
      return { status: 'answered' }
    case 'completed':
      return { status: 'ended', cause: 'answered', talkSeconds: Number(form.get('CallDuration') ?? 0) }
    case 'busy':
      return { status: 'ended', cause: 'busy', ...sipStatusIn(form) }
    case 'no-answer':
    case 'canceled':
      return { status: 'ended', cause: 'no_answer' }
    case 'failed':
      return { status: 'ended', cause: causeOfFailure(form.get('SipResponseCode')), ...sipStatusIn(form) }
    default: // queued, initiated: nothing has happened yet
      return undefined
  }
}

function sipStatusIn(form) {
  const status = form.get('SipResponseCode') ?? ''
  return /^[3-6]\d\d$/.test(status) ? { sipStatus: Number(status) } : {}
}

function causeOfFailure(sipStatus) {
  if (['404', '410', '484', '604'].includes(sipStatus)) return 'invalid_number'
  if (['603', '607', '608'].includes(sipStatus)) return 'rejected'
  if (['408', '480'].includes(sipStatus)) return 'unreachable'
  if (sipStatus === '503') return 'congestion'
  return 'network_error'
}

async function tell(callbackUrl, body) {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const headers = {
    'content-type': 'application/json',
    'x-carillon-timestamp': timestamp,
    'x-carillon-signature': sign('callback', 'POST', new URL(callbackUrl).pathname, timestamp, body),
  }
  const response = await fetch(callbackUrl, { method: 'POST', headers, body }).catch(() => undefined)
  return response?.status ?? 503
}

/** Over everything that gives a message its meaning: a signature holds for this one message. */
function sign(direction, method, path, timestamp, body) {
  const lines = [direction, method, path, timestamp, body].join('\n')
  return `v2=${createHmac('sha256', secret).update(lines).digest('hex')}`
}

/** As the platform does it: the address and the sorted fields. */
function platformSignature(url, form) {
  const fields = [...form.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).flat()
  return createHmac('sha1', token)
    .update(url + fields.join(''))
    .digest('base64')
}

function isSame(expected, given) {
  const a = Buffer.from(expected)
  const b = Buffer.from(given ?? '')
  return a.length === b.length && timingSafeEqual(a, b)
}
