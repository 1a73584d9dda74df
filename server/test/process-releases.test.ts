// The data of every released version, as a small backup of each (release/write-data.ts): the migrations since then bring all of it along.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { finish, startService } from './support/carillon-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

interface Task {
  id: string
  taskName: string
  status: number
  contactCount: number
  callCount: number
}

const folder = fileURLToPath(new URL('./corpus/releases/', import.meta.url))
const releases = readdirSync(folder).filter((name) => name.endsWith('.tar.gz'))

it('there is a backup of every release that is tested', () => {
  expect(releases).toEqual(expect.arrayContaining(['0.1.0.tar.gz', '0.2.0.tar.gz']))
})

it.each(releases)('%s is restored, its sums agree, and the service goes on with it', async (release) => {
  const dataDir = join(await temporaryFolder(), 'data')
  const env = { DATA_DIR: dataDir, TIME_ZONE: 'UTC', LINES: '0' }
  const restored = await finish(['restore', join(folder, release)], { env })
  expect(restored, restored.said).toMatchObject({ code: 0 })
  const service = await startService({ dataDir, env })
  const read = async <Data>(path: string) => (await service.call<Data>(path))?.data
  const tasks = (await read<{ rows: Task[] }>('/api/task/list'))?.rows ?? []
  expect(tasks.map(({ taskName, status, contactCount }) => [taskName, status, contactCount])).toEqual(
    expect.arrayContaining([
      ['Done', 4, 20],
      ['Not started', 0, 20],
    ]),
  )
  const settingsOf = (name: string) =>
    read<object>(`/api/task/${tasks.find(({ taskName }) => taskName === name)?.id}/settings`)
  const lists = (await read<{ rows: { id: string }[] }>('/api/doNotCall/list'))?.rows.map(({ id }) => id)
  const common = {
    maxDialCount: 2,
    callInterval: 1,
    doNotCallListIds: lists,
    weekdays: null,
    successWhen: 'answered',
  }
  const flow = { steps: [{ id: 'hello', type: 'say', text: 'Hello {{name}}' }] }
  expect(await settingsOf('Done')).toMatchObject({ ...common, priority: 3, dailyStartTime: null, flow })
  const hours = { dailyStartTime: '09:00', dailyEndTime: '18:00' }
  expect(await settingsOf('Not started')).toMatchObject({ ...common, ...hours, priority: 2, flow: null })
  const done = tasks.find(({ taskName }) => taskName === 'Done')
  expect(await read(`/api/task/${done?.id}/calls`)).toMatchObject({ total: done?.callCount })
  expect(await read('/api/doNotCall/list')).toMatchObject({ rows: [{ name: 'Never', entryCount: 1 }] })
  // Newest first, each in its own list.
  const operations = async (path: string) =>
    (await read<{ rows: { operation: string }[] }>(path))?.rows.map(({ operation }) => operation)
  expect(await operations(`/api/task/${done?.id}/audit`)).toEqual(['complete', 'publish', 'add'])
  const changes = await operations('/api/audit/list')
  expect(changes?.filter((each) => /^(calendar|doNotCall)/.test(each))).not.toEqual([])
  expect(changes?.filter((each) => !each.includes('.'))).toEqual([])
  expect(await read('/api/calendar/list')).toMatchObject({ rows: [{ name: 'Holidays' }] })
  if (release === '0.1.0.tar.gz') return
  expect(await read('/api/trunk/list')).toMatchObject({
    rows: [{ name: 'Carrier', host: 'sip.example.com' }],
  })
  expect(await read('/api/webhook/list')).toMatchObject({
    rows: [{ url: 'https://hooks.example.com/calls' }],
  })
  expect(await read(`/api/task/${done?.id}/flow/versions`)).toMatchObject({ rows: [{ version: 1 }] })
})
