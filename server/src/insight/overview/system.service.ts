// The whole service at a glance: which nodes dial, the limits, how busy it is, and what needs attention.

import type { TaskStatus } from '../../campaigns/tasks/task-state.ts'
import type { DialerLimits } from '../../dialing/dialer/limits.service.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import type { Zone } from '../../platform/kernel/timestamps.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { ReplicaState } from '../../platform/storage/replica/read-replica.ts'
import type { StorageHealth } from '../../platform/storage/storage-health.ts'
import { summarizeNodes } from '../explain/dialer-nodes.ts'
import { type NodeRow, readNodes } from '../explain/explain.queries.ts'
import { MAX_WAITING, skipsOf } from '../explain/read-task-facts.ts'
import type { SkippedContacts, TaskReason } from '../explain/task-facts.ts'
import { askedToWait, partlyDown, restingState, serviceBlockers } from '../explain/task-reasons.ts'
import { type Told, tell } from '../explain/wording.ts'
import type { BackupState } from './backup-state.ts'
import type { AttentionRow } from './system.queries.ts'
import * as queries from './system.queries.ts'

export interface SystemView {
  time: Date
  nodes: NodeRow[]
  limits: DialerLimits
  linesInUse: number
  callsPerSecond: number
  runningTasks: number
  failedTasks: number
  /** Of the node that answers; null if none is set. */
  readReplica: ReplicaState | null
  backup: BackupState | undefined
  recordings: RecordingsView
  /** What keeps all tasks, or some nodes, from dialing. */
  problems: Told<TaskReason>[]
  attention: Attention[]
}

interface RecordingsView {
  store: 'folder' | 's3'
  /** How long they are kept; 0: until they are deleted. */
  days: number
  /** Recordings that could not be stored yet. */
  waiting: number
}

/** A task that does not continue until a person acts, or that called nobody. */
export interface Attention extends Told<TaskReason> {
  taskId: string
  taskName: string
  status: TaskStatus
}

/** Max number of tasks listed for each kind of problem; the totals are reported too. */
const MAX_TASKS = 25
const MAX_NODES = 100

interface SystemDependencies {
  db: Database
  clock: Clock
  zone: Zone
  storageHealth: Pick<StorageHealth, 'check'>
  /** The state of the replica; null without one. */
  replica(): ReplicaState | null
  recordingSettings: { s3: object | undefined; days(): number }
  waitingRecordings(): Promise<WaitingRecordings>
  /** Undefined if nobody makes backups. */
  backupState(): Promise<BackupState | undefined>
  /** The webhooks that the service itself has switched off. */
  switchedOffWebhooks(): Promise<SwitchedOff[]>
  /** What has no secret since a restore without secrets. */
  lostSecrets(): Promise<LostSecrets>
  /** What should have been deleted a day ago. */
  keptLate(): Promise<string[]>
  /** Erased numbers on do-not-call lists cannot be compared here. */
  lacksNumberKey(): Promise<boolean>
  /** Passwords or secrets that are stored cannot be used here. */
  lacksSecretKey(): Promise<boolean>
}

/** Names. */
interface LostSecrets {
  trunks: string[]
  phones: string[]
  webhooks: string[]
}

interface SwitchedOff {
  url: string
  off_time: Date
}

interface WaitingRecordings {
  count: number
  since: Date | null
}

export function createSystem({
  db,
  clock,
  zone,
  storageHealth,
  replica,
  recordingSettings,
  waitingRecordings,
  backupState,
  switchedOffWebhooks,
  lostSecrets,
  keptLate,
  lacksNumberKey,
  lacksSecretKey,
}: SystemDependencies) {
  const skipsOfTasks = createSkips(db)
  return {
    async read(): Promise<SystemView> {
      const now = clock.now()
      const [row, nodes, storageProblem = null, recordings, backup] = await Promise.all([
        queries.readSystem.first(db, [now]),
        readNodes(db, [now]),
        storageHealth.check(),
        waitingRecordings(),
        backupState(),
      ])
      if (!row) throw new Error('the row of the dialer is missing')
      const summary = summarizeNodes(nodes)
      const told = (reason: TaskReason) => tell(reason, now, zone)
      const blockers = serviceBlockers({ storageProblem, nodes: summary, lines: row.lines }).map(told)
      const [blocker] = blockers
      // One after the other: a page that is asked for often must not need many connections at once.
      const [webhooks, lost, late] = [await switchedOffWebhooks(), await lostSecrets(), await keptLate()]
      const [lacksKey, isSealed] = [await lacksNumberKey(), await lacksSecretKey()]
      const [failed, blocked, uncalled] = await Promise.all([
        row.failed > 0 ? queries.readFailedTasks(db, [MAX_TASKS]) : [],
        row.running > 0 && blocker ? queries.readRunningTasks(db, [MAX_TASKS]) : [],
        queries.readUncalledTasks(db, [MAX_TASKS, now]),
      ])
      const skips = await skipsOfTasks(uncalled)
      return {
        time: now,
        nodes: nodes.slice(0, MAX_NODES),
        limits: { lines: row.lines, callsPerSecond: row.calls_per_second },
        linesInUse: row.live,
        callsPerSecond: pace(row, now),
        runningTasks: row.running,
        failedTasks: row.failed,
        readReplica: replica(),
        backup,
        recordings: {
          store: recordingSettings.s3 ? 's3' : 'folder',
          days: recordingSettings.days(),
          waiting: recordings.count,
        },
        problems: [
          ...blockers,
          ...[
            ...partlyDown({ nodes: summary }),
            ...askedToWait({ nodes: summary }),
            ...unstored(recordings),
            ...missingBackup(backup),
            ...webhooks.map(switchedOff),
            ...withoutSecret(lost),
            ...notForgotten(late),
            ...(lacksKey ? [{ code: 'number_key_missing' as const }] : []),
            ...(isSealed ? [{ code: 'secret_key_missing' as const }] : []),
          ].map(told),
        ],
        attention: [
          ...failed.map((task) => attention(task, told(explainRest(task, [])))),
          ...(blocker ? blocked.map((task) => attention(task, blocker)) : []),
          ...uncalled.map((task) => attention(task, told(explainRest(task, skips.get(task.id) ?? [])))),
        ],
      }
    },
  }
}

export type System = ReturnType<typeof createSystem>

/** Their calls are over, so a store that does not answer is seen nowhere else. */
function unstored({ count, since }: WaitingRecordings): TaskReason[] {
  if (count === 0) return []
  return [{ code: 'recordings_waiting', calls: count, ...(since && { since }) }]
}

function missingBackup(backup: BackupState | undefined): TaskReason[] {
  if (backup?.isFailed)
    return [
      {
        code: 'backup_failed',
        ...(backup.fail_time && { since: backup.fail_time }),
        ...(backup.failure !== null && { reason: backup.failure }),
      },
    ]
  return backup?.isLate ? [{ code: 'backup_late', ...(backup.good_time && { since: backup.good_time }) }] : []
}

/** The host says which one it is; the rest of an address may be a secret. */
function switchedOff({ url, off_time }: SwitchedOff): TaskReason {
  return { code: 'webhook_off', since: off_time, reason: URL.canParse(url) ? new URL(url).host : url }
}

function withoutSecret({ trunks, phones, webhooks }: LostSecrets): TaskReason[] {
  if (trunks.length + phones.length + webhooks.length === 0) return []
  return [{ code: 'secrets_missing', trunks, phones, webhooks }]
}

function notForgotten(things: string[]): TaskReason[] {
  return things.length === 0 ? [] : [{ code: 'forgetting_late', reason: things.join(', ') }]
}

/** Counts as much of the previous minute as lies within the last sixty seconds. */
function pace({ ended_now, ended_before }: { ended_now: number; ended_before: number }, now: Date): number {
  const elapsed = (now.getTime() % 60_000) / 60_000
  return Math.round(((ended_now + ended_before * (1 - elapsed)) / 60) * 100) / 100
}

/** The contacts of a completed task stay as they are, so they are counted once for each of its ends. */
function createSkips(db: Database) {
  let known = new Map<string, { endMs: number | undefined; skips: SkippedContacts[] }>()
  return async (tasks: AttentionRow[]): Promise<Map<string, SkippedContacts[]>> => {
    const endOf = ({ change_time }: AttentionRow) => change_time?.getTime()
    const fresh = tasks.filter((task) => known.get(task.id)?.endMs !== endOf(task) || !known.has(task.id))
    const rows = fresh.length > 0 ? await queries.readSkips(db, [fresh.map(({ id }) => id), MAX_WAITING]) : []
    const counted = new Map(rows.map((row) => [row.id, skipsOf(row)]))
    known = new Map(
      tasks.map((task) => [
        task.id,
        { endMs: endOf(task), skips: counted.get(task.id) ?? known.get(task.id)?.skips ?? [] },
      ]),
    )
    return new Map([...known].map(([id, { skips }]) => [id, skips]))
  }
}

function explainRest(task: AttentionRow, skips: SkippedContacts[]): TaskReason {
  const { status, fail_reason, change_time, change_actor } = task
  const lastChange = change_time && { time: change_time, actor: change_actor ?? '' }
  return restingState({ skips, status, failReason: fail_reason, stopReason: null, lastChange })
}

function attention({ id, name, status }: AttentionRow, reason: Told<TaskReason>): Attention {
  return { taskId: id, taskName: name, status, ...reason }
}
