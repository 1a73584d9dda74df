// A node that freezes in the middle of an import keeps the contacts locked that it was changing, until PostgreSQL ends the idle
// transaction. No call waits for them.

import { expect, it, onTestFinished } from 'vitest'
import { jsonBody, type Service, startService } from './support/carillon-process.ts'
import { databaseUrl } from './support/database-url.ts'
import { eventually, untilHeldUp } from './support/eventually.ts'
import { importPath } from './support/files-app.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'

const TOKEN = 'token-of-the-test-of-a-node-that-freezes'
const CONTACTS = 400
const NETWORK = 'ring=0.01-0.02, talk=0.01-0.02, answered=100'
const NEW_NUMBER = '+491999999'

interface Task {
  taskId: string
  dataSourceId: string
  numbers: string[]
}

it('holds up neither calls nor changes of state; its import is undone', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const start = async (role: string) =>
    startService({
      dataDir: await temporaryFolder(),
      args: ['--role', role],
      env: {
        DATABASE_URL: databaseUrl(database.connection),
        ACCESS_TOKEN: TOKEN,
        SIMULATOR: NETWORK,
        LINES: '10',
        CALLS_PER_SECOND: '0',
      },
    })
  const [freezing, node] = await Promise.all([start('api'), start('all')])
  const held = await addTask(node, 'held', 1)

  let importing: Promise<{ status: number; message: string }> | undefined
  await database.db.transaction(async (tx) => {
    await tx.query({ text: 'lock table contact_block in share mode' })
    importing = upload(freezing, held.dataSourceId, [...held.numbers, NEW_NUMBER], 'vip')
    await untilHeldUp(database.db)
    process.kill(freezing.pid, 'SIGSTOP')
    onTestFinished(() => void (freezing.child.exitCode === null && process.kill(freezing.pid, 'SIGCONT')))

    await change(node, 'publish', held.taskId)
    await eventually(async () => expect(await callsOf(database, held.taskId)).toBeGreaterThan(20))
    for (const operation of ['pause', 'resume']) await change(node, operation, held.taskId)
  })
  // The statement has ended, and nobody reads its result: PostgreSQL ends the idle transaction 5 seconds later.
  const isHeld = async () => (await idleTransactions(database)) > 0
  await expect.poll(isHeld).toBe(true)
  await expect.poll(() => statusOf(node, held.taskId)).toBe(4)
  await expect.poll(isHeld).toBe(false)

  process.kill(freezing.pid, 'SIGCONT')
  expect(await importing).toEqual({
    status: 503,
    message: expect.stringMatching(/undone|cannot be reached/),
  })
  const { rows } = await database.db.query({
    text: `select count(*)::int as contacts, count(*) filter (where fields ? 'vip')::int as changed,
               (select contact_count from data_source where id = $1) as counted
             from contact where data_source_id = $1`,
    values: [held.dataSourceId],
  })
  expect(rows).toEqual([{ contacts: CONTACTS, changed: 0, counted: CONTACTS }])
  // The thawed node goes on as if nothing had happened.
  expect(await upload(freezing, held.dataSourceId, [NEW_NUMBER], 'vip')).toMatchObject({ status: 200 })
})

async function addTask(service: Service, name: string, prefix: number): Promise<Task> {
  const add = async (path: string, body: object) =>
    (await service.call<{ id: string }>(path, jsonBody(body)))?.data.id ?? ''
  const dataSourceId = await add('/api/dataSource/add', { dataSourceName: name })
  const numbers = Array.from({ length: CONTACTS }, (_, index) => `+49${prefix * 1_000_000 + index}`)
  expect(await upload(service, dataSourceId, numbers, 'name')).toMatchObject({ status: 200 })
  return { taskId: await add('/api/task/add', { taskName: name, dataSourceId }), dataSourceId, numbers }
}

async function upload(service: Service, dataSourceId: string, numbers: string[], field: string) {
  const form = new FormData()
  form.set(
    'file',
    new Blob([[`phoneNumber,${field}`, ...numbers.map((each) => `${each},yes`)].join('\n')]),
    'a.csv',
  )
  const response = await fetch(`${service.address}${importPath(dataSourceId)}?onDuplicate=update`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}` },
    body: form,
  })
  const { message } = (await response.json()) as { message: string }
  return { status: response.status, message }
}

async function change(service: Service, operation: string, id: string): Promise<void> {
  expect((await service.call(`/api/task/${operation}`, jsonBody({ id })))?.status).toBe(200)
}

async function statusOf(service: Service, taskId: string): Promise<number | undefined> {
  return (await service.call<{ status: number }>(`/api/task/detail/${taskId}`))?.data.status
}

async function callsOf(database: TestDatabase, taskId: string): Promise<number> {
  const { rows } = await database.db.query<{ count: number }>({
    text: 'select count(*)::int from call where task_id = $1',
    values: [taskId],
  })
  return rows[0]?.count ?? 0
}

async function idleTransactions(database: TestDatabase): Promise<number> {
  const { rows } = await database.db.query({
    text: `select pid from pg_stat_activity
           where datname = current_database() and state = 'idle in transaction' and pid <> pg_backend_pid()
             and query not like '%dialer%'`,
  })
  return rows.length
}
