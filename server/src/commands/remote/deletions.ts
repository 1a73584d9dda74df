// Deletes tasks and data sources through the API of a running service. What goes is said first; nothing goes without --yes.
import { readConfig } from '../../config.ts'
import { counted } from '../../platform/kernel/counted.ts'
import { printable } from '../../platform/kernel/log/printable.ts'
import { CommandFailed } from '../failure.ts'
import { say } from '../terminal.ts'
import { type ApiClient, openApi } from './api-client.ts'
import { openTask } from './task.ts'

interface Flags {
  yes?: boolean
  json?: boolean
  url?: string
}

interface Measured {
  contacts: number
  tasks?: number
  calls: number
}

export async function deleteTaskCommand(operands: string[], flags: Flags): Promise<void> {
  const { api, task } = await openTask('delete', operands, flags)
  await remove(api, '/api/task', { id: task.id, name: task.taskName }, flags)
}

export async function deleteDataSourceCommand([name, ...rest]: string[], flags: Flags): Promise<void> {
  if (!name || rest.length > 0)
    throw new CommandFailed('data-source delete needs the name or id of a data source')
  const api = await openApi(readConfig(), flags.url)
  for await (const row of api.rows<{ id: string; dataSourceName: string }>('/api/dataSource/list', {}))
    if (row.dataSourceName === name || row.id === name)
      return remove(api, '/api/dataSource', { id: row.id, name: row.dataSourceName }, flags)
  throw new CommandFailed(`no data source has the name or id "${printable(name)}"`)
}

async function remove(
  api: ApiClient,
  path: string,
  { id, name }: { id: string; name: string },
  flags: Flags,
) {
  const goes = await api.get<Measured>(`${path}/${id}/deletion`)
  if (flags.yes) await api.post(`${path}/delete`, { id })
  if (flags.json) return say(JSON.stringify({ id, ...goes, isDeleted: flags.yes === true }))
  const parts = [
    counted(goes.contacts, 'contact'),
    ...(goes.tasks === undefined ? [] : [counted(goes.tasks, 'task')]),
    counted(goes.calls, 'call'),
  ]
  say(
    flags.yes
      ? `${printable(name)} is deleted, with ${parts.join(', ')}.`
      : `With ${printable(name)} would go: ${parts.join(', ')}. Nothing is deleted yet: add --yes.`,
  )
}
