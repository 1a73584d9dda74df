// The answered calls of the network that follow a flow: simulated callees who hear, talk and press keys, and a ledger of it.
// Commands go through a gateway that can refuse them.

import type { CallControl, ControlEvent, Recording } from '../../src/conversations/answered-call.ts'
import type { GatewayEvent } from '../../src/telephony/gateway.ts'
import { GatewayFault } from '../../src/telephony/refusals.ts'
import {
  createSimulatedCall,
  type SimulatedCall,
} from '../../src/telephony/switches/simulator/simulated-call.ts'
import { createSimulatedRecordings } from '../../src/telephony/switches/simulator/simulated-recordings.ts'
import type { SimulatorSettings } from '../../src/telephony/switches/simulator/simulator-settings.ts'
import { type Actor, forever } from './actor.ts'
import type { LedgerCall } from './phone-network.ts'
import type { VirtualTime } from './virtual-time.ts'

/** What a callee was told to hear. */
export interface HeardSound {
  playId: string
  text: string
  atMs: number
  lengthMs: number
}

/** The course of a call that follows a flow, as the far end knows it. */
export interface CallStory {
  heard: HeardSound[]
  /** When keys came to the dialer, and which. */
  keys: { atMs: number; key: string }[]
  recorded: string[]
  /** How often another node took it over. */
  takenOver: number
  /** How often a command was refused, or what it would play was missing. */
  failures: number
}

export interface CalleeCourse {
  settings: SimulatorSettings
  random(): number
}

interface ControlledCallsOptions {
  time: VirtualTime
  find(attemptId: string): LedgerCall | undefined
  isLive(call: LedgerCall): boolean
  tell(actor: Actor, event: GatewayEvent, onTold?: () => void): void
  hangUp(call: LedgerCall): void
  command(actor: Actor): { fate: 'done' | 'error'; delayMs: number }
  downReason(actor: Actor): string | null
  onTrace(who: string, what: string): void
}

export function createControlledCalls(options: ControlledCallsOptions) {
  const { time, find, isLive, onTrace } = options
  const calls = new Map<LedgerCall, SimulatedCall>()
  const controllers = new Map<LedgerCall, Actor>()
  const recordings = createSimulatedRecordings()

  function tellOf(call: LedgerCall, event: ControlEvent): void {
    const actor = controllers.get(call)
    const keys = call.story?.keys
    if (!actor) return
    options.tell(actor, event, () => {
      if (event.type === 'key') keys?.push({ atMs: time.nowMs(), key: event.key })
    })
  }

  /** Sends a command on its way; what has been sent does not depend on the sender any more. */
  async function command<Result>(
    actor: Actor,
    attemptId: string,
    what: string,
    run: (call: SimulatedCall | undefined, ledgerCall: LedgerCall) => Result,
  ): Promise<Result> {
    if (!actor.isAlive()) return forever()
    const { fate, delayMs } = options.command(actor)
    await time.sleep(delayMs)
    const call = find(attemptId)
    if (!call) throw new Error(`there is no call ${attemptId}`)
    const reason = options.downReason(actor) ?? (fate === 'error' ? 'the gateway does not do that' : null)
    onTrace(actor.name, `${what} of ${attemptId}${reason === null ? '' : `: ${reason}`}`)
    if (reason !== null) {
      if (call.story) call.story.failures += 1
      await actor.sleep(delayMs)
      throw new GatewayFault(reason)
    }
    const result = run(isLive(call) ? calls.get(call) : undefined, call)
    await actor.sleep(delayMs)
    return result
  }

  return {
    /** The call is answered by a callee. */
    pickUp(call: LedgerCall, actor: Actor, { settings, random }: CalleeCourse): void {
      const { attemptId, flow } = call
      if (!flow) return
      call.story = { heard: [], keys: [], recorded: [], takenOver: 0, failures: 0 }
      controllers.set(call, actor)
      const simulated = createSimulatedCall({
        attemptId,
        flow,
        settings,
        random,
        elapsedMs: time.nowMs,
        later: (delayMs, run) =>
          void time.after(delayMs, () => {
            if (isLive(call)) run()
          }),
        emit: (event) => tellOf(call, event),
        onHappened: (what) => onTrace('callee', `${attemptId} ${JSON.stringify(what)}`),
        recordings,
        hangUp: () => options.hangUp(call),
      })
      calls.set(call, simulated)
      simulated.pickUp()
    },

    end(call: LedgerCall): void {
      calls.get(call)?.end()
      calls.delete(call)
    },

    /** The process that hears of the call now. */
    controllerOf: (call: LedgerCall) => controllers.get(call),

    hangUp: (actor: Actor, attemptId: string) =>
      command(actor, attemptId, 'hang-up', (_live, call) => options.hangUp(call)),

    controlFor(actor: Actor): CallControl {
      return {
        abilities: new Set(['play', 'keys', 'detect', 'record', 'transfer', 'stream']),
        async play(attemptId, playId, sounds) {
          const lengthMs = sounds.reduce((sum, { durationMs }) => sum + durationMs, 0)
          const text = sounds.map(({ url }) => url).join(' ')
          await command(actor, attemptId, `play ${playId} (${text})`, (live, call) => {
            if (live) call.story?.heard.push({ playId, text, atMs: time.nowMs(), lengthMs })
            live?.play(playId, sounds)
          })
        },
        stopPlaying: (attemptId, playId) =>
          command(actor, attemptId, `stop ${playId}`, (live) => live?.stopPlaying(playId)),
        record: (attemptId, recording: Recording) =>
          command(actor, attemptId, `record ${recording.what}`, (live, call) => {
            if (live) call.story?.recorded.push(recording.id)
            live?.record(recording)
          }),
        stopRecording: (attemptId, recordingId) =>
          command(actor, attemptId, 'stop recording', (live) => live?.stopRecording(recordingId)),
        readRecording: async (recordingId) => recordings.read(recordingId),
        removeRecording: async (recordingId) => recordings.remove(recordingId),
        transfer: (attemptId, transfer) =>
          command(actor, attemptId, `transfer to ${transfer.to}`, (live) => live?.transfer(transfer)),
        sendKeys: (attemptId, keys) =>
          command(actor, attemptId, `keys ${keys}`, (live) => live?.sendKeys(keys)),
        openMedia: (attemptId) =>
          command(actor, attemptId, 'open media', (live) => {
            if (!live) throw new Error('the call has ended')
            return live.openMedia()
          }),
        has: () => true,
        listen: async () => undefined,
        overhear: async () => undefined,
        resume: (attemptId, playId) =>
          command(actor, attemptId, `resume ${playId}`, (live, call) => {
            if (!isLive(call)) throw new Error('the call has ended')
            if (!live) return 'ringing'
            if (call.story && controllers.get(call) !== actor) call.story.takenOver += 1
            controllers.set(call, actor)
            return live.isPlaying(playId) ? 'playing' : 'waiting'
          }),
      }
    },
  }
}
