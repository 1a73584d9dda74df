// docs/integrations.md shows a request and a receiver, which work as they are, and names every event.

import { readFileSync } from 'node:fs'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { WEBHOOK_EVENTS } from '../src/insight/webhooks/webhook-events.ts'
import { runProgram } from './support/carillon-process.ts'
import { eventually } from './support/eventually.ts'
import { expectSuccess } from './support/expectations.ts'
import { freePort } from './support/free-port.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { createTestApp } from './support/test-app.ts'
import { FAST, HERE } from './support/webhooks.ts'

const page = readFileSync(new URL('../../docs/integrations.md', import.meta.url), 'utf8')
const chapter = /^## Webhooks\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(page)?.[1] ?? ''

it('the request and the receiver of the docs work', async () => {
  const app = await createTestApp({ webhooks: HERE, webhookTiming: FAST })
  onTestFinished(app.close)
  app.startWebhooks()
  const body = JSON.parse(/-d '(\{.*\})'/.exec(chapter)?.[1] ?? '')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const added = expectSuccess(await app.post<{ secret: string }>('/api/webhook/add', { ...body, url }))

  const folder = await temporaryFolder()
  const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))
  await symlink(modules, join(folder, 'node_modules'))
  const program = join(folder, 'receiver.mjs')
  await writeFile(program, /```js\n([\s\S]*?)```/.exec(chapter)?.[1] ?? '')
  const env = { WEBHOOK_SECRET: added.secret, PORT: String(port) }
  const receiver = runProgram(process.execPath, [program], { env })

  const taskId = await app.addTask('task', await app.addDataSource('list', ['13800138001']))
  expectSuccess(await app.post('/api/task/publish', { id: taskId }))
  await eventually(() => expect(receiver.stdout()).toContain(`task.status ${taskId}`))
  const refused = await fetch(url, { method: 'POST', body: '{}' })
  expect(refused.status).toBe(401)
})

it('the docs name every event', () => {
  const rows = [...chapter.matchAll(/^\| `(\w+\.\w+)` \|/gm)].map(([, event]) => event)
  expect(rows).toEqual([...WEBHOOK_EVENTS])
})
