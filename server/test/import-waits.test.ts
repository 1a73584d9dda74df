// While a file is being imported, everybody else goes on.

import { describe, expect, it } from 'vitest'
import { untilHeldUp } from './support/eventually.ts'
import { expectSuccess } from './support/expectations.ts'
import { createFilesApp } from './support/files-app.ts'
import { openForFile } from './support/open-for-file.ts'
import { moveTo, type StateName } from './support/task-fixtures.ts'
import type { Answer } from './support/test-app.ts'

const app = await openForFile(createFilesApp())

/** Runs the work while an import has written its contacts and cannot end; then lets it end. */
async function duringImport(dataSourceId: string, work: () => Promise<void>): Promise<void> {
  let importing: Promise<Answer> | undefined
  let hasEnded = false
  await app.database.db.transaction(async (tx) => {
    await tx.query({ text: 'lock table contact_block in share mode' })
    importing = app
      .upload(dataSourceId, 'phoneNumber\n201\n202\n203\n', { onDuplicate: 'update' })
      .finally(() => {
        hasEnded = true
      })
    await untilHeldUp(app.database.db)
    await work()
    expect(hasEnded).toBe(false)
  })
  if (importing) expectSuccess(await importing)
}

async function countOf(id: string): Promise<number> {
  return expectSuccess(await app.get<{ contactCount: number }>(`/api/task/detail/${id}`)).contactCount
}

describe.each(['snapshot', 'live'])('a task with a %s list', (listMode) => {
  it.each<[operation: string, from: StateName, status: number]>([
    ['publish', 'DRAFT', 1],
    ['pause', 'RUNNING', 2],
    ['resume', 'PAUSED', 1],
    ['stop', 'RUNNING', 3],
    ['close', 'STOPPED', 6],
  ])('%s does not wait for an import', async (operation, from, status) => {
    const dataSourceId = await app.addDataSource(`list ${Math.random()}`, ['101', '102'])
    const id = await app.addTask(`task ${Math.random()}`, dataSourceId, { listMode })
    await moveTo(app, id, from)
    await duringImport(dataSourceId, async () => {
      expect(expectSuccess(await app.post(`/api/task/${operation}`, { id }))).toMatchObject({ status })
      expect(await countOf(id)).toBe(2)
    })
    const isOpen = listMode === 'live' && status < 3
    expect(await countOf(id)).toBe(isOpen ? 5 : 2)
  })
})

it('a recall and a change of a draft do not wait for an import either', async () => {
  const dataSourceId = await app.addDataSource(`list ${Math.random()}`, ['101'])
  const [draft, running] = [
    await app.addTask(`task ${Math.random()}`, dataSourceId),
    await app.addTask(`task ${Math.random()}`, dataSourceId),
  ]
  await moveTo(app, running, 'RUNNING')
  await duringImport(dataSourceId, async () => {
    expectSuccess(await app.post('/api/task/update', { id: draft, priority: 1 }))
    expectSuccess(await app.post(`/api/task/${running}/recall`))
    expectSuccess(await app.post('/api/task/add', { taskName: `task ${Math.random()}`, dataSourceId }))
  })
})
