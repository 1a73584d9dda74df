// Drives Firefox by WebDriver BiDi, which it has built in. Playwright also sends commands that the Firefox of Debian does not know.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { WebSocket } from 'ws'

export interface Firefox {
  open(url: string): Promise<void>
  /** The value of an expression in the page. */
  evaluate<Value>(expression: string): Promise<Value>
  /** Waits until an expression is true. */
  until(expression: string): Promise<void>
  /** Waits for an element, and clicks in the middle of it. */
  click(element: string): Promise<void>
  /** Into the element that has the focus. */
  type(text: string): Promise<void>
  screenshot(): Promise<Buffer>
  /** What went wrong in its pages. */
  faults: string[]
  close(): Promise<void>
}

/** FIREFOX_PATH, or the one of Debian. */
export function findFirefox(): string | undefined {
  const named = process.env['FIREFOX_PATH']
  return named ?? ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path))
}

/** Far more than a page takes, also on a busy machine. */
const MAX_WAIT_MS = 60_000

const WINDOW = { width: 1280, height: 800 }

/** `profile` is an empty folder. */
export async function launchFirefox(executable: string, profile: string): Promise<Firefox> {
  const child = spawn(
    executable,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    { env: { ...process.env, HOME: profile }, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const exited = once(child, 'exit')
  const socket = new WebSocket(`${await addressOf(child.stderr)}/session`)
  await once(socket, 'open')
  const faults: string[] = []
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.on('message', (message) => {
    const answer = JSON.parse(String(message)) as Answer
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
    else if (answer.params?.level === 'error') faults.push(answer.params.text ?? '')
  })
  let sent = 0
  async function send<Result>(method: string, params: object): Promise<Result> {
    sent += 1
    const id = sent
    const answered = new Promise<Answer>((done) => waiting.set(id, done))
    socket.send(JSON.stringify({ id, method, params }))
    const { type, message, result } = await answered
    waiting.delete(id)
    if (type === 'error') throw new Error(`${method}: ${message}`)
    return result as Result
  }

  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' })
  await send('browsingContext.setViewport', { context, viewport: WINDOW })

  async function evaluate<Value>(expression: string): Promise<Value> {
    const params = { expression: `(async () => JSON.stringify(await (${expression})))()`, awaitPromise: true }
    const answer = await send<Evaluated>('script.evaluate', { ...params, target: { context } })
    if (answer.type === 'exception') throw new Error(`${expression}: ${answer.exceptionDetails?.text}`)
    return JSON.parse(answer.result?.value ?? 'null') as Value
  }
  async function until(expression: string): Promise<void> {
    const waited = `(async () => {
      for (const end = Date.now() + ${MAX_WAIT_MS}; Date.now() < end; await new Promise((done) => setTimeout(done, 50)))
        if (${expression}) return null
      return location.href + ': ' + document.body.innerText
    })()`
    const shown = await evaluate<string | null>(waited)
    if (shown !== null) throw new Error(`waited for ${expression} at ${shown}`)
  }
  const act = (actions: object) => send('input.performActions', { context, actions: [actions] })
  return {
    faults,
    evaluate,
    until,
    open: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    async click(element) {
      await until(element)
      const middle = `(({ x, y, width, height }) => [x + width / 2, y + height / 2])`
      const [x = 0, y = 0] = await evaluate<number[]>(
        `(${element}.scrollIntoView({ block: 'nearest' }), ${middle}(${element}.getBoundingClientRect()))`,
      )
      const move = { type: 'pointerMove', x: Math.round(x), y: Math.round(y) }
      const press = [
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await act({ type: 'pointer', id: 'mouse', actions: [move, ...press] })
    },
    async type(text) {
      const keys = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await act({ type: 'key', id: 'keyboard', actions: keys })
    },
    async screenshot() {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context })
      return Buffer.from(data, 'base64')
    },
    async close() {
      await send('browser.close', {})
      await exited
    },
  }
}

interface Answer {
  id?: number
  type: 'success' | 'error' | 'event'
  message?: string
  result?: unknown
  params?: { level?: string; text?: string }
}

interface Evaluated {
  type: 'success' | 'exception'
  result?: { value?: string }
  exceptionDetails?: { text: string }
}

/** It says on which port it listens. */
async function addressOf(output: Readable): Promise<string> {
  for await (const line of createInterface(output)) {
    const address = /ws:\/\/[\d.]+:\d+/.exec(line)?.[0]
    if (address !== undefined) {
      output.resume()
      return address
    }
  }
  throw new Error('Firefox exited before it listened')
}
