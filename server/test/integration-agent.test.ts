// The voice agent of docs/integrations.md talks with a simulated callee.

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import { createSimulator } from '../src/telephony/switches/simulator/simulator.ts'
import { DEFAULT_SETTINGS } from '../src/telephony/switches/simulator/simulator-settings.ts'
import { eventually } from './support/eventually.ts'
import { expectSuccess } from './support/expectations.ts'
import { createTestApp } from './support/test-app.ts'

const page = readFileSync(new URL('../../docs/integrations.md', import.meta.url), 'utf8')
const chapter = page.slice(page.indexOf('## A voice agent'))
const shown = (language: string) =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(chapter)?.[1] ?? ''

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** The program of the docs, beside the packages that it needs. */
async function startAgent(): Promise<string> {
  const port = await freePort()
  const file = fileURLToPath(new URL(`./agent-of-docs-${newId()}.mjs`, import.meta.url))
  await writeFile(file, shown('js'))
  const env = { ...process.env, PORT: String(port), COLLEAGUE: 'tel:+4930901820' }
  const program = spawn(process.execPath, [file], { env, stdio: 'inherit' })
  onTestFinished(async () => {
    program.kill()
    await rm(file)
  })
  const url = `ws://127.0.0.1:${port}/`
  await eventually(
    () =>
      new Promise<void>((resolve, reject) => {
        const socket = new WebSocket(url)
        socket.once('error', reject)
        socket.once('open', () => {
          socket.close()
          resolve()
        })
      }),
  )
  return url
}

it('the agent of the docs has its call say a sentence, looks for a colleague, and tells what came of it', async () => {
  const url = await startAgent()
  const settings = {
    ...DEFAULT_SETTINGS,
    shares: { answered: 1 },
    ring: [0, 0],
    transfer: { busy: 1 },
  } as const
  const gateway = createSimulator({ settings, clock: systemClock })
  const app = await createTestApp({ role: 'all', gateway })
  onTestFinished(() => app.close())
  app.startDialing()
  const dataSourceId = await app.addDataSource('list')
  const contact = { phoneNumber: '13800138000', name: 'Ann' }
  expectSuccess(await app.post(`/api/dataSource/${dataSourceId}/contact/add`, contact))
  const flow = JSON.parse(shown('json').replace('ws://127.0.0.1:8765/', url))
  const id = await app.addTask('task', dataSourceId, { flow })
  expectSuccess(await app.post('/api/task/publish', { id }))
  const call = await eventually(async () => {
    const { rows } = expectSuccess<{ rows: { id: string; conversation: object | null }[] }>(
      await app.get(`/api/task/${id}/calls`),
    )
    expect(rows).toMatchObject([{ conversation: { summary: expect.any(String) } }])
    return rows[0]
  })
  expect(call).toMatchObject({
    cause: 'callback',
    result: { agent: 'done', verdict: { is: 'person', by: 'agent' }, transfer: { result: 'busy' } },
    conversation: {
      summary: 'Nobody was free: busy',
      costs: [{ amount: 0.01, currency: 'USD', of: 'agent' }],
      lineCount: 1,
    },
  })
  expect(expectSuccess(await app.get(`/api/call/${call?.id}/transcript`))).toMatchObject([
    { who: 'agent', text: 'Hello Ann, one moment, please.' },
  ])
})
