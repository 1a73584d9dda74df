// Calls from outside, on this node. The caller is looked up by the number: the contact of the latest call to it gives the fields for the
// flow. Everything is made ready while the caller hears it ring, and then the call is answered. From there on it is a call of this
// node like all others. It is nobody's attempt, uses no budget and no line of the service.
//
//   offered    The gateway has it. It is refused before anything is written if nobody has the number, or a limit is reached.
//   ringing    It has a row in live_call, so no task rings the caller meanwhile, and its speech is made.
//   answered   It follows its flow.
import { createLatestEntries } from '../../../platform/kernel/latest-entries.ts'
import { withoutTask } from '../../../platform/kernel/task-of-call.ts'
import type { InboundCall } from '../../../telephony/gateway.ts'
import { lockDialer } from '../claim/claim.queries.ts'
import type { NodeContext } from '../dialer-options.ts'
import type { FlowPreparation } from '../flow-runtime/prepare-flows.ts'
import type { Membership } from '../node/membership.ts'
import type { CallKeys, NodeCalls } from '../node/node-calls.ts'
import * as queries from './inbound-calls.queries.ts'
import type { InboundPlace } from './inbound-place.ts'
import type { CallPurpose } from './single-calls.queries.ts'

interface InboundCallsParts {
  membership: Membership
  calls: NodeCalls
  flows: FlowPreparation
  /** Forgets a call that was made ready and has ended. */
  forget(id: string): void
  isDraining(): boolean
}

/** In place of the number of a caller who does not show it. */
export const ANONYMOUS = 'anonymous'
const MINUTE_MS = 60_000
const MAX_CALLERS = 10_000

export function createInboundCalls(node: NodeContext, parts: InboundCallsParts) {
  const { db, clock, log, watch, findInboundPlace } = node
  const { membership, calls, flows, forget, isDraining } = parts
  /** By id; tracked: it is among the calls of this node until its end. */
  const known = new Map<string, { trunkId: string; isTracked: boolean }>()
  /** When the latest calls of each number came. */
  const latest = createLatestEntries<string, number[]>(MAX_CALLERS)

  function countOf(trunkId: string): number {
    for (const [id, { isTracked }] of known) if (isTracked && !calls.live.has(id)) known.delete(id)
    return [...known.values()].filter((call) => call.trunkId === trunkId).length
  }

  function isTooOften({ caller, callsPerCaller }: InboundPlace): boolean {
    if (!caller) return false
    const nowMs = clock.elapsedMs()
    const times = (latest.get(caller.key) ?? []).filter((atMs) => nowMs - atMs < MINUTE_MS)
    if (times.length >= callsPerCaller) return true
    latest.set(caller.key, [...times, nowMs])
    return false
  }

  /**
   * Writes the call, so that it is on record. Its key is the number, unless that has a live call: because we are ringing it, or because
   * several people call from it. Then the key has the id of the call as well.
   */
  async function write(
    { id, trunkId }: InboundCall,
    { caller = { text: ANONYMOUS, key: ANONYMOUS }, ...place }: InboundPlace,
    flowId: string,
    purpose: CallPurpose,
  ): Promise<CallKeys> {
    const keys = { id, phoneNumber: caller.text, ...withoutTask(id) }
    const ownKey = `${caller.key}*${id}`
    const phoneKey = await db.transaction(async (tx) => {
      // No claim runs meanwhile, so none has found the number free.
      await lockDialer(tx, [])
      for (const key of caller.key === ANONYMOUS ? [ownKey] : [caller.key, ownKey]) {
        const values = [key, id, membership.nodeId(), caller.text, clock.now(), flowId, purpose]
        const written = await queries.insertInboundCall.run(tx, [...values, trunkId, place.callerId])
        if (written > 0) return key
      }
      throw new Error('the call is known already')
    })
    return { ...keys, phoneKey }
  }

  async function answer(offered: InboundCall, place: InboundPlace): Promise<void> {
    const { caller, flowId, unknownFlowId } = place
    const contact = caller && (await queries.findCalledContact.first(db, [caller.key]))
    const unknownFlow = unknownFlowId ?? flowId
    const first = contact ? flowId : unknownFlow
    const purpose: CallPurpose = {
      purpose: 'inbound',
      fields: contact?.fields ?? {},
      actor: 'caller',
      ...(contact && { taskId: contact.task_id, contactId: contact.contact_id }),
    }
    const call = await write(offered, place, first, purpose)
    calls.track(call, 'answered')
    known.set(call.id, { trunkId: offered.trunkId, isTracked: true })
    watch.got(call, 'called_in')
    if (!offered.take()) {
      calls.end(call.id, { cause: 'no_answer', talkMs: 0 })
      return
    }
    log.info({ call: call.id, trunk: place.trunkName, isKnown: contact !== undefined }, 'somebody calls in')
    const prepare = (id: string) =>
      flows.prepare({
        ...call,
        taskId: contact?.task_id ?? call.id,
        contactId: contact?.contact_id ?? call.id,
        isSingle: true,
        isByRecipient: false,
        flowId: id,
        fields: purpose.fields,
      })
    try {
      await prepare(first).catch(async (error) => {
        if (first === unknownFlow) throw error
        log.warn(
          { err: error, call: call.id, trunk: place.trunkName },
          'the flow for callers cannot speak; the caller hears the one for unknown callers',
        )
        await prepare(unknownFlow)
        await queries.changeFlow(db, [call.phoneKey, call.id, unknownFlow])
      })
      if (calls.live.has(call.id)) await offered.answer()
      else forget(call.id)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      log.warn(
        { err: error, call: call.id, trunk: place.trunkName },
        'a caller cannot be answered; the call is refused with 503',
      )
      offered.refuse('unavailable')
      calls.release(call.id, { pauseMs: 0, refusal: null, why })
    }
  }

  return {
    async hear(offered: InboundCall): Promise<void> {
      const { id, trunkId } = offered
      const place = findInboundPlace(offered)
      if (!place) {
        offered.refuse('no_such_number')
        return
      }
      if (isDraining() || membership.nodeId() === '') {
        offered.refuse('unavailable')
        return
      }
      if (countOf(trunkId) >= place.maxCalls || isTooOften(place)) {
        log.warn({ trunk: place.trunkName }, 'too many people call in at once; a call is refused as busy')
        offered.refuse('busy')
        return
      }
      known.set(id, { trunkId, isTracked: false })
      try {
        await answer(offered, place)
      } catch (error) {
        known.delete(id)
        log.warn({ err: error, trunk: place.trunkName }, 'a call from outside could not be taken')
        offered.refuse('unavailable')
      }
    },
  }
}
