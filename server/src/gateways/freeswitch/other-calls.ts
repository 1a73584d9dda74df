// Remembers how calls of other nodes ended. FreeSWITCH reports every call to every node and forgets it when it ends. If the
// node of a call dies, the node that takes over needs to know.
import type { CallEnd } from '../../dialer/gateway.ts'
import { createLatestEntries } from '../../kernel/latest-entries.ts'
import { judgeEnd } from './call-end.ts'
import type { ChannelEvent } from './channel-events.ts'

export interface OtherCalls {
  applyEvent(event: ChannelEvent): void
  endOf(id: string): CallEnd | undefined
}

const REMEMBERED = 50_000

export function createOtherCalls(): OtherCalls {
  const ends = createLatestEntries<string, CallEnd>(REMEMBERED)
  return {
    applyEvent(event) {
      if (event.type !== 'ended' || !event.isOurs) return
      const { cause, sipStatus, response, hasRung, talkMs } = event
      const trail = { hasRung, isAnswered: talkMs !== undefined, isHungUp: false }
      const verdict = judgeEnd(trail, { cause, sipStatus, response, talkMs: Math.round(talkMs ?? 0) })
      // Only the call's own node could judge whether the trunk was at fault.
      ends.set(event.id, verdict.kind === 'refused' ? { cause: 'network_error', talkMs: 0 } : verdict.end)
    },
    endOf: (id) => ends.get(id),
  }
}
