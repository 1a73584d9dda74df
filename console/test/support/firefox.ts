// Drives Firefox by WebDriver BiDi, which it has built in. Playwright also sends commands that the Firefox of Debian does not know.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'

export interface Firefox {
  open(url: string): Promise<void>
  /** The value of an expression in the page. */
  evaluate<Value>(expression: string): Promise<Value>
  /** Waits until an expression is true. */
  until(expression: string): Promise<void>
  /** Waits for an element, gives it the focus and clicks it, wherever the page has moved it meanwhile. */
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
    const params = {
      expression: `(async () => JSON.stringify(await (${expression})))()`,
      awaitPromise: true,
      userActivation: true,
    }
    const answer = await send<Evaluated>('script.evaluate', { ...params, target: { context } })
    if (answer.type === 'exception') throw new Error(`${expression}: ${answer.exceptionDetails?.text}`)
    return JSON.parse(answer.result?.value ?? 'null') as Value
  }
  /** Asks again until the answer is not null: a page that is just being left, or not there yet, has none. */
  async function waitFor<Value>(expression: string): Promise<Value> {
    let failure = ''
    for (const end = Date.now() + MAX_WAIT_MS; Date.now() < end; await wait(50)) {
      const value = await evaluate<Value | null>(expression).catch((error: Error) => {
        failure = error.message
        return null
      })
      if (value !== null) return value
    }
    const shown = await evaluate<string>(`location.href + ': ' + document.body.innerText`)
    throw new Error(`waited for ${expression} (${failure}) at ${shown}`)
  }
  async function until(expression: string): Promise<void> {
    await waitFor(`(${expression}) ? true : null`)
  }
  const act = (actions: object) => send('input.performActions', { context, actions: [actions] })
  return {
    faults,
    evaluate,
    until,
    // It does not wait itself: requests that the page before leaves behind would count as a failure of this one.
    async open(url) {
      await evaluate('window.isLeft = true')
      await send('browsingContext.navigate', { context, url, wait: 'none' })
      await until(`!window.isLeft && document.readyState === 'complete'`)
    },
    async click(element) {
      await until(`${element}?.getBoundingClientRect().width > 0`)
      await evaluate(`(${element}.focus(), ${element}.click())`)
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
