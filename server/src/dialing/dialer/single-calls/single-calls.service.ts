// Asks the dialing nodes for a call without a task. Whoever asks is told at once what can never be called; everything else is decided when
// a node claims the call.

import { destinationRules } from '../../../campaigns/permission/destinations.ts'
import { type TaskHours, taskHours } from '../../../campaigns/permission/next-attempt.ts'
import { readRules } from '../../../campaigns/permission/rules.queries.ts'
import { hasUndisclosedAgent } from '../../../conversations/flows/check/announcements.ts'
import type { FlowChecks } from '../../../conversations/flows/check/flow-checks.ts'
import { refuseFaults } from '../../../conversations/flows/check/flow-fault.ts'
import type { Flow } from '../../../conversations/flows/flow.ts'
import { insertFlow } from '../../../conversations/flows/stored-flows.queries.ts'
import type { RemovedContact } from '../../../lists/contacts/contacts.queries.ts'
import { requirePhone } from '../../../lists/contacts/contacts.service.ts'
import type { Clock } from '../../../platform/kernel/clock.ts'
import {
  Conflict,
  InvalidInput,
  NotAllowed,
  NotFound,
  namesUnknown,
  TooManyRequests,
} from '../../../platform/kernel/errors.ts'
import { isId, newId, timeOfId } from '../../../platform/kernel/ids.ts'
import { offsetOf, type Page, type Paged, unknownCursor } from '../../../platform/kernel/paging.ts'
import { ownPhoneKey } from '../../../platform/kernel/phone/own-phone-key.ts'
import { type Country, createDialForm } from '../../../platform/kernel/phone/phone-key.ts'
import {
  dialedNumber,
  type PhoneNumber,
  type PhoneNumberReader,
} from '../../../platform/kernel/phone/phone-number.ts'
import { DAY_MS } from '../../../platform/kernel/timestamps.ts'
import type { Database, Queryable } from '../../../platform/storage/database.ts'
import { currentActor } from '../../../platform/trail/actor.ts'
import { refuseOtherCountry } from '../../../platform/trail/allowed-countries.ts'
import { recordChange } from '../../../platform/trail/record.ts'
import { readEnabledTrunks } from '../../../telephony/trunks/default-trunk.ts'
import { areCallsSimulated, findTrunk, type Simulation } from '../../../telephony/trunks/trunks.queries.ts'
import { lockDialer } from '../claim/claim.queries.ts'
import { sendingDenial } from '../routing/sent-number.ts'
import { endLateCalls, TEST_CALL_WAIT_MS } from './end-uncalled.ts'
import { judgeCalls, numberFacts, type Zones } from './judge-number.ts'
import type { AskedCallRow, CallPurpose, CallSettings, SingleCallRow } from './single-calls.queries.ts'
import * as queries from './single-calls.queries.ts'

/** One of our own phones. */
export interface CalledPhone {
  id: string
  name: string
  /** Of its endpoint on the switch. */
  username: string
}

/** Who is called. */
type Callee =
  | { phoneNumber: string; ownPhone?: undefined }
  | { phoneNumber?: undefined; ownPhone: CalledPhone }

export type SingleCallRequest = Callee & CallFacts

interface CallFacts extends Omit<CallPurpose, 'actor' | 'askedAt' | 'ownPhone'> {
  /** Null: of the test of a trunk. */
  flowId: string | null
  /** Do-not-call lists that hold besides the global ones. */
  doNotCallListIds: string[]
}

/** What belongs to the call, in the same transaction and last in it. */
type Also = ((tx: Queryable, id: string) => Promise<void>) | undefined

/** Either a number or the id of an own phone. */
export interface TestCallRequest {
  phoneNumber?: string | undefined
  ownPhone?: string | undefined
  fields: Record<string, string>
  /** The route that it is to take; what is absent is chosen as for the calls of the task. */
  trunkId?: string | undefined
  callerId?: string | undefined
}

export interface SingleCall {
  id: string
  taskId: string | null
  phoneNumber: string
  status: 'waiting' | 'preparing' | 'calling' | 'answered' | 'ended'
  cause: string | null
  reason: string | null
  result: SingleCallRow['result']
  trunkId: string | null
  trunkName: string | null
  callerId: string | null
  createTime: Date
  endTime: Date | null
}

/** A call that a system asks for. */
export interface CallRequest {
  phoneNumber: string
  taskId?: string | undefined
  flow?: Flow | null | undefined
  successWhen?: string | undefined
  fields: Record<string, string>
  callTime?: Date | undefined
  callUntil?: Date | undefined
  priority: number
  trunkId?: string | undefined
  callerId?: string | undefined
  settings: CallSettings
}

export interface AskedCall {
  id: string
  taskId: string | null
  phoneNumber: string
  phoneKey: string
  status: 'scheduled' | 'waiting' | 'preparing' | 'calling' | 'answered' | 'ended'
  reason: string | null
  priority: number
  maxDialCount: number
  attempts: number
  callTime: Date
  callUntil: Date
  nextTime: Date | null
  actor: string
  createTime: Date
  cancelTime: Date | null
  endTime: Date | null
}

export interface AskedCallFilter extends Page {
  phoneNumber?: string | undefined
  hasEnded?: boolean | undefined
}

export type SingleCalls = ReturnType<typeof createSingleCalls>

const MAX_TEST_CALLS = 10
/** Of one number. */
const MAX_TESTS_PER_NUMBER = 3
const TESTS_WITHIN_MS = 10 * 60_000
const MAX_OPEN_CALLS = 100_000
/** People wait for test calls. */
const TEST_PRIORITY = 0
const DEFAULT_WAIT_MS = DAY_MS
/** A call begins soon after it was asked for. Clocks may differ a little. */
const NEAR_MS = 2000
const BEGINS_WITHIN_MS = 60_000

interface SingleCallsDependencies {
  db: Database
  clock: Clock
  readPhoneNumber: PhoneNumberReader
  zones: Zones
  flowChecks: FlowChecks
  /** Throws if there is none. */
  findOwnPhone(id: string): Promise<CalledPhone>
  /** Numbers are read by the country that the service has now, and it stays until the transaction ends. */
  holdCountry?(tx: Queryable): Promise<void>
  /** When calls are simulated; without it, while no trunk is enabled. */
  simulation?: Simulation
  /** Of numbers that name none. */
  country?(): Country | undefined
}

export function createSingleCalls(dependencies: SingleCallsDependencies) {
  const { db, clock, readPhoneNumber, zones, flowChecks, findOwnPhone, holdCountry } = dependencies
  const { simulation = 'withoutTrunks', country = () => undefined } = dependencies

  /** A call for which a person waits. */
  async function placeCall(
    { phoneNumber, ownPhone, flowId, doNotCallListIds, ...purpose }: SingleCallRequest,
    also?: Also,
  ): Promise<string> {
    const readPhone = () =>
      ownPhone
        ? { key: ownPhoneKey(ownPhone.id), text: `phone:${ownPhone.name}` }
        : requirePhone(readPhoneNumber, phoneNumber)
    readPhone()
    const id = newId()
    await endLateCalls(db, clock.now(), { sentence: 'no node has placed it', code: 'waiting_for_line' })
    const { calls = 0 } = (await queries.countTestCalls.first(db, [])) ?? {}
    if (calls >= MAX_TEST_CALLS)
      throw new NotAllowed({ fault: 'too_many_test_calls', params: { max: MAX_TEST_CALLS } })
    await db.transaction(async (tx) => {
      await holdCountry?.(tx)
      const phone = readPhone()
      if (!ownPhone) refuseOtherCountry(phone.key)
      // No claim runs meanwhile, so none has found the number free.
      await lockDialer(tx, [])
      const now = clock.now()
      const trunkIds = purpose.trunkId === undefined ? [] : [purpose.trunkId]
      const isTrunkTest = purpose.steps !== undefined
      if (!ownPhone)
        await refuseDenied(tx, phone, { listIds: doNotCallListIds, flowId, now, trunkIds, isTrunkTest })
      await refuseBusy(tx, phone, ownPhone ? 'ownPhone' : 'phoneNumber')
      if (!ownPhone) await refuseTestedOften(tx, phone, now)
      const actor = currentActor().name
      const request = { ...purpose, actor, ownPhone: ownPhone?.username, askedAt: now.toISOString() }
      const until = new Date(now.getTime() + TEST_CALL_WAIT_MS)
      const times = [now, now, until] as const
      await queries.insertSingleCall(tx, [
        ...([id, phone.key, phone.text, flowId] as const),
        ...([request, {}, TEST_PRIORITY] as const),
        ...times,
        simulation,
      ])
      const subject = { id, name: ownPhone?.name ?? phone.text }
      const after = { purpose: purpose.purpose, taskId: purpose.taskId, trunkId: purpose.trunkId }
      await recordChange(tx, { at: now, operation: 'call.test', subject, after })
      await also?.(tx, id)
    })
    return id
  }

  interface Judged {
    /** Do-not-call lists that hold besides the global ones. */
    listIds: string[]
    flowId: string | null
    now: Date
    /** When the call is to begin; without it, now. */
    from?: Date
    /** It may wait until then; without it, it cannot wait. */
    until?: Date
    hours?: TaskHours | undefined
    timeZone?: string | undefined
    /** Those that it may take; empty: any. */
    trunkIds: readonly string[]
    /** It goes out by the trunk, whatever other calls do. */
    isTrunkTest?: boolean
  }

  async function refuseDenied(
    tx: Queryable,
    phone: PhoneNumber,
    { listIds, flowId, now, from = now, until, hours, timeZone, trunkIds, isTrunkTest }: Judged,
  ): Promise<void> {
    const rules = await readRules.first(tx, [])
    if (!rules) return
    const isSimulated = !isTrunkTest && (await areCallsSimulated(tx, simulation))
    const facts = await numberFacts(tx, rules, { phoneKey: phone.key, listIds, flowId, now })
    const denial =
      judgeCalls(rules, zones, from)({ phoneKey: phone.key, timeZone, facts, hours, isSimulated }) ??
      sendingDenial(
        await readEnabledTrunks(tx),
        { dialed: createDialForm(country())(phone.text, phone.key), trunkIds },
        { destinations: destinationRules(rules), country: country() },
      )
    if (!denial || (denial.kind === 'not_yet' && until && denial.until < until)) return
    throw new InvalidInput({
      fault: 'number_denied',
      field: 'phoneNumber',
      params: { reason: denial.reason },
    })
  }

  async function refuseBusy(tx: Queryable, phone: PhoneNumber, field: string): Promise<void> {
    const found = await queries.hasLiveCall.first(tx, [phone.key])
    if (found?.has_call) throw new Conflict({ fault: 'number_in_call', field })
  }

  /** Nobody is harassed by tests, whoever asks for them. The dialer is locked, so this holds over all nodes. */
  async function refuseTestedOften(tx: Queryable, phone: PhoneNumber, now: Date): Promise<void> {
    const since = new Date(now.getTime() - TESTS_WITHIN_MS)
    const full = await queries.findTestCallsFull.first(tx, [phone.key, MAX_TESTS_PER_NUMBER, since])
    if (!full) return
    const seconds = Math.ceil((full.create_time.getTime() - since.getTime()) / 1000)
    throw new TooManyRequests({
      fault: 'number_tested_often',
      field: 'phoneNumber',
      params: { max: MAX_TESTS_PER_NUMBER, minutes: TESTS_WITHIN_MS / 60_000, seconds },
    })
  }

  async function requireTrunk(id: string): Promise<void> {
    const trunk = isId(id) ? await findTrunk.first(db, [id]) : undefined
    if (!trunk) throw namesUnknown('trunkId', 'trunk', id)
  }

  async function findTask(taskId: string) {
    const task = isId(taskId) ? await queries.findCalledTask.first(db, [taskId]) : undefined
    if (!task) throw new NotFound('task', taskId)
    return task
  }

  /** The hours of the request, or none. */
  async function ownHours(settings: CallSettings): Promise<TaskHours | undefined> {
    const { dailyStartTime, dailyEndTime, weekdays } = settings
    if (!dailyStartTime && !dailyEndTime && !weekdays) return undefined
    if (dailyStartTime === dailyEndTime && dailyStartTime)
      throw new InvalidInput('dailyStartTime and dailyEndTime must differ', {
        ...{ fault: 'same_time', field: 'dailyEndTime' },
      })
    const holidays = (await queries.readGlobalHolidays.first(db, []))?.days ?? []
    return taskHours({ settings, holidays })
  }

  function readTimes({ callTime, callUntil }: CallRequest, now: Date) {
    const from = callTime && callTime > now ? callTime : now
    const until = callUntil ?? new Date(from.getTime() + DEFAULT_WAIT_MS)
    if (callTime && callUntil && callUntil <= callTime)
      throw new InvalidInput({ fault: 'not_later', field: 'callUntil', params: { other: 'callTime' } })
    if (until <= now)
      throw new InvalidInput('callUntil has passed', { fault: 'time_passed', field: 'callUntil' })
    return { from, until }
  }

  async function findAsked(id: string): Promise<AskedCallRow> {
    const row = isId(id) ? await queries.findAskedCall.first(db, [id, clock.now()]) : undefined
    if (!row) throw new NotFound('call', id)
    return row
  }

  async function findRow(id: string): Promise<SingleCallRow> {
    const made = timeOfId(id)
    const near = [new Date(made - NEAR_MS), new Date(made + BEGINS_WITHIN_MS)]
    const row = isId(id)
      ? ((await queries.findOpenSingleCall.first(db, [id])) ??
        (await queries.findEndedSingleCall.first(db, [id, ...near])) ??
        // A clock was wrong.
        (await queries.findEndedSingleCall.first(db, [id, null, null])))
      : undefined
    if (!row) throw new NotFound('test call', id)
    return row
  }

  return {
    placeCall,

    /** Plans a call, now or later. Resolves with its id. */
    async ask(request: CallRequest, also?: Also): Promise<string> {
      const { phoneNumber, taskId, flow, fields, trunkId, callerId, settings, priority } = request
      requirePhone(readPhoneNumber, phoneNumber)
      for (const field of ['flow', 'successWhen'] as const)
        if (taskId !== undefined && request[field])
          throw new InvalidInput({ fault: 'excluded', field, params: { other: 'taskId' } })
      for (const field of ['dailyStartTime', 'dailyEndTime', 'weekdays', 'windowZone'] as const)
        if (taskId !== undefined && settings[field])
          throw new InvalidInput({ fault: 'excluded', field, params: { other: 'taskId' } })
      const { from, until } = readTimes(request, clock.now())
      const task = taskId === undefined ? undefined : await findTask(taskId)
      const successWhen = task ? task.settings.successWhen : request.successWhen
      if (!task)
        refuseFaults(await flowChecks.faults({ flow: flow ?? null, successWhen }, Object.keys(fields)))
      const hours = task ? taskHours(task) : await ownHours(settings)
      if (trunkId !== undefined) await requireTrunk(trunkId)
      const { calls = 0 } = (await queries.countOpenCalls.first(db, [MAX_OPEN_CALLS])) ?? {}
      if (calls >= MAX_OPEN_CALLS)
        throw new NotAllowed({ fault: 'too_many_calls', params: { max: MAX_OPEN_CALLS } })
      const id = newId()
      const flowId = task ? task.flow_id : flow ? newId() : null
      await db.transaction(async (tx) => {
        await holdCountry?.(tx)
        const phone = requirePhone(readPhoneNumber, phoneNumber)
        refuseOtherCountry(phone.key)
        const now = clock.now()
        const listIds = task?.do_not_call_list_ids ?? []
        const trunkIds = trunkId === undefined ? (task?.settings.trunkIds ?? []) : [trunkId]
        const timeZone = fields['timeZone']
        if (!task && flow) await insertFlow(tx, [flowId, flow, hasUndisclosedAgent(flow)])
        await refuseDenied(tx, phone, { listIds, flowId, now, from, until, hours, timeZone, trunkIds })
        const purpose: CallPurpose = {
          ...{ purpose: 'call', taskId, fields, trunkId, actor: currentActor().name, successWhen },
          callerId: callerId && (dialedNumber(callerId) ?? callerId),
          isByRecipient: hours?.isRecipientZone,
          askedAt: now.toISOString(),
        }
        await queries.insertSingleCall(tx, [
          ...([id, phone.key, phone.text, flowId] as const),
          ...([purpose, settings, priority] as const),
          ...([now, from, until, simulation] as const),
        ])
        const subject = { id, name: phone.text }
        const after = {
          taskId,
          trunkId,
          callerId,
          callTime: request.callTime,
          callUntil: request.callUntil,
          priority,
        }
        await recordChange(tx, { at: now, operation: 'call.ask', subject, after })
        await also?.(tx, id)
      })
      return id
    },

    /** Newest first. */
    async listAsked({ phoneNumber, hasEnded, ...page }: AskedCallFilter): Promise<Paged<AskedCall>> {
      const key = phoneNumber === undefined ? null : requirePhone(readPhoneNumber, phoneNumber).key
      const now = clock.now()
      const { afterId, pageSize } = page
      // A call that has ended meanwhile may be outside the filter: the list is read on from it all the same.
      if (afterId !== undefined && !(await queries.findAskedCall.first(db, [afterId, now])))
        throw unknownCursor()
      const bounds = [afterId === undefined ? offsetOf(page) : 0, pageSize, afterId ?? null] as const
      const rows = await queries.listAskedCalls(db, [key, now, hasEnded ?? null, ...bounds])
      const listed = rows.filter((row): row is AskedCallRow & { total: number } => row.id !== null)
      return { total: rows[0]?.total ?? 0, rows: listed.map((row) => presentAsked(row, now)) }
    },

    async findAsked(id: string): Promise<AskedCall> {
      return presentAsked(await findAsked(id), clock.now())
    },

    /** One that waits is not called any more; one that is live has no further attempt. Resolves with the id of the live attempt. */
    async cancel(id: string): Promise<string | undefined> {
      await findAsked(id)
      const now = clock.now()
      const cancelled = await db.transaction(async (tx) => {
        const call = await queries.cancelCall.first(tx, [id, now])
        const subject = { id, name: call?.phone_number ?? '' }
        if (call) await recordChange(tx, { at: now, operation: 'call.cancel', subject })
        return call
      })
      const row = await findAsked(id)
      if (!cancelled && row.cancel_time === null) throw new NotAllowed({ fault: 'call_ended' })
      return row.live_id ?? undefined
    },

    /** Tests a trunk: a node that has it runs the steps. */
    testTrunk: (request: { phoneNumber: string; trunkId: string }, also?: Also): Promise<string> =>
      placeCall(
        { ...request, purpose: 'test', flowId: null, fields: {}, doNotCallListIds: [], steps: [] },
        also,
      ),

    /** Calls the number, or the own phone with this id, with the flow of the task. */
    async test(taskId: string, request: TestCallRequest, also?: Also): Promise<string> {
      const { phoneNumber, ownPhone, fields, trunkId, callerId } = request
      if (phoneNumber !== undefined && ownPhone !== undefined)
        throw new InvalidInput({ fault: 'excluded', field: 'ownPhone', params: { other: 'phoneNumber' } })
      // Own phones are on no trunk, and show the task.
      for (const field of ['trunkId', 'callerId'] as const)
        if (ownPhone !== undefined && request[field] !== undefined)
          throw new InvalidInput({ fault: 'excluded', field, params: { other: 'ownPhone' } })
      if (phoneNumber !== undefined) requirePhone(readPhoneNumber, phoneNumber)
      else if (ownPhone === undefined) throw new InvalidInput({ fault: 'required', field: 'phoneNumber' })
      const task = await findTask(taskId)
      const { flow_id: flowId, do_not_call_list_ids: doNotCallListIds } = task
      if (flowId === null) throw new NotAllowed({ fault: 'no_flow' })
      const facts = { purpose: 'test', flowId, taskId, fields, doNotCallListIds } as const
      if (trunkId !== undefined) await requireTrunk(trunkId)
      const route = { trunkId, callerId: callerId && (dialedNumber(callerId) ?? callerId) }
      if (phoneNumber !== undefined) return placeCall({ ...facts, ...route, phoneNumber }, also)
      return placeCall({ ...facts, ownPhone: await findOwnPhone(ownPhone ?? '') }, also)
    },

    find: async (id: string): Promise<SingleCall> => present(await findRow(id)),

    /** The call of a trunk's test, with its steps. */
    async findTest(id: string) {
      const { phone_number: phoneNumber, request, create_time, end_time: endTime } = await findRow(id)
      return { id, phoneNumber, request, createTime: askedTime(request, create_time), endTime }
    },
  }
}

const askedTime = ({ askedAt }: SingleCallRow['request'], createTime: Date): Date =>
  askedAt === undefined ? createTime : new Date(askedAt)

function present({ request, ...row }: SingleCallRow): SingleCall {
  const { cause, result, end_time: endTime } = row
  return {
    id: row.id,
    taskId: request.taskId ?? null,
    phoneNumber: row.phone_number,
    status:
      cause !== null
        ? 'ended'
        : row.is_waiting
          ? 'waiting'
          : row.is_preparing
            ? 'preparing'
            : request.isAnswered
              ? 'answered'
              : 'calling',
    cause,
    reason: request.reason ?? null,
    result,
    trunkId: row.trunk_id,
    trunkName: row.trunk_name,
    callerId: row.caller_id,
    createTime: askedTime(request, row.create_time),
    endTime,
  }
}

export const countSimulatedCalls = async (tx: Queryable): Promise<number> =>
  (await queries.countSimulatedCalls.first(tx, []))?.calls ?? 0

export const bindSingleCalls = (db: Queryable, simulation: Simulation) => queries.bindCalls(db, [simulation])

export const forgetCallsOf = (tx: Queryable, contacts: Pick<RemovedContact, 'id' | 'phone_key'>[]) =>
  queries.forgetCallsOf(tx, [contacts.map(({ id }) => id), contacts.map(({ phone_key }) => phone_key)])

function presentAsked({ request, settings, ...row }: AskedCallRow, now: Date): AskedCall {
  const status =
    row.end_time !== null
      ? 'ended'
      : row.due_at === null
        ? row.is_preparing
          ? 'preparing'
          : row.is_answered
            ? 'answered'
            : 'calling'
        : row.attempts === 0 && row.call_time > now
          ? 'scheduled'
          : 'waiting'
  const isDue = row.due_at !== null && row.due_at <= now
  const reason = isDue ? (row.obstacle ?? row.reason ?? 'waiting_for_line') : row.reason
  return {
    id: row.id,
    taskId: request.taskId ?? null,
    phoneNumber: row.phone_number,
    phoneKey: row.phone_key,
    status,
    reason,
    priority: row.priority,
    maxDialCount: settings.maxDialCount ?? 1,
    attempts: row.attempts,
    callTime: row.call_time,
    callUntil: row.until,
    nextTime: row.due_at,
    actor: request.actor,
    createTime: row.create_time,
    cancelTime: row.cancel_time,
    endTime: row.end_time,
  }
}
