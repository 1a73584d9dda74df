// How long things are kept, by the API of a running service.
import { readConfig } from '../../config.ts'
import { CommandFailed } from '../failure.ts'
import { say } from '../terminal.ts'
import { openApi } from './api-client.ts'

interface Flags {
  json?: boolean
  url?: string
}

interface Kept {
  what: string
  days: number
  isDefault: boolean
  lastRunTime: string | null
  rows: number
  bytes: number
  nextRunTime: string | null
  isLate: boolean
}

export async function listRetentionCommand({ url, json }: Flags): Promise<void> {
  const api = await openApi(readConfig(), url)
  print(await api.get<Kept[]>('/api/retention'), json)
}

export async function setRetentionCommand(operands: string[], { url, json }: Flags): Promise<void> {
  const [what, days, ...rest] = operands
  if (!what || days === undefined || rest.length > 0 || !/^(\d{1,5}|default)$/.test(days))
    throw new CommandFailed(
      'retention set needs a thing and its days, such as calls 730; 0 keeps it, default is the default',
    )
  const api = await openApi(readConfig(), url)
  const changed = await api.post<Kept[]>('/api/retention', {
    [what]: days === 'default' ? null : Number(days),
  })
  print(
    changed.filter((each) => each.what === what),
    json,
  )
}

function print(things: Kept[], asJson: boolean | undefined): void {
  if (asJson) say(JSON.stringify(things))
  else for (const each of things) say(describe(each))
}

function describe({ what, days, isDefault, lastRunTime, rows, bytes, nextRunTime, isLate }: Kept): string {
  const age = days === 0 ? 'kept for ever' : `deleted after ${days} days`
  const last =
    lastRunTime === null
      ? 'has not run'
      : `last run ${lastRunTime}: ${rows} rows, ${Math.round(bytes / 1000)} kB`
  const next = nextRunTime === null ? '' : `  next run ${nextRunTime}`
  return `${what.padEnd(10)}  ${`${age}${isDefault ? ' (default)' : ''}`.padEnd(34)}  ${last}${next}${isLate ? '  LATE' : ''}`
}
