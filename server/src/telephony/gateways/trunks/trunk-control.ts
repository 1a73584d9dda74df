// What answered calls can be told to do, passed on to the gateway that has the call.

import type { CallControl } from '../../../conversations/answered-call.ts'
import { ALL_ABILITIES } from '../../../conversations/flows/flow.ts'
import { createLatestEntries } from '../../../platform/kernel/latest-entries.ts'
import type { Gateway } from '../../gateway.ts'

interface TrunkControlOptions {
  /** Which gateway has the call, and under which id. */
  find(attemptId: string): { gateway: Gateway; id: string } | undefined
  /** All that may have a recording, the most likely first. */
  gateways(): Gateway[]
}

const MAX_REMEMBERED = 10_000

export function createTrunkControl({ find, gateways }: TrunkControlOptions): CallControl {
  const recordedBy = createLatestEntries<string, Gateway>(MAX_REMEMBERED)

  function controlOf(gateway: Gateway): CallControl {
    if (!gateway.control) throw new Error('this gateway cannot control calls')
    return gateway.control
  }

  /** Does nothing with a call that has ended. */
  async function tell(
    attemptId: string,
    command: (control: CallControl, id: string) => Promise<void>,
  ): Promise<void> {
    const found = find(attemptId)
    if (found) await command(controlOf(found.gateway), found.id)
  }

  function require(attemptId: string) {
    const found = find(attemptId)
    if (!found) throw new Error('the call has ended')
    return { control: controlOf(found.gateway), id: found.id }
  }

  function holders(recordingId: string): CallControl[] {
    const known = recordedBy.get(recordingId)
    return (known ? [known] : gateways()).flatMap(({ control }) => (control ? [control] : []))
  }

  return {
    get abilities() {
      const [first, ...others] = gateways().flatMap(({ control }) => (control ? [control.abilities] : []))
      if (!first) return ALL_ABILITIES
      return new Set([...first].filter((ability) => others.every((each) => each.has(ability))))
    },

    has(attemptId) {
      const found = find(attemptId)
      if (!found) return true
      const { control } = found.gateway
      return control !== undefined && control.has?.(found.id) !== false
    },

    play: (attemptId, playId, sounds) => tell(attemptId, (control, id) => control.play(id, playId, sounds)),
    stopPlaying: (attemptId, playId) => tell(attemptId, (control, id) => control.stopPlaying(id, playId)),

    async record(attemptId, recording) {
      const found = find(attemptId)
      if (found) recordedBy.set(recording.id, found.gateway)
      await tell(attemptId, (control, id) => control.record(id, recording))
    },

    stopRecording: (attemptId, recordingId) =>
      tell(attemptId, (control, id) => control.stopRecording(id, recordingId)),

    async readRecording(recordingId) {
      let failure: unknown
      for (const control of holders(recordingId)) {
        try {
          const content = await control.readRecording(recordingId)
          if (content) return content
        } catch (error) {
          failure = error
        }
      }
      if (failure !== undefined) throw failure
      return undefined
    },

    async removeRecording(recordingId) {
      for (const control of holders(recordingId)) await control.removeRecording(recordingId)
    },

    transfer: (attemptId, transfer) => tell(attemptId, (control, id) => control.transfer(id, transfer)),

    sendKeys: (attemptId, keys) => tell(attemptId, (control, id) => control.sendKeys(id, keys)),

    async openMedia(attemptId) {
      const { control, id } = require(attemptId)
      return control.openMedia(id)
    },

    async listen(attemptId) {
      const { control, id } = require(attemptId)
      return control.listen?.(id)
    },

    async overhear(attemptId, notice) {
      const { control, id } = require(attemptId)
      if (!control.overhear) throw new Error('this gateway gives no audio')
      return control.overhear(id, notice)
    },

    async resume(attemptId, playId) {
      const { control, id } = require(attemptId)
      return control.resume(id, playId)
    },
  }
}
