// How calls of other nodes ended. FreeSWITCH tells every node of every call and forgets each with its end: so this one
// remembers for a while, in case their node is gone and somebody has to know.
import type { CallEnd } from '../../dialer/gateway.ts'
import { createLatestEntries } from '../../kernel/latest-entries.ts'
import { judgeEnd } from './call-end.ts'
import type { ChannelEvent } from './channel-events.ts'

export interface OtherCalls {
  hear(event: ChannelEvent): void
  endOf(id: string): CallEnd | undefined
}

const REMEMBERED = 50_000

export function createOtherCalls(): OtherCalls {
  const ends = createLatestEntries<string, CallEnd>(REMEMBERED)
  return {
    hear(event) {
      if (event.type !== 'ended' || !event.isOurs) return
      const { cause, sipStatus, response, hasRung, talkMs } = event
      const trail = { hasRung, isAnswered: talkMs !== undefined, isHungUp: false }
      const verdict = judgeEnd(trail, { cause, sipStatus, response, talkMs: Math.round(talkMs ?? 0) })
      // Whether the trunk was to blame was for its own node to say.
      ends.set(event.id, verdict.kind === 'refused' ? { cause: 'network_error', talkMs: 0 } : verdict.end)
    },
    endOf: (id) => ends.get(id),
  }
}
