// Detects when the callee talks. Asterisk measures the sound that it receives. If a phone or carrier sends no packets during
// silence, or only comfort noise, Asterisk never notices the end of the talk, and the callee would look like a machine.
// So while the callee talks, Asterisk is asked how many packets have arrived. If hardly any arrive, the talk is over;
// when they arrive again, the callee talks again.
import type { ControlEvent } from '../../../../conversations/answered-call.ts'
import { TALK_ENDS_AFTER_MS } from '../../../../conversations/flows/run/detect-answer.ts'
import type { Clock } from '../../../../platform/kernel/clock.ts'
import type { SetTimer } from '../../../../platform/kernel/wake-signal.ts'
import type { AriClient } from '../ari/ari-client.ts'

interface TalkWatchOptions {
  ari: Pick<AriClient, 'send'>
  report(event: ControlEvent): void
  clock: Clock
  setTimer: SetTimer
}

interface Watched {
  /** As it was last reported. */
  isTalking: boolean
  /** Packets came again after a talk that was over. */
  isAgain: boolean
  startedMs: number
  /** Until when packets are counted. */
  untilMs: number
  /** How many packets had come, and when: those of the last moments. */
  samples: { atMs: number; packets: number }[]
  cancel: () => void
}

const ASK_EVERY_MS = 200
/** Voice is at least 16 packets a second, comfort noise a few. */
const MIN_PACKETS = 8
/** Who answered, and when a machine has finished, is decided early in a call. */
const WATCH_FOR_MS = 30_000

export function createTalkWatch({ ari, report, clock, setTimer }: TalkWatchOptions) {
  const watched = new Map<string, Watched>()

  function tell(attemptId: string, isTalking: boolean, talkMs: number): void {
    report({ type: 'talk', attemptId, isTalking, talkMs })
  }

  function askLater(callId: string, call: Watched): void {
    call.cancel = setTimer(() => {
      if (watched.get(callId) !== call || clock.elapsedMs() > call.untilMs) return
      countPackets(ari, callId).then(
        (packets) => {
          if (watched.get(callId) !== call || packets === undefined) return
          look(callId, call, packets)
          askLater(callId, call)
        },
        () => undefined,
      )
    }, ASK_EVERY_MS)
  }

  function look(callId: string, call: Watched, packets: number): void {
    const nowMs = clock.elapsedMs()
    call.samples.push({ atMs: nowMs, packets })
    // The newest sample that is old enough is where the last moments begin.
    while ((call.samples[1]?.atMs ?? nowMs) <= nowMs - TALK_ENDS_AFTER_MS) call.samples.shift()
    const [first] = call.samples
    if (!first) return
    if (!call.isTalking) {
      const latest = call.samples.at(-3) ?? first
      if (packets - latest.packets < MIN_PACKETS) return
      call.isTalking = true
      call.isAgain = true
      call.startedMs = latest.atMs
      tell(callId, true, 0)
    } else if (first.atMs <= nowMs - TALK_ENDS_AFTER_MS && packets - first.packets < MIN_PACKETS) {
      call.isTalking = false
      tell(callId, false, Math.max(0, Math.round(first.atMs - call.startedMs)))
    }
  }

  function forget(callId: string): Watched | undefined {
    const call = watched.get(callId)
    watched.delete(callId)
    call?.cancel()
    return call
  }

  return {
    /** Asterisk says that the callee begins to talk, or has talked for `talkMs`. */
    hear(callId: string, isTalking: boolean, talkMs: number): void {
      const before = forget(callId)
      const nowMs = clock.elapsedMs()
      if (isTalking) {
        const untilMs = before?.untilMs ?? nowMs + WATCH_FOR_MS
        const call = { isTalking, isAgain: false, startedMs: nowMs, untilMs, samples: [], cancel: () => {} }
        watched.set(callId, call)
        if (!before?.isTalking) tell(callId, true, 0)
        askLater(callId, call)
      } else if (!before || before.isTalking) {
        // What Asterisk measured includes the silence in which no packets came.
        const measuredMs = before?.isAgain ? Math.round(nowMs - before.startedMs) : talkMs
        tell(callId, false, measuredMs)
      }
    },

    forget: (callId: string) => void forget(callId),

    close(): void {
      for (const callId of [...watched.keys()]) forget(callId)
    },
  }
}

/** Undefined if Asterisk does not count them for this call. */
async function countPackets(ari: Pick<AriClient, 'send'>, callId: string): Promise<number | undefined> {
  const { status, body } = await ari.send('GET', `/channels/${callId}/rtp_statistics`)
  if (status !== 200 || typeof body !== 'object' || body === null || !('rxcount' in body)) return undefined
  return typeof body.rxcount === 'number' ? body.rxcount : undefined
}
