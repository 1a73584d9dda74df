// The gateway of a node in a world with trunks: the real one, over a gateway of the network for each trunk. The switches know calls by
// ids of their own; the network knows them by those of the attempts.

import type { CallControl } from '../../src/conversations/answered-call.ts'
import type { Clock } from '../../src/platform/kernel/clock.ts'
import type { Gateway } from '../../src/telephony/gateway.ts'
import { switchIdOf } from '../../src/telephony/gateways/trunks/switch-id.ts'
import { createTrunkGateway } from '../../src/telephony/gateways/trunks/trunk-gateway.ts'
import type { Trunk } from '../../src/telephony/trunks/trunk.ts'
import { silentLog } from '../support/silent-log.ts'
import type { Actor } from './actor.ts'
import type { PhoneNetwork } from './phone-network.ts'

interface TrunkNodeOptions {
  trunks: readonly Trunk[]
  network: PhoneNetwork
  clock: Clock
  /** All attempts that were ever claimed. */
  attemptIds(): Iterable<string>
}

export function createTrunkNodes({ trunks, network, clock, attemptIds }: TrunkNodeOptions) {
  const known = new Set<string>()
  const attemptOf = new Map<string, string>()

  function toAttempt(switchId: string): string {
    if (!attemptOf.has(switchId))
      for (const id of attemptIds()) {
        if (known.has(id)) continue
        known.add(id)
        for (const trunk of trunks) attemptOf.set(switchIdOf(id, trunk.id), id)
      }
    return attemptOf.get(switchId) ?? switchId
  }

  function open(actor: Actor, trunk: Trunk): Gateway {
    const inner = network.gatewayFor(actor, trunk)
    return {
      ...inner,
      ...(inner.control && { control: withAttempts(inner.control) }),
      originate: (request) => inner.originate({ ...request, attemptId: toAttempt(request.attemptId) }),
      hangUp: (id) => inner.hangUp(toAttempt(id)),
      async reconcile(ids) {
        const states = await inner.reconcile(ids.map(toAttempt))
        return new Map([...states].map(([id, state]) => [switchIdOf(id, trunk.id), state]))
      },
      listen: (hear) =>
        inner.listen((event) => hear({ ...event, attemptId: switchIdOf(event.attemptId, trunk.id) })),
    }
  }

  function withAttempts(control: CallControl): CallControl {
    return {
      ...control,
      play: (id, ...rest) => control.play(toAttempt(id), ...rest),
      stopPlaying: (id, ...rest) => control.stopPlaying(toAttempt(id), ...rest),
      record: (id, ...rest) => control.record(toAttempt(id), ...rest),
      stopRecording: (id, ...rest) => control.stopRecording(toAttempt(id), ...rest),
      transfer: (id, ...rest) => control.transfer(toAttempt(id), ...rest),
      openMedia: (id) => control.openMedia(toAttempt(id)),
      resume: (id, ...rest) => control.resume(toAttempt(id), ...rest),
    }
  }

  return {
    gatewayFor(actor: Actor): Gateway {
      const gateway = createTrunkGateway({ clock, log: silentLog, open: (trunk) => open(actor, trunk) })
      gateway.apply(trunks)
      return gateway
    },
  }
}
