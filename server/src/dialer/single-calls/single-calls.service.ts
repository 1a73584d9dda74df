// Asks the dialing nodes for a call without a task. The number is claimed at once, like that of any live call; a node calls it as
// soon as a line is free.
import { requirePhone } from '../../contacts/contacts.service.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Conflict, InvalidInput, NotAllowed, NotFound, quote, shorten } from '../../kernel/errors.ts'
import { isId, newId, timeOfId } from '../../kernel/ids.ts'
import { ownPhoneKey } from '../../kernel/phone/own-phone-key.ts'
import { dialedNumber, type PhoneNumber, type PhoneNumberReader } from '../../kernel/phone/phone-number.ts'
import { readRules } from '../../permission/rules.queries.ts'
import type { Database, Queryable } from '../../storage/database.ts'
import { isUniqueViolation } from '../../storage/database-errors.ts'
import { findTrunk } from '../../trunks/trunks.queries.ts'
import { lockDialer } from '../claim/claim.queries.ts'
import { whyNotRung } from './judge-number.ts'
import type { CallPurpose, SingleCallRow } from './single-calls.queries.ts'
import * as queries from './single-calls.queries.ts'
import { giveUpWaiting } from './wait-for-line.ts'

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

interface CallFacts extends Omit<CallPurpose, 'askedAt' | 'ownPhone'> {
  flowId: string
  /** Do-not-call lists that hold besides the global ones. */
  doNotCallListIds: string[]
}

/** Either a number or the id of an own phone. */
export interface TestCallRequest {
  phoneNumber?: string | undefined
  ownPhone?: string | undefined
  fields: Record<string, string>
  actor: string
  /** The route that it is to take; what is absent is chosen as for the calls of the task. */
  trunkId?: string | undefined
  callerId?: string | undefined
}

export interface SingleCall {
  id: string
  taskId: string | null
  phoneNumber: string
  status: 'waiting' | 'calling' | 'answered' | 'ended'
  cause: string | null
  reason: string | null
  result: SingleCallRow['result']
  trunkId: string | null
  trunkName: string | null
  callerId: string | null
  createTime: Date
  endTime: Date | null
}

export type SingleCalls = ReturnType<typeof createSingleCalls>

const MAX_SINGLE_CALLS = 10
/** A call begins soon after it was asked for. Clocks may differ a little. */
const NEAR_MS = 2000
const BEGINS_WITHIN_MS = 60_000

interface SingleCallsDependencies {
  db: Database
  clock: Clock
  readPhoneNumber: PhoneNumberReader
  /** Throws if there is none. */
  findOwnPhone(id: string): Promise<CalledPhone>
  /** Numbers are read by the country that the service has now, and it stays until the transaction ends. */
  holdCountry?(tx: Queryable): Promise<void>
}

export function createSingleCalls(dependencies: SingleCallsDependencies) {
  const { db, clock, readPhoneNumber, findOwnPhone, holdCountry } = dependencies

  /** `also` writes what belongs to the call in the same transaction. */
  async function placeCall(
    { phoneNumber, ownPhone, flowId, doNotCallListIds, ...purpose }: SingleCallRequest,
    also?: (tx: Queryable, id: string) => Promise<void>,
  ): Promise<string> {
    const readPhone = () =>
      ownPhone
        ? { key: ownPhoneKey(ownPhone.id), text: `phone:${ownPhone.name}` }
        : requirePhone(readPhoneNumber, phoneNumber)
    readPhone()
    const id = newId()
    await giveUpWaiting(db, clock.now(), 'no node has placed it')
    const { calls = 0 } = (await queries.countSingleCalls.first(db, [])) ?? {}
    if (calls >= MAX_SINGLE_CALLS)
      throw new NotAllowed({
        fault: 'too_many_test_calls',
        params: { max: MAX_SINGLE_CALLS },
      })
    try {
      await db.transaction(async (tx) => {
        await also?.(tx, id)
        await holdCountry?.(tx)
        const phone = readPhone()
        // No claim runs meanwhile, so none has found the number free.
        await lockDialer(tx, [])
        const now = clock.now()
        if (!ownPhone) await refuseDenied(tx, phone, doNotCallListIds, now)
        const request = { ...purpose, ownPhone: ownPhone?.username, askedAt: now.toISOString() }
        await queries.insertSingleCall(tx, [phone.key, id, phone.text, now, flowId, request])
      })
    } catch (error) {
      if (!isUniqueViolation(error, 'live_call_pkey')) throw error
      throw new Conflict({ fault: 'number_in_call', field: ownPhone ? 'ownPhone' : 'phoneNumber' })
    }
    return id
  }

  async function refuseDenied(
    tx: Queryable,
    phone: PhoneNumber,
    listIds: string[],
    now: Date,
  ): Promise<void> {
    const rules = await readRules.first(tx, [])
    const reason = rules && (await whyNotRung(tx, rules, { phoneKey: phone.key, listIds, now }))
    if (reason !== undefined)
      throw new InvalidInput({
        fault: 'number_denied',
        field: 'phoneNumber',
        params: { reason },
      })
  }

  async function requireTrunk(id: string): Promise<void> {
    const trunk = isId(id) ? await findTrunk.first(db, [id]) : undefined
    if (trunk) return
    const params = { what: 'trunk', id: shorten(id) }
    throw new InvalidInput(`trunkId names the trunk ${quote(id)}, which does not exist`, {
      ...{ fault: 'not_found', field: 'trunkId', params },
    })
  }

  return {
    placeCall,

    /** For a call that is not one of the dialer's. Throws if the number may not be called now, or has a call. */
    async requireCallable(phoneNumber: string): Promise<void> {
      const phone = requirePhone(readPhoneNumber, phoneNumber)
      await refuseDenied(db, phone, [], clock.now())
      if ((await queries.hasLiveCall.first(db, [phone.key])) !== undefined)
        throw new Conflict({ fault: 'number_in_call', field: 'phoneNumber' })
    },

    /** Calls the number, or the own phone with this id, with the flow of the task. */
    async test(taskId: string, request: TestCallRequest): Promise<string> {
      const { phoneNumber, ownPhone, fields, actor, trunkId, callerId } = request
      if (phoneNumber !== undefined && ownPhone !== undefined)
        throw new InvalidInput({ fault: 'excluded', field: 'ownPhone', params: { other: 'phoneNumber' } })
      // Own phones are on no trunk, and show the task.
      for (const field of ['trunkId', 'callerId'] as const)
        if (ownPhone !== undefined && request[field] !== undefined)
          throw new InvalidInput({ fault: 'excluded', field, params: { other: 'ownPhone' } })
      if (phoneNumber !== undefined) requirePhone(readPhoneNumber, phoneNumber)
      else if (ownPhone === undefined) throw new InvalidInput({ fault: 'required', field: 'phoneNumber' })
      const task = isId(taskId) ? await queries.findTaskFlow.first(db, [taskId]) : undefined
      if (!task) throw new NotFound('task', taskId)
      const { flow_id: flowId, do_not_call_list_ids: doNotCallListIds } = task
      if (flowId === null) throw new NotAllowed({ fault: 'no_flow' })
      const facts = { purpose: 'test', flowId, taskId, fields, actor, doNotCallListIds } as const
      if (trunkId !== undefined) await requireTrunk(trunkId)
      const route = { trunkId, callerId: callerId && (dialedNumber(callerId) ?? callerId) }
      if (phoneNumber !== undefined) return placeCall({ ...facts, ...route, phoneNumber })
      return placeCall({ ...facts, ownPhone: await findOwnPhone(ownPhone ?? '') })
    },

    async find(id: string): Promise<SingleCall> {
      const made = timeOfId(id)
      const near = [new Date(made - NEAR_MS), new Date(made + BEGINS_WITHIN_MS)]
      const row = isId(id)
        ? ((await queries.findLiveSingleCall.first(db, [id])) ??
          (await queries.findEndedSingleCall.first(db, [id, ...near])) ??
          // A clock was wrong.
          (await queries.findEndedSingleCall.first(db, [id, null, null])))
        : undefined
      if (!row) throw new NotFound('test call', id)
      return present(row)
    },
  }
}

function present({ request, ...row }: SingleCallRow): SingleCall {
  const { cause, result, end_time: endTime } = row
  return {
    id: row.id,
    taskId: request.taskId ?? null,
    phoneNumber: row.phone_number,
    status:
      cause !== null ? 'ended' : row.is_waiting ? 'waiting' : request.isAnswered ? 'answered' : 'calling',
    cause,
    reason: request.reason ?? null,
    result,
    trunkId: row.trunk_id,
    trunkName: row.trunk_name,
    callerId: row.caller_id,
    createTime: request.askedAt === undefined ? row.create_time : new Date(request.askedAt),
    endTime,
  }
}
