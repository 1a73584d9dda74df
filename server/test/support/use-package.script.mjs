// Uses an installed package as its user would, in a process and perhaps a network of its own: starts it, imports a file, finishes a task,
// backs up, restores into another folder, and compares. Prints what it found as JSON. Arguments: the command, a folder.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { createUser } from './carillon-user.mjs'

const [, , command, folder] = argv
const { carillon, start, apiOf } = createUser(command, folder)
const dataDir = carillon(['where']).trim()
const first = await start()
const api = apiOf(first.address, dataDir)
const pages = await Promise.all(
  ['/', '/docs/', '/docs/static/swagger-ui-bundle.js'].map(
    async (path) => (await fetch(first.address + path)).status,
  ),
)

const { id: dataSourceId } = await api('/api/dataSource/add', { dataSourceName: 'Spring' })
const file = new FormData()
file.set('file', new Blob(['phoneNumber,name\n13800138000,A\n13800138001,B\n']), 'spring.csv')
const imported = await api(`/api/dataSource/${dataSourceId}/contact/batchImport`, file)
const { id: taskId } = await api('/api/task/add', {
  taskName: 'Spring',
  dataSourceId,
  maxDialCount: 1,
  callInterval: 1,
})
await api('/api/task/publish', { id: taskId })
let task
do {
  await sleep(100)
  task = await api(`/api/task/detail/${taskId}`)
} while (task.status !== 4)
const exported = await api(`/api/task/${taskId}/export?format=csv`)

const backup = join(folder, 'backup.tar.gz')
carillon(['backup', backup, '--with-secrets'], { LOG_LEVEL: 'error' })
const stopCode = await first.stop()

const restored = join(folder, 'restored')
carillon(['restore', backup], { DATA_DIR: restored })
if (!existsSync(join(restored, 'access-token')))
  writeFileSync(join(restored, 'access-token'), readFileSync(join(dataDir, 'access-token')))
const second = await start({ DATA_DIR: restored })
const sameExport =
  (await apiOf(second.address, restored)(`/api/task/${taskId}/export?format=csv`)) === exported
await second.stop()

let hasNetwork = true
await fetch('http://192.0.2.1/', { signal: AbortSignal.timeout(300) }).catch((error) => {
  hasNetwork = error.cause?.code !== 'ENETUNREACH'
})
console.log(JSON.stringify({ dataDir, pages, imported, exported, stopCode, sameExport, hasNetwork }))
