// Stores what voice agents say about their calls, so that it is not lost with this node: at once, and then at most once a second
// for each call. An agent may send a thousand messages a second; the last one is always stored or settled.

import type { FlowState } from '../../../conversations/flows/flow-state.ts'
import type { NodeContext } from '../dialer-options.ts'
import { type RunningCall, setCallTimer, type WaitingWords } from './running-call.ts'

export const SAVE_EVERY_MS = 1000

export function createWordSaver(
  { clock, setTimer }: Pick<NodeContext, 'clock' | 'setTimer'>,
  /** Resolves with whether the call is still ours. */
  save: (call: RunningCall, state: FlowState) => Promise<boolean>,
) {
  function saveNow(call: RunningCall, { settle }: WaitingWords): void {
    call.saving.words = undefined
    call.saving.savedMs = clock.elapsedMs()
    if (call.state) save(call, call.state).then(settle)
  }

  return {
    saveSoon(call: RunningCall): Promise<boolean> {
      if (call.saving.words) return call.saving.words.done
      let settle: WaitingWords['settle'] = () => undefined
      const done = new Promise<boolean>((resolve) => {
        settle = resolve
      })
      const words = { done, settle }
      const waitMs = call.saving.savedMs + SAVE_EVERY_MS - clock.elapsedMs()
      if (waitMs <= 0) saveNow(call, words)
      else {
        call.saving.words = words
        setCallTimer(setTimer, call, 'save', waitMs, () => saveNow(call, words))
      }
      return done
    },
  }
}
