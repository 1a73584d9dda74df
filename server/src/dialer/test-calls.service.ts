// Asks the dialing nodes for a call to one number that follows the flow of a task.
import { requirePhone } from '../contacts/contacts.service.ts'
import type { Clock } from '../kernel/clock.ts'
import { Conflict, InvalidInput, NotAllowed, NotFound } from '../kernel/errors.ts'
import { isId, newId } from '../kernel/ids.ts'
import type { PhoneNumber, PhoneNumberReader } from '../kernel/phone-number.ts'
import { destinationProblem, destinationRules } from '../permission/destinations.ts'
import { readRules } from '../permission/rules.queries.ts'
import type { Database, Queryable } from '../storage/database.ts'
import { lockDialer } from './claim.queries.ts'
import type { TestCallRow } from './test-calls.queries.ts'
import * as queries from './test-calls.queries.ts'

export interface TestCallRequest {
  phoneNumber: string
  fields: Record<string, string>
}

export type TestCalls = ReturnType<typeof createTestCallService>

const MAX_TEST_CALLS = 10

interface TestCallsDependencies {
  db: Database
  clock: Clock
  readPhoneNumber: PhoneNumberReader
}

export function createTestCallService({ db, clock, readPhoneNumber }: TestCallsDependencies) {
  /**
   * Rings the number as soon as a node can. `taskId`: null for a call of no task. `also` writes what belongs to the call in the
   * same transaction.
   */
  async function ring(
    flowId: string,
    taskId: string | null,
    request: TestCallRequest,
    also?: (tx: Queryable, id: string) => Promise<void>,
  ): Promise<string> {
    const phone = await permitted(request.phoneNumber)
    const id = newId()
    await db.transaction(async (tx) => {
      await also?.(tx, id)
      // No claim runs meanwhile, so the number cannot get another call.
      await lockDialer(tx, [])
      const load = await queries.readTestLoad.first(tx, [phone.key])
      if (load?.is_busy)
        throw new Conflict('phoneNumber has a call already', { code: 'number_in_call', field: 'phoneNumber' })
      if (load && load.open >= MAX_TEST_CALLS)
        throw new NotAllowed(`there are ${MAX_TEST_CALLS} test calls at once already`, {
          code: 'too_many_test_calls',
          params: { max: MAX_TEST_CALLS },
        })
      await queries.insertTestCall(tx, [
        id,
        taskId,
        flowId,
        phone.text,
        phone.key,
        request.fields,
        clock.now(),
      ])
    })
    return id
  }

  async function permitted(given: string): Promise<PhoneNumber> {
    const phone = requirePhone(readPhoneNumber, given)
    const rules = await readRules.first(db, [])
    const problem = rules && destinationProblem(phone.key, destinationRules(rules))
    if (problem)
      throw new InvalidInput(`phoneNumber may not be rung: ${problem.reason}`, {
        code: 'number_denied',
        field: 'phoneNumber',
        params: { reason: problem.reason },
      })
    return phone
  }

  return {
    ring,

    async start(taskId: string, request: TestCallRequest): Promise<string> {
      const task = isId(taskId) ? await queries.findTaskFlow.first(db, [taskId]) : undefined
      if (!task) throw new NotFound('task', taskId)
      if (task.flow_id === null) throw new NotAllowed('the task has no flow', { code: 'no_flow' })
      return ring(task.flow_id, taskId, request)
    },

    async find(id: string): Promise<TestCallRow> {
      const call = isId(id) ? await queries.findTestCall.first(db, [id]) : undefined
      if (!call) throw new NotFound('test call', id)
      return call
    },
  }
}
