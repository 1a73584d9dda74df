// Tasks by the API of a running service, for people and for cron: each command prints what came of it, with --json as the API says it.
// The exit code is 2 if the state of the task does not allow it, and 1 for every other failure.

import { readFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import { TaskStatus } from '../../campaigns/tasks/task-state.ts'
import { readConfig } from '../../config.ts'
import { counted } from '../../platform/kernel/counted.ts'
import { printable } from '../../platform/kernel/log/printable.ts'
import { CommandFailed, NOT_AS_WISHED } from '../failure.ts'
import { inDigits } from '../progress-line.ts'
import { say, sayAside } from '../terminal.ts'
import { type ApiClient, openApi, RequestFailed } from './api-client.ts'

export interface Task {
  id: string
  taskName: string
  status: number
}

export interface TaskFlags {
  json?: boolean
  url?: string
}

interface CreateFlags extends TaskFlags {
  'data-source'?: string
  flow?: string
  settings?: string
  publish?: boolean
}

/** `task NAME` of a command that takes nothing else. */
export async function openTask(
  command: string,
  [name, ...rest]: string[],
  flags: TaskFlags,
): Promise<{ api: ApiClient; task: Task }> {
  if (!name || rest.length > 0)
    throw new CommandFailed(
      `task ${command} needs the name or id of a task: see carillon help task ${command}`,
    )
  const api = await openApi(readConfig(), flags.url)
  return { api, task: await findTask(api, name.trim()) }
}

export async function findTask(api: ApiClient, name: string): Promise<Task> {
  for await (const row of api.rows<Task>('/api/task/list', { taskName: name }))
    if (row.taskName === name) return row
  return api.get<Task>(`/api/task/detail/${encodeURIComponent(name)}`).catch((error) => {
    if (!(error instanceof RequestFailed && error.status === 404)) throw error
    throw new CommandFailed(`no task has the name or id "${printable(name)}"`)
  })
}

export async function createTaskCommand([name, ...rest]: string[], flags: CreateFlags): Promise<void> {
  const { 'data-source': list } = flags
  if (!name || rest.length > 0 || !list)
    throw new CommandFailed('task create needs a name and --data-source: see carillon help task create')
  const given = flags.settings === undefined ? {} : await readJson(flags.settings, '--settings')
  const flow = flags.flow === undefined ? {} : { flow: await readJson(flags.flow, '--flow') }
  const api = await openApi(readConfig(), flags.url)
  const dataSourceId = await findDataSource(api, list.trim())
  const task = await api.post<Task>('/api/task/add', { ...given, ...flow, taskName: name, dataSourceId })
  if (flags.publish) await api.post('/api/task/publish', { id: task.id })
  const made = await api.get<Task>(`/api/task/detail/${task.id}`)
  report(flags, made, `${made.id}  ${printable(made.taskName)}: ${statusName(made.status)}`)
}

async function findDataSource(api: ApiClient, name: string): Promise<string> {
  type Row = { id: string; dataSourceName: string }
  for await (const row of api.rows<Row>('/api/dataSource/list', { dataSourceName: name }))
    if (row.dataSourceName === name) return row.id
  // An id, or the API says that there is no such data source.
  return name
}

/** A file with a JSON object; - is standard input. */
export async function readJson(file: string, option: string): Promise<object> {
  try {
    const value = JSON.parse(file === '-' ? await readAll(process.stdin) : await readFile(file, 'utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch (error) {
    throw new CommandFailed(`${option}: ${file} cannot be read: ${(error as Error).message}`)
  }
  throw new CommandFailed(`${option}: ${file} must hold a JSON object`)
}

type Change = 'publish' | 'pause' | 'resume' | 'stop'

export async function changeTaskCommand(
  change: Change,
  operands: string[],
  flags: TaskFlags & { reason?: string; simulated?: boolean; real?: boolean },
): Promise<void> {
  const { reason, simulated, real } = flags
  if (simulated && real) throw new CommandFailed('use either --simulated or --real, not both')
  const { api, task } = await openTask(change, operands, flags)
  const isSimulated = simulated ? true : real ? false : undefined
  const { warnings = [] } = await asWished(
    api.post<{ warnings?: { message: string }[] }>(`/api/task/${change}`, {
      id: task.id,
      reason,
      isSimulated,
    }),
  )
  for (const { message } of warnings) sayAside(message)
  const now = await api.get<Task>(`/api/task/detail/${task.id}`)
  report(flags, now, `${printable(now.taskName)}: ${statusName(now.status)}`)
}

export async function recallTaskCommand(
  operands: string[],
  flags: TaskFlags & { outcomes?: string; priority?: string },
): Promise<void> {
  const { api, task } = await openTask('recall', operands, flags)
  const outcomes = flags.outcomes?.split(',').map((each) => each.trim())
  const priority = flags.priority === undefined ? undefined : Number(flags.priority)
  const recall = await asWished(
    api.post<{ recallCount: number }>(`/api/task/${task.id}/recall`, { outcomes, priority }),
  )
  report(
    flags,
    recall,
    `${printable(task.taskName)}: ${counted(recall.recallCount, 'contact')} ${recall.recallCount === 1 ? 'is' : 'are'} dialed again`,
  )
}

interface Statistics {
  taskName: string
  status: number
  totalContacts: number
  callCount: number
  successCount: number
  failCount: number
  noAnswerCount: number
  skippedCount: number
  successRate: number
  avgDuration: number
}

export async function taskStatCommand(operands: string[], flags: TaskFlags): Promise<void> {
  const { api, task } = await openTask('stat', operands, flags)
  const stat = await api.get<Statistics>(`/api/task/${task.id}/stat`)
  const lines = {
    status: statusName(stat.status),
    contacts: inDigits(stat.totalContacts),
    calls: inDigits(stat.callCount),
    successful: `${inDigits(stat.successCount)} (${(stat.successRate * 100).toFixed(1)}%)`,
    failed: inDigits(stat.failCount),
    'not answered': inDigits(stat.noAnswerCount),
    'contacts skipped': inDigits(stat.skippedCount),
    'average call': `${stat.avgDuration} s`,
  }
  const shown = Object.entries(lines).map(([name, value]) => `${name.padEnd(17)} ${value}`)
  report(flags, stat, [printable(stat.taskName), ...shown].join('\n'))
}

/** RUNNING, as the API's documentation names it. */
export function statusName(status: number): string {
  return Object.entries(TaskStatus).find(([, code]) => code === status)?.[0] ?? String(status)
}

function report({ json }: TaskFlags, data: object, text: string): void {
  say(json ? JSON.stringify(data) : text)
}

/** Cron can tell a task that is already running from a service that is down. */
async function asWished<Answer>(asking: Promise<Answer>): Promise<Answer> {
  return asking.catch((error) => {
    if (error instanceof RequestFailed && error.status === 405)
      throw new CommandFailed(error.message, NOT_AS_WISHED)
    throw error
  })
}
