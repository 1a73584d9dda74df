// The sums of the ways through flows, held against the paths of the calls. Written without the statements that count them.
import type { CallResult } from '../../src/conversations/flows/call-result.ts'
import { SUM_BUCKET_MS } from '../../src/platform/storage/sum-bucket.ts'
import type { RealStatements } from './real-statements.ts'

interface CountedRow {
  task_id: string
  version: number
  quarter: Date
  from_step: string
  exit: string
  to_step: string
  calls: number
}

export async function checkPaths(look: RealStatements['look']): Promise<string[]> {
  const rows = await look<{
    id: string
    task_id: string
    end_time: Date
    result: CallResult
    is_counted: boolean
  }>(
    `select id, task_id, end_time, result, event_seq < (select flow_cursor from service) as is_counted
     from call where result ? 'version'`,
  )
  const stored = await look<CountedRow>('select * from flow_sum')
  const problems = rows.flatMap(({ id, result }) =>
    checkPath(result).map((problem) => `call ${id}: ${problem}`),
  )
  const counts = new Map<string, number>()
  const forgotten = new Set<string>()
  const add = (group: string, way: string[], calls: number) => {
    const key = `${group} ${way.join('>')}`
    counts.set(key, (counts.get(key) ?? 0) + calls)
  }
  for (const { task_id, end_time, result, is_counted } of rows) {
    if (!is_counted) continue
    const group = `${task_id} ${result.version} ${Math.floor(end_time.getTime() / SUM_BUCKET_MS)}`
    const { path = [] } = result
    // A call whose path nobody told has none: only what was forgotten is empty.
    if (result.path?.length === 0) forgotten.add(group)
    add(group, ['', '', path[0]?.[0] ?? ''], 1)
    for (const [index, [step, , exit = '']] of path.entries()) {
      const told = /^keys:..+/.test(exit) ? 'keys' : exit
      add(group, [step, told, path[index + 1]?.[0] ?? ''], 1)
    }
  }
  for (const { task_id, version, quarter, from_step, exit, to_step, calls } of stored)
    add(`${task_id} ${version} ${quarter.getTime() / SUM_BUCKET_MS}`, [from_step, exit, to_step], -calls)
  for (const [way, off] of counts) {
    // What was forgotten may have been counted before.
    const isForgotten = forgotten.has(way.split(' ').slice(0, 3).join(' '))
    if (off !== 0 && !isForgotten) problems.push(`the way ${way} is counted ${-off} times too often`)
  }
  return problems
}

function checkPath({ path = [], step, hungUp }: CallResult): string[] {
  const last = path.at(-1)
  if (!last) return []
  const problems: string[] = []
  if (last[0] !== step) problems.push(`the path ends at ${last[0]}, the last step is ${step}`)
  if (hungUp !== undefined && last[2] !== 'hungUp')
    problems.push(`the path does not end with the hang-up at ${hungUp}`)
  if (path.some(([, offsetMs], index) => offsetMs < (path[index - 1]?.[1] ?? 0)))
    problems.push('the path goes back in time')
  return problems
}
