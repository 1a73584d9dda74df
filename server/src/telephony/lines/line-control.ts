// What answered calls can be told to do, by the switch that has the call.

import type { CallControl } from '../../conversations/answered-call.ts'
import { ALL_ABILITIES } from '../../conversations/flows/flow.ts'
import { createLatestEntries } from '../../platform/kernel/latest-entries.ts'
import type { Switch } from '../switch.ts'

interface LineControlOptions {
  /** Which switch has the call. */
  switchOf(attemptId: string): Switch | undefined
  /** All that may have a recording, the most likely first. */
  switches(): Switch[]
}

const MAX_REMEMBERED = 10_000

export function createLineControl({ switchOf, switches }: LineControlOptions): CallControl {
  const recordedBy = createLatestEntries<string, Switch>(MAX_REMEMBERED)
  const controls = () => switches().flatMap(({ control }) => (control ? [control] : []))

  function controlOf({ control }: Switch): CallControl {
    if (!control) throw new Error('this gateway cannot control calls')
    return control
  }

  /** Undefined: the call has ended, and commands do nothing. */
  function find(attemptId: string): CallControl | undefined {
    const on = switchOf(attemptId)
    return on && controlOf(on)
  }

  function require(attemptId: string): CallControl {
    const control = find(attemptId)
    if (!control) throw new Error('the call has ended')
    return control
  }

  /** The one that has made it; the others are asked too if that does not work. */
  function holders(recordingId: string): CallControl[] {
    const known = recordedBy.get(recordingId)?.control
    return known ? [known, ...controls().filter((control) => control !== known)] : controls()
  }

  return {
    get abilities() {
      const [first, ...others] = controls().map(({ abilities }) => abilities)
      if (!first) return ALL_ABILITIES
      return new Set([...first].filter((ability) => others.every((each) => each.has(ability))))
    },

    has(attemptId) {
      const on = switchOf(attemptId)
      if (!on) return true
      return on.control?.has(attemptId) ?? false
    },

    play: async (attemptId, playId, sounds) => find(attemptId)?.play(attemptId, playId, sounds),
    stopPlaying: async (attemptId, playId) => find(attemptId)?.stopPlaying(attemptId, playId),

    async record(attemptId, recording) {
      const on = switchOf(attemptId)
      if (!on) return
      recordedBy.set(recording.id, on)
      await controlOf(on).record(attemptId, recording)
    },

    stopRecording: async (attemptId, recordingId) => find(attemptId)?.stopRecording(attemptId, recordingId),

    async readRecording(recordingId) {
      const failures: unknown[] = []
      for (const control of holders(recordingId)) {
        const content = await control.readRecording(recordingId).catch((error: unknown) => {
          failures.push(error)
          return undefined
        })
        if (content) return content
      }
      if (failures.length > 0) throw failures[0]
      return undefined
    },

    /** Each is asked, also if one of them fails; the removal is then tried again. */
    async removeRecording(recordingId) {
      const results = await Promise.allSettled(
        holders(recordingId).map((control) => control.removeRecording(recordingId)),
      )
      for (const result of results) if (result.status === 'rejected') throw result.reason
    },

    transfer: async (attemptId, transfer) => find(attemptId)?.transfer(attemptId, transfer),
    sendKeys: async (attemptId, keys) => find(attemptId)?.sendKeys(attemptId, keys),
    openMedia: async (attemptId) => require(attemptId).openMedia(attemptId),
    listen: async (attemptId) => require(attemptId).listen(attemptId),
    overhear: async (attemptId, notice) => require(attemptId).overhear(attemptId, notice),
    resume: async (attemptId, playId) => require(attemptId).resume(attemptId, playId),
  }
}
