// Messages that voice agents send by HTTP request are written at most once a second for each call. Those that arrive in between are
// merged into one, which is written when the second is over.

import type { SetTimer } from '../../platform/kernel/wake-signal.ts'
import type { AgentWord } from '../flows/flow-state.ts'

const WRITE_EVERY_MS = 1000

interface Turn {
  /** Resolves when the second is over. */
  over: Promise<void>
  next?: { word: AgentWord; done: Promise<void> }
}

export function createWordTurns(
  setTimer: SetTimer,
  write: (id: string, callId: string, word: AgentWord) => Promise<void>,
  /** Throws if it is too much. */
  check: (word: AgentWord) => void,
) {
  /** Of calls about which something was written in the last second. */
  const turns = new Map<string, Turn>()

  function begin(id: string, callId: string, word: AgentWord): Promise<void> {
    const over = new Promise<void>((resolve) => setTimer(resolve, WRITE_EVERY_MS))
    turns.set(callId, { over })
    over.then(() => turns.delete(callId))
    return write(id, callId, word)
  }

  return {
    /** Resolves when the word counts. `id`: of its row; words that are merged are written into the row of the first. */
    take(id: string, callId: string, word: AgentWord): Promise<void> {
      const turn = turns.get(callId)
      if (!turn) return begin(id, callId, word)
      if (turn.next) {
        const merged = mergeWords(turn.next.word, word)
        check(merged)
        turn.next.word = merged
        return turn.next.done
      }
      const next: Required<Turn>['next'] = { word, done: turn.over.then(() => begin(id, callId, next.word)) }
      turn.next = next
      return next.done
    },
  }
}

function mergeWords(earlier: AgentWord, later: AgentWord): AgentWord {
  const fields = { ...earlier.fields, ...later.fields }
  const commands = [...(earlier.commands ?? []), ...(later.commands ?? [])]
  return {
    ...earlier,
    ...later,
    ...(Object.keys(fields).length > 0 && { fields }),
    ...(commands.length > 0 && { commands }),
  }
}
