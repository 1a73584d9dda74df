// Traces of requests and calls, as a collector gets them.

import { expect, it, onTestFinished } from 'vitest'
import type { Flow } from '../src/conversations/flows/flow.ts'
import { createSettings } from '../src/platform/kernel/settings.ts'
import { readTraceSettings } from '../src/platform/tracing/trace-settings.ts'
import { createControlledPhones } from './support/controlled-gateway.ts'
import { eventually } from './support/eventually.ts'
import { expectSuccess } from './support/expectations.ts'
import { createInstantGateway } from './support/instant-gateway.ts'
import { captureLog } from './support/log-capture.ts'
import { createTestApp, TEST_TOKEN, type TestApp, type TestAppOptions } from './support/test-app.ts'
import { createTraceCollector, type ReceivedSpan } from './support/trace-collector.ts'

const NUMBER = '13800138000'
const CALLER = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
const headers = { authorization: `Bearer ${TEST_TOKEN}` }

const settingsAt = (endpoint: string, more: Record<string, string> = {}) =>
  readTraceSettings(createSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...more }))

async function open(options: TestAppOptions = {}, env: Record<string, string> = {}) {
  const collector = await createTraceCollector()
  onTestFinished(() => collector.close())
  const app = await createTestApp({ tracing: settingsAt(collector.endpoint, env), ...options })
  let isOpen = true
  /** A stop sends what is left. */
  const close = async () => {
    if (isOpen) await app.close()
    isOpen = false
    return collector.spans()
  }
  onTestFinished(async () => void (await close()))
  return { app, collector, close }
}

const named = (spans: ReceivedSpan[], name: string) => spans.filter((span) => span.name === name)
const only = (spans: ReceivedSpan[], name: string) => {
  expect(named(spans, name)).toHaveLength(1)
  return named(spans, name)[0] as ReceivedSpan
}

async function publish(app: TestApp, settings: object): Promise<string> {
  const dataSourceId = await app.addDataSource('customers', [NUMBER])
  const taskId = await app.addTask('spring campaign', dataSourceId, { maxDialCount: 1, ...settings })
  expectSuccess(await app.post('/api/task/publish', { id: taskId }))
  return taskId
}

it('a request is a span: of the trace of its caller, or of one with the id of the request', async () => {
  const { app, collector, close } = await open({}, { OTEL_SERVICE_NAME: 'calls' })
  const traceparent = `00-${CALLER.traceId}-${CALLER.spanId}-01`
  await app.http.inject({ url: '/api/task/list?taskName=secret', headers: { ...headers, traceparent } })
  const { headers: answered } = await app.http.inject({ url: '/api/nothing', headers })
  await app.http.inject({ url: '/healthz' })
  await app.http.inject({ url: '/metrics' })
  const spans = await close()

  expect(spans).toHaveLength(2)
  expect(only(spans, 'GET /api/task/list')).toMatchObject({
    traceId: CALLER.traceId,
    parentSpanId: CALLER.spanId,
    kind: 2,
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/api/task/list',
      'http.response.status_code': '200',
    },
    status: {},
  })
  const unknown = only(spans, 'GET')
  expect(unknown.traceId).toBe(String(answered['x-request-id']).replaceAll('-', ''))
  expect(unknown).not.toHaveProperty('parentSpanId')
  expect(unknown.attributes).toMatchObject({ 'http.response.status_code': '404' })
  const { body } = collector.requests[0] ?? { body: '' }
  expect(body).toContain('{"key":"service.name","value":{"stringValue":"calls"}}')
  expect(body).not.toContain('secret')
})

it('the log of a request names its trace', async () => {
  const { log, lines } = captureLog()
  const { app } = await open({ log })
  const traceparent = `00-${CALLER.traceId}-${CALLER.spanId}-01`
  await app.http.inject({ url: '/api/task/list', headers: { ...headers, traceparent } })
  expect(lines.find(({ msg }) => msg === 'request')).toMatchObject({ trace: CALLER.traceId })
})

it('a trace that its caller does not keep is not kept here, and of the others only a share', async () => {
  const { app, close } = await open(
    {},
    { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' },
  )
  const ask = (flags: string) =>
    app.http.inject({
      url: '/api/task/list',
      headers: { ...headers, traceparent: `00-${CALLER.traceId}-${CALLER.spanId}-${flags}` },
    })
  await ask('00')
  await app.http.inject({ url: '/api/task/list', headers })
  await ask('01')
  expect((await close()).map(({ traceId }) => traceId)).toEqual([CALLER.traceId])
})

it('a call is a trace with the id of the call, its steps are parts of it, and it links to its claim and its settlement', async () => {
  const phones = createControlledPhones()
  const { app, collector, close } = await open({ role: 'all', gateway: phones.gateway() })
  const flow: Flow = {
    steps: [
      { id: 'confirm', type: 'gather', text: 'Hello, press 1.', keys: '1' },
      { id: 'note', type: 'set', field: 'answer', value: 'yes' },
      { id: 'thanks', type: 'say', text: 'Thank you.' },
    ],
  }
  app.startDialing()
  const taskId = await publish(app, { flow })
  const id = await phones.callTo(NUMBER)
  phones.tell({ type: 'ringing', attemptId: id })
  phones.answer(id)
  await phones.until(id, 'play 1')
  phones.press(id, '1')
  await phones.until(id, 'play 2')
  phones.played(id)
  await eventually(async () => expect(await app.rows('select id from call')).toEqual([{ id }]))
  const spans = await close()

  const call = only(spans, 'call')
  const claim = only(spans, 'claim')
  const settlement = only(spans, 'settle')
  expect(call).toMatchObject({
    traceId: id.replaceAll('-', ''),
    attributes: {
      'carillon.call.id': id,
      'carillon.task.id': taskId,
      'carillon.call.attempt': '1',
      'carillon.call.cause': 'answered',
      'carillon.call.talk_ms': '1000',
    },
    events: ['placed', 'ringing', 'answered', 'ended'],
    status: {},
  })
  expect(call).not.toHaveProperty('parentSpanId')
  expect(call.links).toEqual([claim, settlement].map(({ traceId, spanId }) => ({ traceId, spanId })))
  expect(claim.attributes).toEqual({ 'carillon.calls': '1', 'carillon.tasks': '1' })
  expect(settlement.attributes).toEqual({ 'carillon.calls': '1' })
  const steps = spans.filter(({ parentSpanId }) => parentSpanId === call.spanId)
  expect(steps.map(({ name, attributes }) => [name, attributes['carillon.step.id']])).toEqual([
    ['step gather', 'confirm'],
    ['step set', 'note'],
    ['step say', 'thanks'],
  ])
  for (const step of steps) {
    expect(step.traceId).toBe(call.traceId)
    expect(BigInt(step.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(step.startTimeUnixNano))
  }
  // Nothing about the person, nor what was said, nor what the task and the list are called.
  const sent = collector.requests.map(({ body }) => body).join()
  for (const secret of [NUMBER, 'Hello', 'customers', 'spring campaign', 'yes'])
    expect(sent).not.toContain(secret)
})

it('a call that a node takes over goes on in the same trace', async () => {
  const phones = createControlledPhones()
  const { app, collector, close } = await open({ role: 'all', gateway: phones.gateway() })
  app.startDialing()
  await publish(app, {})
  const id = await phones.callTo(NUMBER)
  await app.stopDialing(0)
  const node = await createTestApp({
    ...{ role: 'dialer', gateway: phones.gateway(), database: app.database },
    tracing: settingsAt(collector.endpoint),
  })
  node.startDialing()
  phones.finish(id, { cause: 'busy', talkMs: 0 })
  await eventually(async () => expect(await app.rows('select id from call')).toEqual([{ id }]))
  await node.close()
  const calls = named(await close(), 'call')
  expect(new Set(calls.map(({ traceId }) => traceId))).toEqual(new Set([id.replaceAll('-', '')]))
  const facts = calls.map(({ attributes }) => attributes)
  expect(facts).toContainEqual(expect.objectContaining({ 'carillon.call.is_handed_over': true }))
  expect(facts).toContainEqual(
    expect.objectContaining({ 'carillon.call.origin': 'taken_over', 'carillon.call.cause': 'busy' }),
  )
})

it('without a collector the service works as ever', async () => {
  const gone = await createTraceCollector()
  await gone.close()
  const app = await createTestApp({
    ...{ role: 'all', gateway: createInstantGateway(), tracing: settingsAt(gone.endpoint) },
  })
  onTestFinished(() => app.close())
  app.startDialing()
  const taskId = await publish(app, {})
  await eventually(async () =>
    expect(await app.rows('select status from task where id = $1', [taskId])).toEqual([{ status: 4 }]),
  )
  for (let count = 0; count < 10; count += 1) expectSuccess(await app.get('/api/task/list'))
})

it('what the collector refuses is counted', async () => {
  const { app, collector } = await open()
  const spans = async () => (await app.http.inject({ url: '/metrics' })).body.match(/^carillon_trace_.*$/gm)
  collector.answers(() => ({ status: 400 }))
  expectSuccess(await app.get('/api/task/list'))
  await eventually(async () =>
    expect(await spans()).toEqual([
      'carillon_trace_spans_total{result="sent"} 0',
      'carillon_trace_spans_total{result="dropped"} 1',
    ]),
  )
})
