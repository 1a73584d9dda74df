// Writes server/test/corpus/releases/VERSION.tar.gz, a small backup with something of everything that this version stores. Every later
// version is tested on it: its migrations must bring the data along. Run once for each release; a file that exists is never changed.

import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { VERSION } from '../server/src/platform/kernel/version.ts'
import { createUser } from '../server/test/support/carillon-user.mjs'
import { checkout } from './write-package.ts'

const folder = join(checkout, 'server', 'test', 'corpus', 'releases')
const file = join(folder, `${VERSION}.tar.gz`)
if (existsSync(file)) throw new Error(`${file} exists: the data of a release are never changed`)

const own = mkdtempSync(join(tmpdir(), 'carillon-release-'))
const DATA_DIR = join(own, 'data')
const { carillon, start, apiOf } = createUser(join(checkout, 'server', 'bin', 'carillon.js'), own)
try {
  const service = await start({ DATA_DIR, TIME_ZONE: 'UTC', DEFAULT_COUNTRY: 'DE' })
  const api = apiOf(service.address, DATA_DIR)
  const { id: listId } = await api('/api/doNotCall/add', { name: 'Never' })
  await api(`/api/doNotCall/${listId}/entry/add`, {
    phoneNumbers: ['0151 23456003'],
    note: 'asked',
  })
  await api('/api/calendar/add', { name: 'Holidays', days: [{ date: '2027-01-01', name: 'New Year' }] })
  const { id: dataSourceId } = await api('/api/dataSource/add', { dataSourceName: 'Spring' })
  const contacts = new FormData()
  const rows = Array.from(
    { length: 20 },
    (_, index) => `0151 234560${String(index).padStart(2, '0')},Customer ${index}`,
  )
  contacts.set('file', new Blob([`phoneNumber,name\n${rows.join('\n')}\n`]), 'spring.csv')
  await api(`/api/dataSource/${dataSourceId}/contact/batchImport`, contacts)
  const task = { dataSourceId, maxDialCount: 2, callInterval: 1, doNotCallListIds: [listId] }
  const flow = { steps: [{ id: 'hello', type: 'say', text: 'Hello {{name}}' }] }
  const { id: done } = await api('/api/task/add', { ...task, taskName: 'Done', flow })
  await api('/api/task/publish', { id: done })
  while ((await api(`/api/task/detail/${done}`)).status !== 4) await sleep(100)
  await api('/api/task/add', {
    ...task,
    taskName: 'Not started',
    priority: 2,
    dailyStartTime: '09:00',
    dailyEndTime: '18:00',
  })
  // Not enabled: the calls above are simulated.
  await api('/api/trunk/add', {
    ...{ name: 'Carrier', host: 'sip.example.com', username: '4930901820', password: 'secret' },
    ...{ isEnabled: false, callerIds: ['+4930901820'] },
  })
  await api('/api/webhook/add', { url: 'https://hooks.example.com/calls', events: ['call.ended'] })
  mkdirSync(folder, { recursive: true })
  carillon(['backup', file], { DATA_DIR, TIME_ZONE: 'UTC', LOG_LEVEL: 'error' })
  await service.stop()
} finally {
  rmSync(own, { recursive: true, force: true })
}
process.stdout.write(`${file}\n`)
