// Gets the sentences of calls ready in time. A call whose sentences are not ready gives its line back at once; they are made meanwhile,
// and its task gets lines again when they are ready (task-pace.ts). The look-ahead makes most sentences in advance and pauses tasks whose
// sentences cannot be made. But a sentence that contains a result of the call is made during the call, and a provider may fail after
// the look-ahead. So a task whose calls cannot speak is paused here too: otherwise people would answer and hear silence.

import type { Sound } from '../../../conversations/answered-call.ts'
import { type FlowParts, SpeechFailed } from '../../../conversations/flow-parts.ts'
import type { SoundPart } from '../../../conversations/flows/flow-state.ts'
import { NotAllowed } from '../../../platform/kernel/errors.ts'
import { isOwnPhoneKey } from '../../../platform/kernel/phone/own-phone-key.ts'
import type { NodeContext } from '../dialer-options.ts'
import type { TaskPace } from '../health/task-pace.ts'
import { retry } from '../retry.ts'

interface SpeakingCall {
  id: string
  taskId: string
  phoneKey?: string
  /** It belongs to no run of its task. */
  isSingle?: boolean
  isSimulated?: boolean
}

interface Failures {
  count: number
  sinceMs: number
}

export type FlowSpeech = ReturnType<typeof createFlowSpeech>

/** A provider of speech that takes longer than this during a call has failed. */
export const READY_WITHIN_MS = 10_000
/** A call already has a line while its sentences are prepared, so it waits for them only this long. */
export const READY_SOON_MS = 800
/** Before it is called, a short failure of the provider only makes the contact wait. */
const FAILURES_TO_PAUSE = 3
const FAILING_MS_TO_PAUSE = 5000

export class NotReadyInTime extends SpeechFailed {
  override name = 'NotReadyInTime'
}

export function createFlowSpeech({ clock, log, setTimer }: NodeContext, flow: FlowParts, pace: TaskPace) {
  /** Of tasks whose last call could not be made ready. */
  const failures = new Map<string, Failures>()

  async function within(limitMs: number, sounds: Promise<Sound[]>): Promise<Sound[]> {
    let callOff = () => {}
    const limit = new Promise<never>((_, reject) => {
      callOff = setTimer(() => reject(new NotReadyInTime('what the call says is not ready in time')), limitMs)
    })
    try {
      return await Promise.race([sounds, limit])
    } finally {
      callOff()
    }
  }

  function pause({ taskId }: SpeakingCall, { message }: Error): void {
    failures.delete(taskId)
    const reason = `what the calls say cannot be made: ${message}`
    const pausing = async () => {
      try {
        await flow.pauseTask(taskId, reason)
        log.warn({ task: taskId, reason }, 'what a task says cannot be made; the task is PAUSED')
      } catch (error) {
        // It does not run any more.
        if (!(error instanceof NotAllowed)) throw error
      }
    }
    retry(pausing, setTimer).catch((error) =>
      log.error({ err: error, task: taskId }, 'a task that cannot speak could not be paused'),
    )
  }

  function noteFailure(call: SpeakingCall, error: Error): void {
    const nowMs = clock.elapsedMs()
    const { count, sinceMs } = failures.get(call.taskId) ?? { count: 0, sinceMs: nowMs }
    failures.set(call.taskId, { count: count + 1, sinceMs })
    if (count + 1 >= FAILURES_TO_PAUSE && nowMs - sinceMs >= FAILING_MS_TO_PAUSE) pause(call, error)
  }

  function readyFor(call: SpeakingCall, parts: readonly SoundPart[]): Promise<Sound[]> {
    const { phoneKey, isSimulated = false } = call
    const isForOwnPhone = phoneKey !== undefined && isOwnPhoneKey(phoneKey)
    return flow.sounds.ready(parts, { isForOwnPhone, isSimulated })
  }

  return {
    /** Before the call is placed. Rejects if it must not be placed now. */
    async beforeCall(call: SpeakingCall, parts: readonly SoundPart[]): Promise<Sound[]> {
      const { id, taskId, isSingle = false } = call
      const askedMs = clock.elapsedMs()
      const asked = readyFor(call, parts)
      if (isSingle) return within(READY_WITHIN_MS, asked)
      const note = (error: unknown) => {
        if (error === undefined) failures.delete(taskId)
        else if (error instanceof SpeechFailed) noteFailure(call, error)
      }
      try {
        const sounds = await within(READY_SOON_MS, asked)
        note(undefined)
        pace.wasReady(taskId)
        return sounds
      } catch (error) {
        if (!(error instanceof NotReadyInTime)) note(error)
        else {
          pace.notReady(taskId, id, askedMs)
          asked
            .then(
              () => undefined,
              (failure: unknown) => failure,
            )
            .then((failure) => {
              note(failure)
              pace.madeReady(taskId, id, failure === undefined)
            })
        }
        throw error
      }
    },

    /** During the call. Somebody hears silence if it fails, so the task is paused at once. */
    async inCall(call: SpeakingCall, parts: readonly SoundPart[]): Promise<Sound[]> {
      try {
        return await within(READY_WITHIN_MS, readyFor(call, parts))
      } catch (error) {
        if (error instanceof SpeechFailed && !call.isSingle) pause(call, error)
        throw error
      }
    },
  }
}
