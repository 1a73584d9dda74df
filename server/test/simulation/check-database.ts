// What must hold in the database at any moment, and what must agree with the ledger in the end.

import { readTaskList } from '../../src/campaigns/tasks/contacts/task-contacts.queries.ts'
import { countStates } from '../../src/campaigns/tasks/contacts/task-contacts.ts'
import { MAX_REFUSALS } from '../../src/dialing/dialer/settle/retry-policy.ts'
import { NO_TASK } from '../../src/platform/kernel/task-of-call.ts'
import type { Queryable } from '../../src/platform/storage/database.ts'
import { quarterOf } from '../../src/platform/storage/sum-bucket.ts'
import { digits, IS_CONVERSATION } from './check-permission.ts'
import { type History, type KnownTask, plansOf } from './history.ts'
import { areHoursOpen, firstMinute } from './permission-oracle.ts'
import type { LedgerCall, PhoneNetwork } from './phone-network.ts'
import type { RealStatements } from './real-statements.ts'

type Look = RealStatements['look']

interface TaskSums {
  id: string
  status: number
  contact_count: number
  call_count: number
  success_count: number
  fail_count: number
  no_answer_count: number
  talk_ms: number
  answered_count: number
  success_contacts: number
  failed_contacts: number
  skipped_contacts: number
  calls: number
  successes: number
  fails: number
  no_answers: number
  talked_ms: number
  answered: number
  lost_calls: number
  off_quarters: number
  succeeded: number
  failed: number
  skipped: number
  in_progress: number
  first_live: number
  undialed: number
  waiting: number
  live: number
  counted_live: number
  /** Contacts are about to be dialed again. */
  is_recalling: boolean
  has_met_goal: boolean
}

/** Of task `t`, by its dials: the results of these worlds are verdicts. */
export const HAS_MET_GOAL = `(jsonb_typeof(t.settings -> 'stopWhen') = 'object'
    and (select count(*) from dial g where g.task_id = t.id and g.outcome = 1) >= coalesce((t.settings -> 'stopWhen' ->> 'successes')::int, 0)
    and not exists (
      select from jsonb_array_elements(t.settings -> 'stopWhen' -> 'results') w
      where (w ->> 'count')::int > (
        select count(*) from dial g
        where g.task_id = t.id and g.outcome = 1 and g.result -> 'verdict' ->> 'is' = w ->> 'value'
      )
    )) is true`

const sums = `
  select t.id, t.status, coalesce(t.contact_count, s.contact_count + t.kept_count) as contact_count,
    n.*, r.*, q.*, d.*, undialed,
    (select count(*)::int from live_call l where l.task_id = t.id) as live,
    exists (select from recall where task_id = t.id) as is_recalling, ${HAS_MET_GOAL} as has_met_goal,
    (select count(*)::int from live_call l where l.task_id = t.id
       and not exists (select from dial k where k.task_id = t.id and k.contact_id = l.contact_id)) as first_live
  from task t join data_source s on s.id = t.data_source_id
  cross join lateral (
    select coalesce(sum(call_count), 0)::int as call_count, coalesce(sum(success_count), 0)::int as success_count,
      coalesce(sum(fail_count), 0)::int as fail_count, coalesce(sum(no_answer_count), 0)::int as no_answer_count,
      coalesce(sum(talk_ms), 0)::int as talk_ms, coalesce(sum(answered_count), 0)::int as answered_count, coalesce(sum(success_contacts), 0)::int as success_contacts,
      coalesce(sum(failed_contacts), 0)::int as failed_contacts, coalesce(sum(skipped_contacts), 0)::int as skipped_contacts,
      (select calls from task_live_calls(t.id))::int as counted_live
    from task_counter where task_id = t.id
  ) n
  cross join lateral (
    select count(*)::int as calls, count(*) filter (where outcome = 1)::int as successes,
      count(*) filter (where outcome = 2)::int as fails, count(*) filter (where outcome = 3)::int as no_answers,
      coalesce(sum(k.talk_ms), 0)::int as talked_ms, count(k.answer_time)::int as answered,
      count(*) filter (where not exists (
        select from dial where task_id = k.task_id and contact_id = k.contact_id and k.start_time = any(call_times)
      ))::int as lost_calls
    from call k where task_id = t.id
  ) r
  cross join lateral (
    select count(*)::int as off_quarters from (
      select from (
        select ${quarterOf('k.end_time')} as quarter, 1 as calls, (outcome = 1)::int as success,
          (answer_time is not null)::int as answered, k.talk_ms, (cause = 'busy')::int as busy, (attempt = 2)::int as second,
          (attempt = 2 and outcome = 1)::int as second_success, (answer_time is not null and k.talk_ms < 5000)::int as short
        from call k where task_id = t.id
        union all
        select ${quarterOf('minute')}, -call_count, -s.success_count, -s.answered_count, -s.talk_ms, -causes[13], -attempts[2],
          -attempt_successes[2], -talk_times[1] from call_sum s where task_id = t.id
      ) line
      group by quarter
      having (sum(calls), sum(success), sum(answered), sum(line.talk_ms), sum(busy), sum(second), sum(second_success), sum(short))
        <> (0, 0, 0, 0, 0, 0, 0, 0)
    ) off
  ) q
  cross join lateral (
    select count(*) filter (where outcome = 1)::int as succeeded, count(*) filter (where outcome = 2)::int as failed,
      count(*) filter (where outcome = 3 and not is_cut_short)::int as skipped,
      count(*) filter (where outcome = 3 and is_cut_short)::int as cut_undialed,
      count(*) filter (where outcome is null)::int as in_progress,
      count(*) filter (where due_at is not null)::int as waiting
    from dial where task_id = t.id
  ) d
  cross join lateral (
    select d.cut_undialed + count(*)::int as undialed from contact c
    where c.data_source_id = t.data_source_id and c.position > t.list_start and (t.list_end is null or c.position <= t.list_end)
      and not exists (select from dial k where k.task_id = t.id and k.contact_id = c.id)
      and not exists (select from live_call l where l.task_id = t.id and l.contact_id = c.id)
  ) u
  where t.start_time is not null or t.continues_task_id is not null`

export interface Sums {
  problems: string[]
  /** Running tasks in which every contact is done. */
  finished: string[]
}

export async function checkSums(look: Look): Promise<Sums> {
  const rows = await look<TaskSums>(sums)
  const problems = rows.flatMap((task) => {
    const say = (what: string, a: number, b: number) =>
      a === b ? [] : [`task ${task.id} in state ${task.status}: ${what}: ${a} is not ${b}`]
    const { succeeded, failed, skipped, in_progress, first_live, undialed } = task
    return [
      ...say('callCount and its records', task.call_count, task.calls),
      ...say('successCount and its records', task.success_count, task.successes),
      ...say('failCount and its records', task.fail_count, task.fails),
      ...say('noAnswerCount and its records', task.no_answer_count, task.no_answers),
      ...say('talk time and its records', task.talk_ms, task.talked_ms),
      ...say('answered calls and their records', task.answered_count, task.answered),
      ...say('quarters of an hour whose sums are not as recorded', task.off_quarters, 0),
      ...say(
        'callCount and its parts',
        task.call_count,
        task.success_count + task.fail_count + task.no_answer_count,
      ),
      ...say('records that their dial does not lead to', task.lost_calls, 0),
      ...say('calls that are up, by the counters and in fact', task.counted_live, task.live),
      ...say('contacts done with success', task.success_contacts, succeeded),
      ...say('contacts done without', task.failed_contacts, failed),
      ...say('contacts done without a call', task.skipped_contacts, skipped),
      ...say(
        `contactCount and its parts (${succeeded} succeeded, ${failed} failed, ${skipped} skipped, ${in_progress} in progress, ` +
          `${first_live} in their first call, ${undialed} undialed)`,
        task.contact_count,
        succeeded + failed + skipped + in_progress + first_live + undialed,
      ),
      ...(task.status === 4 && !task.has_met_goal
        ? say('COMPLETED with contacts that are not done', openContacts(task), 0)
        : []),
    ]
  })
  problems.push(...(await checkStates(look, rows)))
  const [all] = await look<{ counted: number; live: number }>(
    `select (started_total - (select coalesce(sum(ended), 0) from dialer_slot))::int as counted,
       (select count(*)::int from live_call) as live
     from dialer`,
  )
  if (all && all.counted !== all.live)
    problems.push(`${all.live} lines are in use, but ${all.counted} by the counters`)
  const finished = rows
    .filter((task) => task.status === 1 && openContacts(task) === 0 && !task.is_recalling)
    .map(({ id }) => id)
  return { problems, finished }
}

/** What the API says about the states of contacts, from counters, is what the rows say. */
async function checkStates(look: Look, tasks: TaskSums[]): Promise<string[]> {
  const db: Queryable = {
    query: async <Row>({ text, values = [] }: { text: string; values?: readonly unknown[] | undefined }) => {
      const rows = await look<Row>(text, [...values])
      return { rows, rowCount: rows.length }
    },
  }
  const problems: string[] = []
  for (const task of tasks) {
    const list = await readTaskList.first(db, [task.id])
    const counted = list ? JSON.stringify(Object.values(countStates(list)).map(Number)) : 'nothing'
    const { undialed, live, waiting, succeeded, failed, skipped } = task
    const inFact = JSON.stringify([undialed, live, waiting, succeeded, failed, skipped])
    if (counted !== inFact)
      problems.push(`task ${task.id} in state ${task.status}: contacts by state: ${counted} is not ${inFact}`)
  }
  return problems
}

function openContacts(task: TaskSums): number {
  return task.in_progress + task.first_live + task.undialed + task.waiting + task.live
}

/** A contact whose turn has come; whether it may be called is another matter. */
export interface DueContact {
  task_id: string
  priority: number
  contact_id: string
  phone_key: string
  /** The calls to its number, and when they began. */
  attempts: { ms: number; isConversation: boolean }[]
}

/** As the number of contact `c`, whether it names its country or not. */
const isSameNumber = (call: string) => `replace(${call}.phone_key, '+', '') = replace(c.phone_key, '+', '')`

const DUE_COLUMNS = `c.id as contact_id, c.phone_key, (
  select coalesce(json_agg(json_build_object('ms', extract(epoch from k.start_time) * 1000, 'isConversation', ${IS_CONVERSATION})), '[]') from call k where ${isSameNumber('k')}
) as attempts`

/** Contacts that a claim would look at now, were there a line, if their task's window is open. */
export function findDue(look: Look, now: Date, belowPriority = 6): Promise<DueContact[]> {
  return look<DueContact>(
    `select d.task_id, d.priority, ${DUE_COLUMNS}
     from dial d
     join task t on t.id = d.task_id
     join contact c on c.id = d.contact_id
     where t.status = 1 and d.due_at <= $1 and d.priority < $2
       and not exists (select from live_call l where ${isSameNumber('l')} or l.contact_id = c.id)
     union all
     select t.id, t.priority, ${DUE_COLUMNS}
     from task t
     join contact c on c.data_source_id = t.data_source_id and c.position > (select cursor from task_progress_now(t.id))
       and (t.list_end is null or c.position <= t.list_end)
     where t.status = 1 and t.priority < $2
       and not exists (select from live_call l where ${isSameNumber('l')} or l.contact_id = c.id)`,
    [now, belowPriority],
  )
}

interface CallRow {
  id: string
  task_id: string
  contact_id: string
  phone_number: string
  round: number
  attempt: number
  outcome: number
  cause: string
  talk_ms: number
  /** Its end was not observed, but it is known that it was answered. */
  is_interrupted: boolean
  /** The callee wants no more calls. */
  opted_out: boolean
  end_time: Date
  /** When another call was asked for. */
  callback_time: Date | null
}

const outcomes: Record<string, number> = {
  answered: 1,
  no_answer: 3,
  unreachable: 3,
  switched_off: 3,
  voicemail: 3,
  callback: 3,
  machine: 3,
  screening: 3,
  silence: 3,
}
const FLOW_CAUSES = [
  'answered',
  'callback',
  'machine',
  'screening',
  'silence',
  'unverified',
  'not_confirmed',
  'agent_failed',
]
const finalCauses = ['answered', 'invalid_number', 'rejected']

/** Call by call: what rang is recorded once and as it was; what did not ring is `lost` at most. */
export async function checkRecords(
  look: Look,
  network: PhoneNetwork,
  history: History,
  zone: string,
): Promise<string[]> {
  const problems: string[] = []
  const calls = await look<CallRow>(
    `select id, task_id, contact_id, phone_number, round, attempt, outcome, cause, talk_ms,
       coalesce(result ? 'optOut', false) as opted_out, coalesce(result ->> 'ending' = 'interrupted', false) as is_interrupted,
       end_time, (result ->> 'callbackTime')::timestamptz as callback_time
     from call order by task_id, contact_id, round, attempt`,
  )
  const stuck = await look<{ id: string }>(
    `select id from single_call s where end_time is null and due_at is null
       and not exists (select from live_call l where l.contact_id = s.id)`,
  )
  problems.push(...(await checkUncalled(look, network)))
  for (const { id } of stuck) problems.push(`the single call ${id} is neither live nor waiting nor over`)
  const live = new Set((await look<{ id: string }>('select id from live_call')).map(({ id }) => id))
  const recorded = new Map(calls.map((call) => [call.id, call]))

  for (const rung of network.ledger) {
    const call = recorded.get(rung.attemptId)
    if (!call && !live.has(rung.attemptId)) problems.push(`${rung.attemptId} rang and was not recorded`)
    if (call && (call.contact_id !== rung.contactId || call.phone_number !== rung.phoneNumber)) {
      problems.push(`${rung.attemptId} was recorded for somebody else`)
    }
  }
  for (const call of calls) {
    const rung = network.find(call.id)
    if (call.outcome !== (outcomes[call.cause] ?? 2))
      problems.push(`${call.id}: wrong outcome of ${call.cause}`)
    if (call.cause === 'lost') {
      if (!network.isForgotten(call.id)) problems.push(`${call.id} is lost, though the gateway knew better`)
      if (history.storedFlows.has(call.id))
        problems.push(`${call.id} is lost, though it is stored that it was answered`)
    } else if (!rung && call.task_id === NO_TASK && call.cause === 'gateway_error') {
      // Whoever asked for it is told that it was not placed.
    } else if (!rung && call.cause === 'congestion' && network.hasRefusedLate(call.id)) {
      // No other trunk has taken it.
    } else if (!rung) problems.push(`${call.id} was recorded as ${call.cause} and never rang`)
    else if (!isAsItWas(rung, call, history.storedFlows.get(call.id))) {
      problems.push(`${call.id} was recorded as ${call.cause} and was ${rung.end?.cause ?? 'not over'}`)
    }
  }
  return [
    ...problems,
    ...checkRefusals(network, history),
    ...(await checkRounds(look, calls, network, history, zone)),
  ]
}

/** A call that somebody asked for is given up, and recorded as not placed, only for refusals of its own: back-pressure makes it wait. */
async function checkUncalled(look: Look, { refusals, find }: PhoneNetwork): Promise<string[]> {
  const records = await look<{ id: string; contact_id: string; purpose: string; is_uncalled: boolean }>(
    `select id, contact_id, request ->> 'purpose' as purpose, coalesce(request ? 'isUncalled', false) as is_uncalled
     from call where task_id = '${NO_TASK}' and cause = 'gateway_error'`,
  )
  const unplaced = records.filter(
    ({ id, purpose, is_uncalled }) => purpose === 'call' && !is_uncalled && !find(id),
  )
  return [...groupBy(unplaced, ({ contact_id }) => contact_id)].flatMap(([contactId, all]) => {
    const own = refusals.filter((each) => each.contactId === contactId && !/busy$/.test(each.fate)).length
    return all.length > own
      ? [`the single call ${contactId} has ${all.length} records of calls that never were`]
      : []
  })
}

/**
 * What came of a call that follows a flow is held against its result elsewhere. `storedMs`: when its flow was stored for the last time. A node that has
 * not heard of the end goes on with the flow until then, so an interrupted call can be recorded as that long.
 */
function isAsItWas(
  { end, story, answerMs }: LedgerCall,
  { cause, talk_ms, is_interrupted }: CallRow,
  storedMs = 0,
): boolean {
  if (is_interrupted) {
    if (answerMs === null || (story && !FLOW_CAUSES.includes(cause))) return false
    return talk_ms <= Math.max(end?.talkMs ?? 0, storedMs - answerMs)
  }
  if (end?.talkMs !== talk_ms) return false
  if (!story || end.cause !== 'answered') return end.cause === cause
  return cause === 'gateway_error' ? story.failures > 0 : FLOW_CAUSES.includes(cause)
}

interface DialRow {
  task_id: string
  contact_id: string
  round: number
  attempts: number
  outcome: number | null
  calls: number
  is_there: boolean
  call_count: number | null
  status: number
  /** It may never be called. */
  is_denied: boolean
  is_cut_short: boolean
  cause: string | null
}

/**
 * A contact is not asked for over and over: so many refusals in a row, and it is done. A process that dies or stands still may
 * take the knowledge of one with it.
 */
function checkRefusals({ refusals, ledger }: PhoneNetwork, history: History): string[] {
  const own = refusals.filter(({ fate }) => fate === 'refused' || fate === 'error and not placed')
  return [...groupBy(own, ({ taskId, contactId }) => `${taskId} ${contactId}`)].flatMap(([name, all]) => {
    const { taskId, contactId } = all[0] as (typeof all)[number]
    const rings = ledger.filter((call) => call.taskId === taskId && call.contactId === contactId)
    const startsMs = [
      0,
      ...(history.task(taskId)?.freshStartsMs ?? []),
      ...rings.map(({ startMs }) => startMs),
    ].sort((a, b) => a - b)
    const actors = new Set(all.map(({ actor }) => actor))
    const forgotten = [...actors].reduce((sum, actor) => sum + actor.pauses() + 1, -1)
    return startsMs.flatMap((fromMs, index) => {
      const toMs = startsMs[index + 1] ?? Number.POSITIVE_INFINITY
      const inRow = all.filter(({ atMs }) => atMs >= fromMs && atMs < toMs).length
      return inRow > MAX_REFUSALS + forgotten
        ? [`${name} was asked for ${inRow} times in a row and refused`]
        : []
    })
  })
}

/**
 * Attempts are counted from 1 without gaps, within the allowance, and the outcome follows from the last. Calls that the
 * gateway failed to handle count as none.
 */
async function checkRounds(
  look: Look,
  calls: CallRow[],
  network: PhoneNetwork,
  history: History,
  zone: string,
): Promise<string[]> {
  const problems: string[] = []
  // A flow that cannot go on is a fault of the gateway, too.
  const isFree = ({ id, cause }: CallRow) => {
    const { end, story } = network.find(id) ?? {}
    return end?.fault !== undefined || (story !== undefined && cause === 'gateway_error')
  }
  const paid = calls.filter((call) => !isFree(call) && call.task_id !== NO_TASK)
  const byRound = groupBy(paid, ({ task_id, contact_id, round }) => `${task_id} ${contact_id} ${round}`)
  for (const [name, round] of byRound) {
    const task = history.task(round[0]?.task_id ?? '')
    const plan = task?.plan
    const most = Math.max(...attemptsAllowed(task))
    if (round.length > most) problems.push(`${round.length} attempts of ${most} in round ${name}`)
    round.forEach((call, index) => {
      if (call.attempt !== index + 1)
        problems.push(`attempt ${call.attempt} is number ${index + 1} of ${name}`)
      if (index < round.length - 1 && isLast(round.slice(0, index + 1), plan))
        problems.push(`an attempt too many after ${call.cause} in ${name}`)
    })
  }
  const dials = await look<DialRow>(
    `select d.task_id, d.contact_id, d.round, d.attempts, d.outcome, d.calls, d.cause, c.id is not null as is_there, of_contact.call_count, d.is_cut_short,
       t.status, exists (
         select from denial n
         where n.task_id = d.task_id and n.contact_id = d.contact_id and n.until is null and n.reason = d.cause
       ) as is_denied
     from dial d join task t on t.id = d.task_id left join contact c on c.id = d.contact_id
     cross join lateral contact_calls(c.data_source_id, c.position) of_contact`,
  )
  const callsOf = groupBy(calls, ({ contact_id }) => contact_id)
  for (const dial of dials) {
    const name = `${dial.task_id} ${dial.contact_id}`
    const all = callsOf.get(dial.contact_id) ?? []
    const own = all.filter(({ task_id }) => task_id === dial.task_id)
    const round = byRound.get(`${name} ${dial.round}`) ?? []
    const last = round.at(-1)
    if (dial.calls !== own.length)
      problems.push(`dial ${name} has ${dial.calls} calls, records ${own.length}`)
    if (dial.attempts !== round.length)
      problems.push(`dial ${name} has ${dial.attempts} attempts, records ${round.length}`)
    if (dial.is_there && dial.call_count !== all.length)
      problems.push(`contact ${dial.contact_id} has ${dial.call_count} calls, records ${all.length}`)
    const allowed = attemptsAllowed(history.task(dial.task_id))
    const most = Math.min(...allowed)
    const plan = history.task(dial.task_id)?.plan
    const hasOptedOut = own.some((call) => call.opted_out && call.round === dial.round)
    const isTooLate = dial.cause === 'after_call_until' && endsBeforeNext(own.at(-1), history, zone)
    const isUsedUp = round.length >= most || isLast(round, plan) || dial.is_denied || hasOptedOut || isTooLate
    if (dial.outcome === 1 && last?.cause !== 'answered')
      problems.push(`dial ${name} succeeded without an answer`)
    if (dial.outcome !== 1 && last?.cause === 'answered')
      problems.push(`dial ${name} was answered and is not done`)
    // Stopped, closed, or completed with its goal.
    const isEnded = dial.status === 3 || dial.status === 6 || (dial.status === 4 && plan?.stopWhen != null)
    const mayEndEarly = !dial.is_there || isEnded
    const answers = network.refusals.filter(
      ({ taskId, contactId }) => taskId === dial.task_id && contactId === dial.contact_id,
    )
    // The first two faults are never the contact's.
    const faults = answers.filter(({ fate }) => fate === 'fault').length
    const refused = own.filter(isFree).length + answers.length - Math.min(faults, 2)
    if (dial.outcome === 2 && !isUsedUp && !mayEndEarly && refused < MAX_REFUSALS)
      problems.push(`dial ${name} was given up after ${round.length} of ${most} attempts`)
    const isSurelyUsedUp = round.length >= Math.max(...allowed) || isLast(round, plan) || hasOptedOut
    if (dial.is_cut_short && (!isEnded || isSurelyUsedUp))
      problems.push(`dial ${name} is marked as cut short after ${round.length} attempts`)
    if (
      dial.outcome === 2 &&
      isEnded &&
      dial.is_there &&
      !dial.is_cut_short &&
      !isUsedUp &&
      refused < MAX_REFUSALS
    )
      problems.push(`dial ${name} was cut short after ${round.length} of ${most} attempts and is not marked`)
  }
  return problems
}

/** Of all the settings that the task has had. */
/**
 * Whether the contact had a time until which it may be called that comes before another attempt after this call could: by the waits of
 * its task, or as the task is not open in between.
 */
function endsBeforeNext(call: CallRow | undefined, history: History, zone: string): boolean {
  const task = call && history.task(call.task_id)
  if (!task) return false
  const waits = plansOf(task).flatMap(({ callInterval, retryRules }) => [
    callInterval,
    ...Object.values(retryRules).map(({ delay = 0 }) => delay),
  ])
  const intervalMs = Math.max(...waits, LONGEST_FAULT_SECONDS) * 1000
  const latest = Math.max(call.end_time.getTime() + intervalMs, call.callback_time?.getTime() ?? 0)
  const recipient = { contactId: call.contact_id, key: digits({ phoneNumber: call.phone_number }) }
  return history.rules.since(0).some((rules) => {
    const { callUntil } = rules.times.get(call.contact_id) ?? {}
    if (callUntil == null || callUntil.getTime() <= latest) return callUntil != null
    return plansOf(task).some((plan) => {
      const { scheduledStartTime: start } = plan
      const mayStart = (at: Date) =>
        !(start && at < new Date(start)) && areHoursOpen(recipient, plan, rules, zone, at)
      const next = firstMinute(new Date(latest), (at) => at >= callUntil || mayStart(at))
      return next === undefined || next >= callUntil
    })
  })
}

/** So long a contact waits at most after calls that the gateway failed to handle. */
const LONGEST_FAULT_SECONDS = 1300

function attemptsAllowed(task: KnownTask | undefined): number[] {
  return task ? plansOf(task).map(({ maxDialCount }) => maxDialCount) : [0]
}

/** Whether the cause of the last of these calls of a round ends the round, by the rules of the task. */
function isLast(round: CallRow[], plan: KnownTask['plan'] | undefined): boolean {
  if (round.at(-1)?.opted_out) return true
  const cause = round.at(-1)?.cause ?? ''
  const rule = Object.entries(plan?.retryRules ?? {}).find(([name]) => name === cause)?.[1]
  if (!rule) return finalCauses.includes(cause)
  return rule.count !== undefined && round.filter((call) => call.cause === cause).length > rule.count
}

function groupBy<Item>(items: Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
