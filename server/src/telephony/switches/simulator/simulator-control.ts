// Implements the gateway's `control` for simulated calls.
import type { CallControl } from '../../../conversations/answered-call.ts'
import { ALL_ABILITIES } from '../../../conversations/flows/flow.ts'
import type { SimulatedCall } from './simulated-call.ts'
import type { SimulatedRecordings } from './simulated-recordings.ts'

interface ControlOptions {
  /** The answered call; null while it rings, undefined if there is none any more. */
  find(attemptId: string): SimulatedCall | null | undefined
  /** Throws while the network is down. */
  requireUp(): void
  recordings: SimulatedRecordings
}

export function createSimulatorControl({ find, requireUp, recordings }: ControlOptions): CallControl {
  function answered(attemptId: string): SimulatedCall | undefined {
    requireUp()
    const call = find(attemptId)
    if (call === null) throw new Error(`call ${attemptId} is not answered yet`)
    return call
  }

  return {
    abilities: ALL_ABILITIES,
    has: () => true,
    async play(attemptId, playId, sounds) {
      answered(attemptId)?.play(playId, sounds)
    },
    async stopPlaying(attemptId, playId) {
      answered(attemptId)?.stopPlaying(playId)
    },
    async record(attemptId, recording) {
      answered(attemptId)?.record(recording)
    },
    async stopRecording(attemptId, recordingId) {
      answered(attemptId)?.stopRecording(recordingId)
    },
    async readRecording(recordingId) {
      requireUp()
      return recordings.read(recordingId)
    },
    async removeRecording(recordingId) {
      requireUp()
      recordings.remove(recordingId)
    },
    async transfer(attemptId, transfer) {
      answered(attemptId)?.transfer(transfer)
    },
    async sendKeys(attemptId, keys) {
      answered(attemptId)?.sendKeys(keys)
    },
    async openMedia(attemptId) {
      const call = answered(attemptId)
      if (!call) throw new Error(`call ${attemptId} has ended`)
      return call.openMedia()
    },
    // A simulated callee makes no sound.
    listen: async () => undefined,
    overhear: async () => undefined,
    async resume(attemptId, playId) {
      requireUp()
      const call = find(attemptId)
      if (call === undefined) throw new Error(`call ${attemptId} has ended`)
      if (call === null) return 'ringing'
      return call.isPlaying(playId) ? 'playing' : 'waiting'
    },
  }
}
