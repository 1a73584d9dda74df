// The exporter and a collector that does what the test says. Timers run when the test says so.

import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { createTraceCollector } from '../../../test/support/trace-collector.ts'
import type { FinishedSpan } from './span.ts'
import { createSpanExporter } from './span-exporter.ts'

const BATCH = 512
const QUEUE = 4096
const GATHER_MS = 2000
const TIMEOUT_MS = 7000
const CLOSE_MS = 3000

const span = (name: string) => ({ name }) as FinishedSpan

async function open() {
  const collector = await createTraceCollector()
  onTestFinished(() => collector.close())
  const timers: { run: () => void; delayMs: number }[] = []
  const said: string[] = []
  const say = (_facts: object, sentence: string) => said.push(sentence)
  const exporter = createSpanExporter({
    url: `${collector.endpoint}/v1/traces`,
    headers: { 'x-key': 'secret' },
    timeoutMs: TIMEOUT_MS,
    write: (spans) => spans.map(({ name }) => name).join(' '),
    log: { info: say, warn: say, error: say },
    setTimer(run, delayMs) {
      const timer = { run, delayMs }
      timers.push(timer)
      return () => timers.includes(timer) && timers.splice(timers.indexOf(timer), 1)
    },
  })
  /** Once there is a timer of this length, the collector answers like this, and its time comes. */
  const pass = (delayMs: number, answer?: Parameters<typeof collector.answers>[0]) =>
    eventually(() => {
      const index = timers.findIndex((timer) => timer.delayMs === delayMs)
      if (index < 0) throw new Error(`no timer of ${delayMs} ms among ${timers.map((each) => each.delayMs)}`)
      if (answer) collector.answers(answer)
      timers.splice(index, 1)[0]?.run()
    })
  const bodies = () => collector.requests.map(({ body }) => body)
  return { collector, exporter, pass, said, bodies, timers }
}

it('gathers spans and sends them together', async () => {
  const { collector, exporter, pass, bodies } = await open()
  exporter.add(span('a'))
  exporter.add(span('b'))
  await pass(GATHER_MS)
  await eventually(() => expect(exporter.figures()).toEqual({ sent: 2, dropped: 0 }))
  expect(bodies()).toEqual(['a b'])
  expect(collector.requests[0]).toMatchObject({
    path: '/v1/traces',
    headers: { 'x-key': 'secret', 'content-type': 'application/json' },
  })
})

it('does not wait for more when a batch is full', async () => {
  const { exporter } = await open()
  for (let count = 0; count < BATCH; count += 1) exporter.add(span('a'))
  await eventually(() => expect(exporter.figures()).toEqual({ sent: BATCH, dropped: 0 }))
})

it('tries again after growing pauses while the collector cannot take them, and says so once', async () => {
  const { collector, exporter, pass, bodies, said } = await open()
  collector.answers(() => ({ status: 503 }))
  exporter.add(span('a'))
  await pass(GATHER_MS)
  await pass(1000)
  await pass(2000)
  await pass(4000, () => ({}))
  await eventually(() => expect(exporter.figures()).toEqual({ sent: 1, dropped: 0 }))
  expect(bodies()).toEqual(['a', 'a', 'a', 'a'])
  expect(said).toEqual([
    expect.stringContaining('does not take traces'),
    expect.stringContaining('takes traces again'),
  ])
})

it('waits as long as the collector asks', async () => {
  const { collector, exporter, pass } = await open()
  collector.answers(() => ({ status: 429, headers: { 'retry-after': '12' } }))
  exporter.add(span('a'))
  await pass(GATHER_MS)
  await pass(12_000, () => ({}))
  await eventually(() => expect(exporter.figures()).toEqual({ sent: 1, dropped: 0 }))
})

it('gives up after five tries, and goes on with the next', async () => {
  const { collector, exporter, pass, bodies } = await open()
  collector.answers(() => ({ status: 502 }))
  exporter.add(span('a'))
  await pass(GATHER_MS)
  for (const pauseMs of [1000, 2000, 4000, 8000]) await pass(pauseMs)
  await eventually(() => expect(exporter.figures()).toEqual({ sent: 0, dropped: 1 }))
  expect(bodies()).toHaveLength(5)
  collector.answers(() => ({}))
  exporter.add(span('b'))
  await pass(GATHER_MS)
  await eventually(() => expect(exporter.figures()).toEqual({ sent: 1, dropped: 1 }))
})

it('does not repeat what the collector refuses', async () => {
  const { collector, exporter, pass } = await open()
  collector.answers(() => ({ status: 400 }))
  exporter.add(span('a'))
  await pass(GATHER_MS)
  await eventually(() => expect(exporter.figures()).toEqual({ sent: 0, dropped: 1 }))
  collector.answers(() => ({ body: '{"partialSuccess":{"rejectedSpans":"1"}}' }))
  exporter.add(span('b'))
  exporter.add(span('c'))
  await pass(GATHER_MS)
  await eventually(() => expect(exporter.figures()).toEqual({ sent: 1, dropped: 2 }))
})

it('drops what does not fit into the queue while the collector does not answer', async () => {
  const { collector, exporter, pass, bodies } = await open()
  collector.answers(() => undefined)
  exporter.add(span('a'))
  await pass(GATHER_MS)
  await eventually(() => expect(bodies()).toHaveLength(1))
  for (let count = 0; count < QUEUE + 10; count += 1) exporter.add(span('b'))
  expect(exporter.figures()).toEqual({ sent: 0, dropped: 10 })
  // The request is given up in time, and tried again.
  await pass(TIMEOUT_MS)
  await pass(1000, () => ({}))
  await eventually(() => expect(exporter.figures().sent).toBeGreaterThan(QUEUE))
})

it('sends what is left when it is closed', async () => {
  const { exporter, bodies, timers } = await open()
  exporter.add(span('a'))
  await exporter.close()
  expect(bodies()).toEqual(['a'])
  expect(exporter.figures()).toEqual({ sent: 1, dropped: 0 })
  expect(timers).toEqual([])
})

it('is closed in time, whatever the collector does', async () => {
  const { collector, exporter, pass, bodies } = await open()
  collector.answers(() => undefined)
  for (let count = 0; count < 2 * BATCH; count += 1) exporter.add(span('a'))
  await eventually(() => expect(bodies()).toHaveLength(1))
  const closed = exporter.close()
  await pass(CLOSE_MS)
  await closed
  expect(exporter.figures()).toEqual({ sent: 0, dropped: 2 * BATCH })
})
