// Trunks: ways out to the phone network. Every change sends the notification `trunk_changed`, and is in the audit trail, in which a
// password is only a word.

import type { FlowChecks } from '../../conversations/flows/check/flow-checks.ts'
import type { Flow } from '../../conversations/flows/flow.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import { Conflict, NotAllowed, NotFound } from '../../platform/kernel/errors.ts'
import { isId, newId } from '../../platform/kernel/ids.ts'
import { inUse, usedByTrunks } from '../../platform/kernel/in-use.ts'
import type { SecretBox } from '../../platform/kernel/secrets/secret-box.ts'
import type { Database, Queryable } from '../../platform/storage/database.ts'
import { refuseTakenName } from '../../platform/storage/taken-names.ts'
import { recordChange } from '../../platform/trail/record.ts'
import { type TrunkWarningCode, trunkWords } from '../../platform/words/trunks.ts'
import { isOfEnvironment, requireOwnSettings } from './default-trunk.ts'
import { removeReplaced, storeInbound } from './inbound-flows.ts'
import type { SimulatedChoice } from './simulated-choice.ts'
import type { PrefixRule, Trunk } from './trunk.ts'
import {
  checkedSettings,
  DEFAULT_TRUNK_SETTINGS,
  givenSettings,
  type NewTrunk,
  type TrunkChange,
} from './trunk-settings.ts'
import type { TrunkRow } from './trunks.queries.ts'
import * as queries from './trunks.queries.ts'

export const MAX_TRUNKS = 50

export interface StoredTrunk extends Trunk {
  /** The flows that `inbound` names. */
  inboundFlows: { flow: Flow; unknownFlow: Flow | null } | null
  createTime: Date
  updateTime: Date
}

export interface TrunkWarning {
  code: TrunkWarningCode
  message: string
  tasks?: { id: string; taskName: string }[] | undefined
  /** The place of the prefix rule, and the emergency number that it can make. */
  rule?: number
  number?: string
}

/** With what somebody should know about the change. */
export interface ChangedTrunk {
  trunk: StoredTrunk
  warnings: TrunkWarning[]
}

/** What becomes of tasks and calls that were simulated. */
export interface SimulatedWork {
  /** In the transaction in which calls become real. Resolves with the running tasks whose calls were simulated. */
  decide(tx: Queryable, choice: SimulatedChoice, now: Date): Promise<{ id: string; name: string }[]>
  /** How many calls without a task wait for the simulator. */
  countCalls(tx: Queryable): Promise<number>
}

export interface Trunks {
  /** By priority, then the oldest first. */
  list(): Promise<StoredTrunk[]>
  detail(id: string): Promise<StoredTrunk>
  /** What somebody should know about these rules before they are saved. */
  check(prefixRules: readonly PrefixRule[]): TrunkWarning[]
  /** `choice`: what becomes of running tasks whose calls were simulated, if calls become real. */
  add(given: NewTrunk, choice?: SimulatedChoice): Promise<ChangedTrunk>
  update(id: string, change: TrunkChange, choice?: SimulatedChoice): Promise<ChangedTrunk>
  remove(id: string): Promise<void>
}

const uniqueName = (name: string) => ({ constraint: 'trunk_name_unique', field: 'name', name })

interface TrunksDependencies {
  db: Database
  clock: Clock
  secrets: SecretBox
  /** The names of tasks that name the trunk and can still dial. */
  tasksNaming(tx: Queryable, trunkId: string): Promise<string[]>
  flowChecks: Pick<FlowChecks, 'draftFaults'>
  /** Whether the environment names a gateway. */
  hasEnvironment: boolean
  simulation: queries.Simulation
  /** The emergency number that a rule could make of another number. */
  emergencyMadeBy(rule: PrefixRule): string | undefined
  simulatedWork: SimulatedWork
  /** In 24 hours, of a task that is published without a budget. Null: no limit. */
  defaultAttempts(tx: Queryable): Promise<number | null>
}

export function createTrunks(dependencies: TrunksDependencies): Trunks {
  const { db, clock, secrets, tasksNaming, flowChecks, hasEnvironment, simulation, simulatedWork } =
    dependencies
  const trunkOf = (row: TrunkRow) => storedTrunk(row, secrets)
  const sealed = (password: string | null, id: string) =>
    password === null ? null : secrets.seal(password, queries.trunkPassword.owner(id))

  const ruleWarnings = (prefixRules: readonly PrefixRule[]): TrunkWarning[] =>
    prefixRules.flatMap((rule, index) => {
      const number = dependencies.emergencyMadeBy(rule)
      if (number === undefined) return []
      return [{ ...warning('emergency_rule', { rule: rule.match, number }), rule: index, number }]
    })

  const isSimulated = async (tx: Queryable) =>
    (await queries.readSimulated.first(tx, [simulation]))?.is_simulated ?? false

  /** Calls have become real: nobody may be rung by a task that was published when they were not. */
  async function decideSimulated(tx: Queryable, choice: SimulatedChoice, now: Date): Promise<TrunkWarning[]> {
    const tasks = await simulatedWork.decide(tx, choice, now)
    const calls = await simulatedWork.countCalls(tx)
    const code = ({ pause: 'tasks_paused', keep: 'tasks_kept', move: 'tasks_moved' } as const)[choice]
    const listed = tasks.map(({ id, name }) => ({ id, taskName: name }))
    const attempts = await dependencies.defaultAttempts(tx)
    return [
      ...(tasks.length > 0 ? [{ ...warning(code, { count: tasks.length }), tasks: listed }] : []),
      ...(calls > 0 ? [warning('calls_simulated', { count: calls })] : []),
      ...(attempts !== null ? [warning('default_budget', { count: attempts })] : []),
    ]
  }

  return {
    list: async () => (await queries.listTrunks(db, [])).map(trunkOf),

    async detail(id) {
      const row = isId(id) ? await queries.findTrunk.first(db, [id]) : undefined
      if (!row) throw new NotFound('trunk', id)
      return trunkOf(row)
    },

    check: ruleWarnings,

    add(given, choice = 'pause') {
      const { name, host, password = null } = given
      const settings = { ...DEFAULT_TRUNK_SETTINGS, host, ...givenSettings(given) }
      const checked = checkedSettings(settings, password !== null)
      return refuseTakenName(uniqueName(name), () =>
        db.transaction(async (tx) => {
          const now = clock.now()
          await queries.lockTrunks(tx, [])
          const { total } = (await queries.countTrunks.first(tx, [])) as { total: number }
          if (total >= MAX_TRUNKS)
            throw new Conflict({ fault: 'too_many_trunks', params: { max: MAX_TRUNKS } })
          const wasSimulated = await isSimulated(tx)
          const none = { inbound: null, inboundFlows: null }
          const inbound = await storeInbound(tx, flowChecks, given.inbound ?? null, none)
          const stored = JSON.stringify({ ...checked, inbound, hadPassword: password !== null })
          const id = newId()
          const row = await queries.insertTrunk.first(tx, [id, name, stored, sealed(password, id), now])
          const trunk = trunkOf(row as TrunkRow)
          const change = { operation: 'trunk.add', subject: trunk, after: facetsOf(trunk) }
          await recordChange(tx, { at: now, ...change })
          const isFirst = wasSimulated && !(await isSimulated(tx))
          const decided = isFirst ? await decideSimulated(tx, choice, now) : []
          return { trunk, warnings: [...ruleWarnings(trunk.prefixRules), ...decided] }
        }),
      )
    },

    update(id, change, choice = 'pause') {
      return refuseTakenName(uniqueName(change.name ?? ''), () =>
        db.transaction(async (tx) => {
          const now = clock.now()
          // It may be the first that is enabled.
          if (change.isEnabled) await queries.lockTrunks(tx, [])
          const wasSimulated = change.isEnabled === true && (await isSimulated(tx))
          const row = isId(id) ? await queries.lockTrunk.first(tx, [id]) : undefined
          if (!row) throw new NotFound('trunk', id)
          const before = trunkOf(row)
          requireOwnSettings(before, change)
          const { name = before.name } = change
          // One that this node cannot open stays as it is.
          const password = change.password === undefined ? row.password : sealed(change.password, id)
          const settings = { ...DEFAULT_TRUNK_SETTINGS, ...row.settings, ...givenSettings(change) }
          const checked = checkedSettings(settings, password !== null)
          const inbound =
            change.inbound === undefined
              ? before.inbound
              : await storeInbound(tx, flowChecks, change.inbound, before)
          const hadPassword =
            password !== null || (change.password === undefined && row.settings.hadPassword === true)
          const stored = JSON.stringify({ ...checked, kind: row.settings.kind, inbound, hadPassword })
          const changed = await queries.updateTrunk.first(tx, [id, name, stored, password, now])
          await removeReplaced(tx, before.inbound, inbound)
          const trunk = trunkOf(changed as TrunkRow)
          const facts = { subject: trunk, before: facetsOf(before), after: facetsOf(trunk, before) }
          await recordChange(tx, { at: now, operation: 'trunk.update', ...facts })
          const isFirst = wasSimulated && !(await isSimulated(tx))
          const decided = isFirst ? await decideSimulated(tx, choice, now) : []
          return { trunk, warnings: [...ruleWarnings(trunk.prefixRules), ...decided] }
        }),
      )
    },

    async remove(id) {
      await db.transaction(async (tx) => {
        const row = isId(id) ? await queries.lockTrunk.first(tx, [id]) : undefined
        if (!row) throw new NotFound('trunk', id)
        if (hasEnvironment && isOfEnvironment(row.settings))
          throw new NotAllowed({ fault: 'trunk_of_environment' })
        const tasks = await tasksNaming(tx, id)
        if (tasks.length > 0) throw inUse('trunk', row.name, tasks)
        await queries.deleteTrunk(tx, [id])
        await removeReplaced(tx, row.settings.inbound ?? null, null)
        const subject = { id, name: row.name }
        await recordChange(tx, { at: clock.now(), operation: 'trunk.delete', subject })
      })
    },
  }
}

/** What the flows for people who call back play or put numbers on stays. `isPhrase`: its name is a sentence that they may say. */
export async function refuseOfTrunks(
  db: Queryable,
  what: string,
  { id, name }: { id: string; name: string },
  isPhrase = false,
): Promise<void> {
  const trunks = await queries.findTrunksNaming(db, [id, isPhrase ? name : null])
  if (trunks.length > 0)
    throw usedByTrunks(
      what,
      name,
      trunks.map((trunk) => trunk.name),
    )
}

function warning(
  code: TrunkWarningCode,
  facts: { count?: number; rule?: string; number?: string },
): TrunkWarning {
  return { code, message: trunkWords.en.warnings[code](facts) }
}

function storedTrunk(
  { id, name, settings, flow, unknown_flow, ...row }: TrunkRow,
  secrets: SecretBox,
): StoredTrunk {
  const password = secrets.open(row.password, queries.trunkPassword.owner(id))
  const times = { createTime: row.create_time, updateTime: row.update_time }
  const inboundFlows = flow && { flow, unknownFlow: unknown_flow }
  const { registrar } = row
  return { ...DEFAULT_TRUNK_SETTINGS, ...settings, id, name, password, registrar, inboundFlows, ...times }
}

/** For the audit trail. */
function facetsOf(trunk: StoredTrunk, before?: StoredTrunk): object {
  const { name, password } = trunk
  const isReplaced = before !== undefined && before.password !== null && before.password !== password
  const word = password === null ? null : isReplaced ? 'replaced' : 'set'
  return { name, ...givenSettings(trunk), inbound: inboundOf(trunk), password: word }
}

/** As callers give and read it. */
export function inboundOf({ inbound, inboundFlows }: StoredTrunk) {
  if (!inbound || !inboundFlows) return null
  const { flowId: _, unknownFlowId: __, ...limits } = inbound
  return { ...limits, ...inboundFlows }
}
