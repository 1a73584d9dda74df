// A published task can get another flow: a new version, for calls that start from then on. Live calls go on with theirs.

import { isDeepStrictEqual } from 'node:util'
import { hasUndisclosedAgent } from '../../../conversations/flows/check/announcements.ts'
import type { FlowChecks } from '../../../conversations/flows/check/flow-checks.ts'
import { refuseFaults } from '../../../conversations/flows/check/flow-fault.ts'
import type { Flow } from '../../../conversations/flows/flow.ts'
import { addVersion } from '../../../conversations/flows/stored-flows.queries.ts'
import type { Clock } from '../../../platform/kernel/clock.ts'
import { InvalidInput, NotFound } from '../../../platform/kernel/errors.ts'
import { isId, newId } from '../../../platform/kernel/ids.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { currentActor } from '../../../platform/trail/actor.ts'
import { readSettings } from '../task-settings.ts'
import { allowedFrom, isAllowed, notAllowed } from '../task-state.ts'
import { findTaskSettings, lockTaskSettings, type TaskSettingsRow } from '../tasks.queries.ts'
import { refuseUndisclosedAgent } from '../undisclosed-agent.ts'
import type { FlowVersionRow } from './flow-versions.queries.ts'
import * as queries from './flow-versions.queries.ts'

interface FlowVersionDependencies {
  db: Database
  clock: Clock
  flowChecks: FlowChecks
}

/** The flow, or the number of a version that is brought back. */
export type GivenFlow = { flow: Flow } | { version: number }

export function createFlowVersions({ db, clock, flowChecks }: FlowVersionDependencies) {
  async function list(taskId: string): Promise<(FlowVersionRow & { calls: number })[]> {
    await settingsOf(db, taskId)
    const [rows, counts] = await Promise.all([
      queries.listVersions(db, [taskId]),
      queries.countCalls(db, [taskId]),
    ])
    const callsOf = new Map(counts.map(({ version, calls }) => [version, calls]))
    return rows.map((row) => ({ ...row, calls: callsOf.get(row.version) ?? 0 }))
  }

  async function flowOf(taskId: string, given: GivenFlow): Promise<Flow> {
    if ('flow' in given) return given.flow
    const versions = await queries.listVersions(db, [taskId])
    const found = versions.find(({ version }) => version === given.version)
    if (found) return found.document
    if (versions.length === 0)
      throw new InvalidInput(
        'version must be one that the task had, but it has had no call flow yet: send flow',
        {
          fault: 'no_flow_version',
          field: 'version',
        },
      )
    const allowed = versions.map(({ version }) => String(version))
    throw new InvalidInput(`version must be one of ${allowed.join(', ')}`, {
      fault: 'not_one_of',
      field: 'version',
      params: { allowed },
    })
  }

  return {
    list,

    /** The number of the version that calls start with. The flow that the task has is not a new version. */
    async change(taskId: string, given: GivenFlow): Promise<number> {
      const before = await settingsOf(db, taskId)
      if (!isAllowed('changeFlow', before.status)) throw notAllowed('changeFlow', before.status)
      const flow = await flowOf(taskId, given)
      refuseFaults(await flowChecks.faults(readSettings(before.settings, flow), before.data_source_id))
      if (before.is_simulated === false) await refuseUndisclosedAgent(db, taskId, flow)
      return db.transaction(async (tx) => {
        const task = (await lockTaskSettings.first(tx, [taskId])) as TaskSettingsRow
        const [latest, ...older] = await queries.listVersions(tx, [taskId])
        const current = [latest, ...older].find((each) => each?.is_current)
        if (current && isDeepStrictEqual(flow, task.flow)) return current.version
        const id = newId()
        const version = (latest?.version ?? 0) + 1
        const now = clock.now()
        const reason = `version ${version}${'version' in given ? `, as version ${given.version}` : ''}`
        const values = [taskId, id, allowedFrom.changeFlow, now, currentActor(), reason] as const
        const changed = await queries.changeFlow.first(tx, [...values])
        if (!changed) throw notAllowed('changeFlow', task.status)
        await addVersion(tx, [
          ...([id, flow, taskId, version, currentActor().name, now] as const),
          hasUndisclosedAgent(flow),
        ])
        return version
      })
    },
  }
}

export type FlowVersions = ReturnType<typeof createFlowVersions>

async function settingsOf(db: Database, taskId: string): Promise<TaskSettingsRow> {
  const settings = isId(taskId) ? await findTaskSettings.first(db, [taskId]) : undefined
  if (!settings) throw new NotFound('task', taskId)
  return settings
}
