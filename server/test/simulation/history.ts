// What the world has been told and has seen happen in the database: the states of tasks, limits, deletions, claims.

import { DENIALS } from '../../src/campaigns/permission/rules.queries.ts'
import type { TaskSettings } from '../../src/campaigns/tasks/task-settings.ts'
import { CLAIMED_CALLS, LANES } from '../../src/dialing/dialer/claim/claim.queries.ts'
import { NO_TASK } from '../../src/platform/kernel/task-of-call.ts'
import type { Actor } from './actor.ts'
import type { FlowPlan } from './flow-scenario.ts'
import { createKnownRules, type KnownRules, type Rules } from './known-rules.ts'
import type { Effect } from './virtual-database.ts'

export interface KnownTask {
  id: string
  /** As it is now. */
  plan: TaskSettings
  /** As it was before each reschedule, and until when. */
  earlierPlans: { untilMs: number; plan: TaskSettings }[]
  /** What its answered calls do. */
  flow: FlowPlan | null
  states: { fromMs: number; status: number }[]
  /** When it was resumed, or contacts were recalled: then refusals count anew. */
  freshStartsMs: number[]
}

export interface KnownClaim {
  /** When the statement ran, and when the claim was committed. */
  atMs: number
  committedMs: number
  node: string
  contactId: string
  taskId: string
  round: number
  /** The time by the wall clock at which it was decided, and the rules that held meanwhile. */
  now: Date
  rules: Rules[]
}

/** A decision of a claim that a contact may not be called. */
export interface KnownDenial
  extends Pick<KnownClaim, 'committedMs' | 'contactId' | 'taskId' | 'now' | 'rules'> {
  key: string
  /** Null: never. */
  until: Date | null
  reason: string
}

/** A call that somebody asked for, without a task. */
interface KnownSingle {
  phoneNumber: string
  callTime: Date
  until: Date
  maxDialCount: number
  /** When it was cancelled, before or during an attempt. */
  cancelledMs: number | undefined
}

interface TrunkStart {
  trunkId: string
  atMs: number
  /** Of a call that another trunk has refused. */
  movedId?: string
}

interface KnownLimits {
  fromMs: number
  lines: number
  callsPerSecond: number
}

export interface History {
  addTask(id: string, plan: KnownTask['plan'], flow?: FlowPlan | null): void
  task(id: string): KnownTask | undefined
  status(id: string): number
  onEffects(actor: Actor, effects: Effect[]): void
  readonly claims: ReadonlyMap<string, KnownClaim>
  readonly denials: readonly KnownDenial[]
  readonly rules: Pick<KnownRules, 'now' | 'since' | 'between'>
  /** When it was decided for the last time, just before it is placed, that a call without a task may be. */
  readonly admissions: ReadonlyMap<string, { fromMs: number; toMs: number }>
  /** The claim of this process has the dialer's row. */
  claimBegins(actor: Actor): void
  /** Tasks whose contacts were all denied when this process last read them: in every other claim they let others go first. */
  letOthersGo(actor: Actor): ReadonlySet<string>
  deletedMs(contactId: string): number | undefined
  /** Calls whose flow state is stored, and when it was for the last time: they were answered. */
  readonly storedFlows: ReadonlyMap<string, number>
  readonly singles: ReadonlyMap<string, KnownSingle>
  /** When a call was given to a trunk, in a claim or after another had refused it. */
  readonly trunkStarts: readonly TrunkStart[]
  setLimits(limits: Omit<KnownLimits, 'fromMs'>): void
  /** Those in force at some time between the two. */
  limitsBetween(fromMs: number, toMs: number): KnownLimits[]
}

const RUNNING = 1
const COMPLETED = 4
const FAILED = 5

export function createHistory(nowMs: () => number): History {
  const tasks = new Map<string, KnownTask>()
  const claims = new Map<string, KnownClaim>()
  const deleted = new Map<string, number>()
  const singles = new Map<string, KnownSingle>()
  const denials: KnownDenial[] = []
  const trunkStarts: TrunkStart[] = []
  const limits: KnownLimits[] = []
  const storedFlows = new Map<string, number>()
  const rules = createKnownRules(nowMs)
  const admissions = new Map<string, { fromMs: number; toMs: number }>()
  /** How often the rules had changed when the claim began. */
  const beginnings = new Map<Actor, number>()
  const allDenied = new Map<Actor, Set<string>>()
  const waitingNow = new Map<Actor, Set<string>>()

  const status = (id: string) => tasks.get(id)?.states.at(-1)?.status ?? 0
  const setStatus = (id: string, to: number) => tasks.get(id)?.states.push({ fromMs: nowMs(), status: to })
  const setLimits = (given: Omit<KnownLimits, 'fromMs'>) => limits.push({ fromMs: nowMs(), ...given })

  function onEffect(actor: Actor, { label, rows, values, atMs }: Effect): void {
    switch (label) {
      case 'change_task_state':
        for (const row of rows) setStatus(String(row.id), Number(row.status))
        for (const row of rows) tasks.get(String(row.id))?.freshStartsMs.push(nowMs())
        break
      case 'reschedule_task': {
        const task = tasks.get(String(values[0]))
        if (!task || rows.length === 0) break
        task.earlierPlans.push({ untilMs: nowMs(), plan: task.plan })
        task.plan = { ...task.plan, ...(values[1] as Partial<TaskSettings>) }
        break
      }
      case 'complete_task':
        for (const row of rows) setStatus(String(row.id), COMPLETED)
        break
      case 'fail_tasks':
      case 'fail_task':
        for (const row of rows) setStatus(String(row.id), FAILED)
        break
      case 'recall_step':
        // Of which task it is does not matter for what is made of this.
        for (const task of tasks.values()) task.freshStartsMs.push(nowMs())
        break
      case 'record_recall':
        if (Number(values[3]) > 0 && status(String(values[0])) === COMPLETED) {
          setStatus(String(values[0]), RUNNING)
        }
        break
      case 'delete_contacts':
        for (const row of rows) deleted.set(String(row.id), nowMs())
        break
      case 'change_limits':
        for (const row of rows)
          setLimits({ lines: Number(row.lines), callsPerSecond: Number(row.calls_per_second) })
        break
      case 'write_calls': {
        const { ids, taskIds, contactIds, rounds, trunkIds } = writtenCalls(values)
        for (const trunkId of trunkIds) trunkStarts.push({ trunkId, atMs })
        for (const [index, id] of ids.entries()) {
          claims.set(id, {
            atMs,
            committedMs: nowMs(),
            node: actor.name,
            contactId: contactIds[index] ?? '',
            taskId: taskIds[index] ?? '',
            round: Number(rounds[index]),
            now: values[1] as Date,
            rules: rules.since(beginnings.get(actor) ?? 0),
          })
        }
        break
      }
      case 'lock_prepared_call':
        if (rows.length > 0) admissions.set(String(values[3]), { fromMs: atMs, toMs: nowMs() })
        break
      case 'write_flow_states':
        for (const { id } of rows) storedFlows.set(String(id), nowMs())
        break
      case 'move_call':
        if (rows.length > 0)
          trunkStarts.push({ trunkId: String(values[3]), atMs, movedId: String(values[1]) })
        break
      case 'insert_single_call': {
        const [id, , phoneNumber, , , settings, , , callTime, until] = values
        const { maxDialCount = 1 } = settings as { maxDialCount?: number }
        singles.set(String(id), {
          ...{ phoneNumber: String(phoneNumber), maxDialCount, cancelledMs: undefined },
          ...{ callTime: callTime as Date, until: until as Date },
        })
        break
      }
      case 'cancel_single_call':
        for (const row of rows) {
          const single = singles.get(String(row.id))
          if (single) single.cancelledMs ??= nowMs()
        }
        break
      case 'take_single_call':
        if (rows.length > 0 && values[4]) trunkStarts.push({ trunkId: String(values[4]), atMs })
        for (const { id, contact_id } of rows) {
          const single = { contactId: String(contact_id), taskId: NO_TASK, round: 1, node: actor.name }
          const known = rules.since(beginnings.get(actor) ?? 0)
          claims.set(String(id), {
            ...single,
            atMs,
            committedMs: nowMs(),
            now: values[1] as Date,
            rules: known,
          })
        }
        break
      case 'record_denials': {
        const { keys, taskIds, contactIds, untils, reasons } = writtenDenials(values)
        for (const [index, key] of keys.entries()) {
          denials.push({
            committedMs: nowMs(),
            key,
            taskId: taskIds[index] ?? '',
            contactId: contactIds[index] ?? '',
            until: (untils[index] ?? 'null') === 'null' ? null : new Date(Number(untils[index])),
            reason: reasons[index] ?? '',
            now: values[0] as Date,
            rules: rules.since(beginnings.get(actor) ?? 0),
          })
        }
        break
      }
    }
  }

  return {
    addTask: (id, plan, flow = null) =>
      void tasks.set(id, { id, plan, earlierPlans: [], flow, states: [], freshStartsMs: [] }),
    task: (id) => tasks.get(id),
    singles,
    status,
    onEffects(actor, effects) {
      rules.onEffects(effects)
      for (const effect of effects) onEffect(actor, effect)
      const valuesOf = (label: string) => effects.find((effect) => effect.label === label)?.values ?? []
      const called = new Set(writtenCalls(valuesOf('write_calls')).taskIds)
      const denied = writtenDenials(valuesOf('record_denials')).taskIds.filter((id) => !called.has(id))
      const own = allDenied.get(actor) ?? new Set()
      for (const id of [...called, ...listOf(valuesOf('pass_over')[1])]) own.delete(id)
      for (const id of denied) own.add(id)
      allDenied.set(actor, own)
    },
    claims,
    denials,
    rules,
    claimBegins(actor) {
      beginnings.set(actor, rules.count())
      waitingNow.set(actor, new Set(allDenied.get(actor)))
    },
    letOthersGo: (actor) => waitingNow.get(actor) ?? new Set(),
    trunkStarts,
    storedFlows,
    admissions,
    deletedMs: (contactId) => deleted.get(contactId),
    setLimits,
    limitsBetween: (fromMs, toMs) =>
      limits.filter(
        (each, index) =>
          each.fromMs <= toMs && (limits[index + 1]?.fromMs ?? Number.POSITIVE_INFINITY) >= fromMs,
      ),
  }
}

/** The settings that a task had at this time. */
export function planAt({ plan, earlierPlans }: KnownTask, atMs: number): TaskSettings {
  return earlierPlans.find(({ untilMs }) => atMs < untilMs)?.plan ?? plan
}

/** All that it ever had. */
export function plansOf({ plan, earlierPlans }: KnownTask): TaskSettings[] {
  return [...earlierPlans.map((each) => each.plan), plan]
}

/** The calls of a claim, by the values of the statement that writes them. */
export function writtenCalls(values: readonly unknown[]) {
  const lanes = columnsIn(LANES, values, 2)
  const calls = columnsIn(CLAIMED_CALLS, values, 2 + LANES.count)
  return {
    ids: calls('id'),
    taskIds: calls('lane').map((lane) => lanes('task_id')[Number(lane) - 1] ?? ''),
    contactIds: calls('contact_id'),
    rounds: calls('round'),
    trunkIds: calls('trunk_id'),
  }
}

/** The denials of a claim, by the values of the statement that records them. */
function writtenDenials(values: readonly unknown[]) {
  const list = columnsIn(DENIALS, values, 1)
  const [keys, taskIds, contactIds] = [list('phone_key'), list('task_id'), list('contact_id')]
  return { keys, taskIds, contactIds, untils: list('until_ms'), reasons: list('reason') }
}

function columnsIn({ names }: { names: readonly string[] }, values: readonly unknown[], first: number) {
  return (name: string) => listOf(values[first + names.indexOf(name)])
}

/** Of plain values in an array literal. */
function listOf(value: unknown): string[] {
  return typeof value === 'string' ? value.slice(1, -1).split(',').filter(Boolean) : []
}
