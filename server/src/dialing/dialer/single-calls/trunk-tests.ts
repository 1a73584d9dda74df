// The call that tests a trunk, on a node that has the trunk. It is on record and has its number and its line like any other, but goes past the gateway: its
// steps are followed one by one, and stored as they end, so that every node can tell how it goes.
import { withoutTask } from '../../../platform/kernel/task-of-call.ts'
import { outcomeSentence } from '../../../platform/words/trunk-tests.ts'
import type { CallRoute } from '../../../telephony/gateway.ts'
import { waitUntil } from '../../../telephony/trunks/test/call-signs.ts'
import { type TestedCall, type TrunkStep, testTrunk } from '../../../telephony/trunks/test/test-trunk.ts'
import type { TrunkProbe } from '../../../telephony/trunks/test/trunk-probe.ts'
import type { Trunk } from '../../../telephony/trunks/trunk.ts'
import type { NodeContext } from '../dialer-options.ts'
import type { Membership } from '../node/membership.ts'
import type { NodeCalls } from '../node/node-calls.ts'
import type { WaitingCall } from './single-calls.queries.ts'
import * as queries from './single-calls.queries.ts'

interface TrunkTestParts {
  membership: Membership
  calls: NodeCalls
}

/** More often than the gateway is asked about a silent call: it does not know this one. */
const ALIVE_EVERY_MS = 5000

export function createNodeTrunkTests(node: NodeContext, { membership, calls }: TrunkTestParts) {
  const { db, clock, log, setTimer, testableTrunks } = node
  const found = ({ request }: WaitingCall) => testableTrunks.find(request.trunkId ?? '')

  /** While it is live, the node is in charge of it. */
  function keepAlive(id: string): () => void {
    let cancel = () => {}
    const beat = () => {
      calls.hear({ type: 'ringing', attemptId: id })
      cancel = setTimer(beat, ALIVE_EVERY_MS)
    }
    beat()
    return () => cancel()
  }

  async function follow(call: WaitingCall, { trunk, probe }: { trunk: Trunk; probe: TrunkProbe }) {
    const { id, phone_key: phoneKey, phone_number: phoneNumber } = call
    const steps: TrunkStep[] = []
    let writing: Promise<unknown> = Promise.resolve()
    const tested = await testTrunk({
      ...{ trunk, phoneNumber, probe, clock, wait: waitUntil, country: testableTrunks.country() },
      otherRegistrar: () => testableTrunks.otherRegistrar(trunk.id),
      onStep(step) {
        steps.push(step)
        const values = [phoneKey, id, membership.nodeId(), JSON.stringify(steps)]
        writing = writing
          .then(() => queries.noteSteps(db, values))
          .catch((error) => log.warn({ err: error, call: id }, 'a step of a trunk test could not be stored'))
      },
    })
    await writing
    finish(id, tested, steps.at(-1))
  }

  function finish(id: string, { wasSent, cause, talkMs, sipStatus }: TestedCall, last?: TrunkStep): void {
    const why = last && outcomeSentence(last.code, last.facts)
    if (!wasSent) calls.release(id, { pauseMs: 0, refusal: null, ...(why !== undefined && { why }) })
    else calls.hear({ type: 'ended', attemptId: id, end: { cause, talkMs, sipStatus } })
  }

  return {
    /** Whether this node can run it. */
    canRun: (call: WaitingCall): boolean => found(call) !== undefined,

    /** It goes out by the trunk that is tested, whatever its condition. */
    routeOf(call: WaitingCall): CallRoute | undefined {
      const trunk = found(call)?.trunk
      return trunk && { trunkId: trunk.id, callerId: trunk.callerIds[0] ?? null }
    },

    run(call: WaitingCall): void {
      const { id, phone_key: phoneKey, phone_number: phoneNumber } = call
      const keys = { id, phoneKey, phoneNumber, ...withoutTask(id) }
      const tested = found(call)
      calls.track(keys, 'answered', tested?.trunk.id)
      node.watch.got(keys, 'asked_for')
      if (!tested) {
        calls.release(id, { pauseMs: 0, refusal: null, why: 'the trunk is gone' })
        return
      }
      const stop = keepAlive(id)
      follow(call, tested)
        .catch((error: unknown) => {
          log.error({ err: error, call: id }, 'the test of a trunk has failed')
          calls.release(id, { pauseMs: 0, refusal: null })
        })
        .finally(stop)
    },
  }
}

/** Whether the call is the test of a trunk. */
export function isTrunkTest({ request }: WaitingCall): boolean {
  return request.steps !== undefined
}
