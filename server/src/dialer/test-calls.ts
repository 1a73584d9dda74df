// Places test calls on this node and runs their flows. They are no calls of a task: they count nowhere, and if their node dies
// they are ended.
import { toStorableJson } from '../kernel/storable-text.ts'
import type { NodeContext } from './dialer-options.ts'
import type { CallEnd, GatewayEvent } from './gateway.ts'
import type { FlowPreparation } from './prepare-flows.ts'
import type { FlowRuns } from './run-flows.ts'
import * as queries from './test-calls.queries.ts'

interface TestCallsParts {
  nodeId(): string
  flows: FlowPreparation
  runs: FlowRuns | undefined
}

/** A test call that no node has taken by then is given up: its caller has turned to something else. */
const TAKE_WITHIN_MS = 30_000

export function createTestCalls(node: NodeContext, { nodeId, flows, runs }: TestCallsParts) {
  const { db, clock, gateway, log } = node
  const live = new Set<string>()

  const oldest = () => new Date(clock.now().getTime() - TAKE_WITHIN_MS)

  async function place(call: queries.TakenTestCall): Promise<void> {
    const { id: attemptId, phone_number: phoneNumber } = call
    const taskId = call.task_id ?? attemptId
    live.add(attemptId)
    try {
      const prepared = await flows.prepare({
        id: attemptId,
        phoneKey: call.phone_key,
        phoneNumber,
        taskId,
        contactId: attemptId,
        flowId: call.flow_id,
        fields: call.fields,
        isTest: true,
      })
      await gateway.originate({
        attemptId,
        phoneNumber,
        taskId,
        contactId: attemptId,
        details: { taskName: '', fields: call.fields },
        ...prepared,
      })
    } catch (error) {
      await end(
        attemptId,
        { cause: 'gateway_error', talkMs: 0 },
        error instanceof Error ? error.message : String(error),
      )
    }
  }

  async function end(id: string, callEnd: CallEnd, reason: string | null = null): Promise<void> {
    if (!live.delete(id)) return
    const flowEnd = runs?.takeEnd(id)
    const result = { ...flowEnd?.result, ...callEnd.result }
    const why = reason ?? callEnd.fault ?? flowEnd?.fault ?? null
    const values = [id, nodeId(), clock.now(), callEnd.cause, why, toStorableJson(result)]
    await queries.endTestCall(db, values)
    // Recordings are fetched when the call is stored as ended.
    if (result.recordings) node.flow?.recordings.callEnded(id)
  }

  const logged = (work: Promise<unknown>) =>
    void work.catch((error) => log.warn({ err: error }, 'a test call could not be recorded'))

  return {
    has: (id: string) => live.has(id),

    /** Takes the test calls that wait. */
    async take(): Promise<void> {
      const taken = await queries.takeTestCalls(db, [nodeId(), oldest()])
      for (const call of taken) logged(place(call))
    },

    hear(event: GatewayEvent): void {
      if (!live.has(event.attemptId)) return
      if (event.type === 'answered') logged(queries.noteTestCallAnswered(db, [event.attemptId, nodeId()]))
      if (event.type === 'ended') logged(end(event.attemptId, event.end))
    },

    /** Ends the calls of nodes that are gone, and gives up calls that nobody has taken. */
    async endLost(): Promise<void> {
      const lost = await queries.endLostTestCalls(db, [clock.now(), oldest()])
      for (const { id, was_placed } of lost) if (was_placed) gateway.hangUp(id).catch(() => undefined)
    },
  }
}
