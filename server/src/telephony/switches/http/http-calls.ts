// The calls of the voice platform in the database: stored before the platform is asked, then updated by its reports.

import type { CallResult } from '../../../conversations/flows/call-result.ts'
import { type AnsweredCause, CALL_CAUSES, isAnsweredCause } from '../../../platform/kernel/call-causes.ts'
import type { Clock } from '../../../platform/kernel/clock.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { CallCause } from '../../../platform/words/calls.ts'
import type { CallEnd } from '../../gateway.ts'
import { batchWrites } from './batch-writes.ts'
import * as queries from './http-calls.queries.ts'
import { checkNames, type FlowNames, mergeResults } from './platform-result.ts'

export type ReportedCause = Exclude<CallCause, Exclude<AnsweredCause, 'answered'> | 'lost'>

/** A platform knows how every call ended, and what came of an answered one is not a matter of its cause. */
export const REPORTED_CAUSES = CALL_CAUSES.filter(
  (cause): cause is ReportedCause => cause !== 'lost' && (cause === 'answered' || !isAnsweredCause(cause)),
)

export type CallReport = { attemptId: string; result?: CallResult | undefined } & (
  | { status: 'ringing' | 'answered' }
  | { status: 'ended'; cause: ReportedCause; talkMs?: number | undefined; sipStatus?: number | undefined }
)

export interface HttpCall {
  attemptId: string
  createTime: Date
  isRefused: boolean
  hasRung: boolean
  hasAnswered: boolean
  end: CallEnd | undefined
}

export type HttpCalls = ReturnType<typeof createHttpCalls>

interface Deadlines {
  answerWithinMs: number
  maxCallMs: number
}

const MAX_BATCH_SIZE = 500

export function createHttpCalls({ db, clock }: { db: Database; clock: Clock }) {
  const begins = batchWrites({
    max: MAX_BATCH_SIZE,
    write: async (begun: { id: string; names: FlowNames | undefined }[]) => {
      const ids = begun.map(({ id }) => id)
      const names = begun.map((each) => (each.names ? JSON.stringify(each.names) : null))
      return idsOf(await queries.beginCalls(db, [ids, clock.now(), names]))
    },
  })
  const reports = batchWrites({
    max: MAX_BATCH_SIZE,
    write: async (given: TimedReport[]) => idsOf(await writeReports(db, given)),
  })
  const ago = (ms: number) => new Date(clock.now().getTime() - ms)

  return {
    /** False if the attempt was begun before, or was refused for good. */
    begin: async (attemptId: string, names?: FlowNames) =>
      (await begins.add({ id: attemptId, names })).has(attemptId),

    /**
     * False if there is no such call. Late and repeated reports change nothing. Rejects with InvalidInput if the result
     * names something that the flow does not have.
     */
    async record(report: CallReport): Promise<boolean> {
      const { attemptId, result } = report
      if (result && (result.digits || result.path || result.optOut !== undefined)) {
        const [call] = await queries.readFlowNames(db, [attemptId])
        if (!call) return false
        checkNames(result, call.flow_names ?? undefined)
      }
      return (await reports.add({ ...report, time: clock.now() })).has(attemptId)
    },

    /** The platform did not accept the call. False if the platform has reported it all the same. */
    refuse: async (attemptId: string) => (await queries.refuseCalls.run(db, [[attemptId]])) > 0,

    /** Returns all of them; attempts that were never begun are refused from now on. */
    async readOrRefuse(attemptIds: readonly string[]): Promise<HttpCall[]> {
      await queries.refuseUnknownCalls(db, [[...attemptIds], clock.now()])
      return (await queries.readCalls(db, [[...attemptIds]])).map(present)
    },

    /** `stage`: the last one known: 0 nothing, 1 ringing, 2 answered. */
    async readNews(known: readonly { attemptId: string; stage: number }[]): Promise<HttpCall[]> {
      const ids = known.map(({ attemptId }) => attemptId)
      const stages = known.map(({ stage }) => stage)
      return (await queries.readNews(db, [ids, stages])).map(present)
    },

    async readOverdue(
      attemptIds: readonly string[],
      { answerWithinMs, maxCallMs }: Deadlines,
    ): Promise<string[]> {
      const rows = await queries.readOverdueCalls(db, [[...attemptIds], ago(answerWithinMs), ago(maxCallMs)])
      return [...idsOf(rows)]
    },

    /** Returns those that had not ended. */
    lose: async (attemptIds: readonly string[]) => [
      ...idsOf(await queries.loseCalls(db, [[...attemptIds], clock.now()])),
    ],

    async forget(olderThanMs: number): Promise<void> {
      await queries.forgetCalls(db, [ago(olderThanMs)])
    },

    /** Resolves when no write is in progress. */
    async idle(): Promise<void> {
      await Promise.all([begins.idle(), reports.idle()])
    },
  }
}

type TimedReport = CallReport & { time: Date }

interface MergedReport {
  ringTime: Date | null
  answerTime: Date | null
  endTime: Date | null
  cause: string | null
  talkMs: number | null
  result: CallResult | undefined
  sipStatus: number | null
}

function writeReports(db: Database, given: TimedReport[]): Promise<{ attempt_id: string }[]> {
  const merged = new Map<string, MergedReport>()
  for (const report of given) {
    const known = merged.get(report.attemptId) ?? noReport()
    add(known, report)
    merged.set(report.attemptId, known)
  }
  const all = [...merged.values()]
  return queries.recordReports(db, [
    [...merged.keys()],
    all.map(({ ringTime }) => ringTime),
    all.map(({ answerTime }) => answerTime),
    all.map(({ endTime }) => endTime),
    all.map(({ cause }) => cause),
    all.map(({ talkMs }) => talkMs),
    all.map(({ result }) => (result ? JSON.stringify(result) : null)),
    all.map(({ sipStatus }) => sipStatus),
  ])
}

function noReport(): MergedReport {
  return {
    ringTime: null,
    answerTime: null,
    endTime: null,
    cause: null,
    talkMs: null,
    result: undefined,
    sipStatus: null,
  }
}

/** Merges reports of the same call as if they had been written one after the other. */
function add(known: MergedReport, report: TimedReport): void {
  if (known.endTime !== null) return
  known.result = mergeResults(known.result, report.result)
  if (report.status === 'ended') {
    known.endTime = report.time
    known.cause = report.cause
    known.talkMs = report.talkMs ?? null
    known.sipStatus = report.sipStatus ?? null
  } else if (report.status === 'ringing') known.ringTime ??= report.time
  else known.answerTime ??= report.time
}

function present(row: queries.HttpCallRow): HttpCall {
  return {
    attemptId: row.attempt_id,
    createTime: row.create_time,
    isRefused: row.is_refused,
    hasRung: row.ring_time !== null,
    hasAnswered: row.answer_time !== null,
    end: endOf(row),
  }
}

function endOf({
  cause,
  talk_ms: talkMs,
  result,
  sip_status: sipStatus,
}: queries.HttpCallRow): CallEnd | undefined {
  if (cause === null) return undefined
  return {
    cause: cause as CallCause,
    talkMs: talkMs ?? 0,
    ...(result && { result }),
    ...(sipStatus !== null && { sipStatus }),
  }
}

function idsOf(rows: { attempt_id: string }[]): Set<string> {
  return new Set(rows.map(({ attempt_id: id }) => id))
}
