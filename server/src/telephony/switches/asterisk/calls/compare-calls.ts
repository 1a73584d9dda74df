// Compares the live calls with Asterisk's channels, when events may have been missed: the socket was lost, or another node had the call. A call
// without a channel ended unobserved: it was answered if we saw the answer, otherwise it is lost.
import type { Clock } from '../../../../platform/kernel/clock.ts'
import type { createAriChannels } from '../ari/ari-channels.ts'
import { type Channel, endpointOf } from '../ari/ari-events.ts'
import type { LinkSession } from '../ari/asterisk-link.ts'
import type { AsteriskLines } from '../asterisk-lines.ts'
import type { CallFollower } from './follow-calls.ts'
import type { LiveCall, LiveCalls } from './live-calls.ts'

interface CallComparisonOptions {
  calls: LiveCalls
  lines: Pick<AsteriskLines, 'shared' | 'at'>
  follower: CallFollower
  channels: Pick<ReturnType<typeof createAriChannels>, 'list' | 'remove'>
  /** The application whose events we receive. */
  app(): string
  linkFault(): string | undefined
  /** How long the last event of a call may take to arrive. */
  eventDelayMs: number
  clock: Clock
}

export type CallComparison = ReturnType<typeof createCallComparison>

export function createCallComparison(options: CallComparisonOptions) {
  const { calls, lines, follower, channels, app, linkFault, eventDelayMs, clock } = options

  function throwIfDown(): void {
    const reason = linkFault()
    if (reason !== undefined) throw new Error(reason)
  }

  /** Of calls whose events may have been missed. Rejects if Asterisk cannot be asked. */
  async function compare(unsure: LiveCall[]): Promise<void> {
    if (unsure.length === 0) return
    const found = await channels.list()
    for (const call of unsure) {
      if (found.has(call.id)) await follower.find(call, found, app())
    }
    const isMissing = (call: LiveCall) => !found.has(call.id) && calls.get(call.id) === call
    // Their last events may still arrive.
    if (unsure.some(isMissing)) await new Promise((resolve) => setTimeout(resolve, eventDelayMs))
    throwIfDown()
    for (const call of unsure.filter(isMissing)) follower.endUnseen(call, clock.elapsedMs())
  }

  return {
    compare,
    throwIfDown,

    /** The socket is open again. `lostMs`: since when events were missed. Returns those that were compared; undefined: it was lost once more. */
    async afterGap({ app, isCurrent }: LinkSession, lostMs: number): Promise<Set<LiveCall> | undefined> {
      const known = new Set(calls.all().filter((call) => !call.isBeingPlaced))
      const found = await channels.list()
      for (const call of known) {
        if (!isCurrent()) return undefined
        call.hasGap = true
        if (found.has(call.id)) await follower.find(call, found, app)
        else follower.endUnseen(call, lostMs)
      }
      for (const id of found.keys()) if (calls.wasGivenUp(id)) channels.remove(id)
      return known
    },

    /** Placed by another node; this node takes it over. */
    takeOver(attemptId: string, found: ReadonlyMap<string, Channel>): void {
      const call = calls.of(attemptId)
      if (call) call.isOurs = true
      const channel = found.get(attemptId)
      const line = channel && (lines.shared ?? lines.at(endpointOf(channel)))
      if (!call && line && !calls.isKnown(attemptId)) calls.add({ attemptId, line, isBeingPlaced: false })
    },
  }
}
