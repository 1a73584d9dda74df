// Stores what voice agents tell about their conversations over their connections: at once, and then at most once a second for each call,
// because an agent may send each word by itself. What could not be stored is tried again; the call does not wait for it.

import type { Log } from '../../platform/kernel/log/log.ts'
import type { SetTimer } from '../../platform/kernel/wake-signal.ts'
import type { AgentPace, ConversationPart } from '../transcripts/conversation.ts'
import type { ToldCall } from '../transcripts/conversations.service.ts'

const WRITE_EVERY_MS = 1000
/** A database that is away for longer costs the transcript, not the memory of this node. */
const MAX_TRIES = 60

interface KeeperOptions {
  /** False: there is no room for it. */
  tell(call: ToldCall, part: ConversationPart): Promise<boolean>
  log: Log
  setTimer: SetTimer
}

/** A call about which something was written in the last second, or is being written. */
interface Turn {
  call: ToldCall
  next: ConversationPart | undefined
  tries: number
  done: Promise<void>
  cancel?: () => void
}

export type ConversationKeeper = ReturnType<typeof createConversationKeeper>

export function createConversationKeeper({ tell, log, setTimer }: KeeperOptions) {
  const turns = new Map<string, Turn>()

  async function write(turn: Turn, part: ConversationPart): Promise<void> {
    const { call } = turn
    const { lines, ...rest } = part
    try {
      if (!(await tell(call, part))) {
        log.warn({ call: call.id }, 'a voice agent tells more about its call than is kept; it is ignored')
        if (lines) await tell(call, rest)
      }
      turn.tries = 0
    } catch (error) {
      turn.tries += 1
      const isLast = turn.tries > MAX_TRIES
      if (!isLast) turn.next = mergeParts(part, turn.next ?? {})
      log.warn(
        { err: error, call: call.id },
        `what a voice agent told could not be stored; ${isLast ? 'it is dropped' : 'trying again'}`,
      )
    }
    turn.cancel = setTimer(() => take(turn), WRITE_EVERY_MS)
  }

  function take(turn: Turn): void {
    const { next } = turn
    turn.next = undefined
    if (next) turn.done = write(turn, next)
    else turns.delete(turn.call.id)
  }

  return {
    keep(call: ToldCall, part: ConversationPart): void {
      const known = turns.get(call.id)
      if (known) {
        known.next = mergeParts(known.next ?? {}, part)
        return
      }
      const turn: Turn = { call, next: part, tries: 0, done: Promise.resolve() }
      turns.set(call.id, turn)
      take(turn)
    },

    /** Resolves when all that was told is stored, or cannot be. */
    async close(): Promise<void> {
      for (const turn of [...turns.values()]) {
        await turn.done
        turn.cancel?.()
        take(turn)
        await turn.done
        turn.cancel?.()
      }
    },
  }
}

export function mergeParts(earlier: ConversationPart, later: ConversationPart): ConversationPart {
  const lines = [...(earlier.lines ?? []), ...(later.lines ?? [])]
  return {
    ...earlier,
    ...later,
    ...(lines.length > 0 && { lines }),
    ...((earlier.pace || later.pace) && { pace: addPaces(earlier.pace, later.pace) }),
    ...((earlier.costs || later.costs) && { costs: { ...earlier.costs, ...later.costs } }),
  }
}

/** A flow may connect a call with several agents, one after the other. */
function addPaces(one: AgentPace = NO_PACE, other: AgentPace = NO_PACE): AgentPace {
  return {
    turns: [...one.turns, ...other.turns],
    talkedOver: one.talkedOver + other.talkedOver,
    silences: one.silences + other.silences,
  }
}

const NO_PACE: AgentPace = { turns: [], talkedOver: 0, silences: 0 }
