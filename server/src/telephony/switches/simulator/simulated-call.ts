// A simulated answered call with a flow: carries out commands while its callee talks and presses keys.
import type {
  CallMedia,
  ControlEvent,
  Recording,
  Sound,
  Transfer,
} from '../../../conversations/answered-call.ts'
import type { Flow } from '../../../conversations/flows/flow.ts'
import { TALK_ENDS_AFTER_MS } from '../../../conversations/flows/run/detect-answer.ts'
import type { TransferResult } from '../../../platform/words/calls.ts'
import { createCallee, type Phone } from './simulated-callee.ts'
import { createSimulatedMedia, type SimulatedMedia } from './simulated-media.ts'
import type { SimulatedRecordings } from './simulated-recordings.ts'
import { pickShare } from './simulator-chance.ts'
import type { CalleeKind, SimulatorSettings } from './simulator-settings.ts'

export interface SimulatedCallOptions {
  attemptId: string
  flow: Flow
  settings: SimulatorSettings
  /** Decides who answers; otherwise the shares do. */
  kind?: CalleeKind | undefined
  random(): number
  elapsedMs(): number
  /** Runs a function later, unless the call has ended by then. */
  later(delayMs: number, run: () => void): void
  emit(event: ControlEvent): void
  /** What really happened. */
  onHappened(what: CallHappening): void
  recordings: SimulatedRecordings
  hangUp(): void
}

export type CallHappening =
  | { event: 'answered'; by: CalleeKind }
  | { event: 'said'; talkMs: number }
  | { event: 'pressed'; key: string }
  /** `heardMs` of the sound were played. */
  | { event: 'heard'; playId: string; heardMs: number; result: 'done' | 'stopped' }
  | { event: 'recorded'; recordingId: string; recordedMs: number }
  | { event: 'transferred'; to: string; result: TransferResult }
  | { event: 'streamed'; sentMs: number }
  | { event: 'keyed'; keys: string }

export interface SimulatedCall {
  pickUp(): void
  play(playId: string, sounds: readonly Sound[]): void
  stopPlaying(playId: string): void
  record(recording: Recording): void
  stopRecording(recordingId: string): void
  transfer(transfer: Transfer): void
  sendKeys(keys: string): void
  openMedia(): CallMedia
  isPlaying(playId: string | null): boolean
  /** It is over: nothing is heard or recorded any more. */
  end(): void
}

const TONE_MS = 300
/** Seconds of a conversation with a voice agent, before the callee hangs up. */
const CONVERSATION = [10, 30] as const

export function createSimulatedCall(options: SimulatedCallOptions): SimulatedCall {
  const { attemptId, settings, random, elapsedMs, later, emit, onHappened } = options
  const kind = options.kind ?? pickShare(settings.callees, random())
  const between = ([from, to]: readonly [number, number]) => (from + random() * (to - from)) * 1000
  const phone: Phone = { ...options, say, press, hangUp: options.hangUp }
  const callee = createCallee(kind, phone)
  const recordings = new Map<string, { what: Recording['what']; sinceMs: number }>()
  let playing: { playId: string; sinceMs: number } | null = null
  let media: SimulatedMedia | null = null
  let isTalking = false

  function say(talkMs: number): void {
    if (isTalking) return
    isTalking = true
    const lastsMs = Math.round(talkMs)
    emit({ type: 'talk', attemptId, isTalking: true, talkMs: 0 })
    later(lastsMs, () => onHappened({ event: 'said', talkMs: lastsMs }))
    later(lastsMs + TALK_ENDS_AFTER_MS, () => {
      isTalking = false
      emit({ type: 'talk', attemptId, isTalking: false, talkMs: lastsMs })
    })
  }

  function press(key: string): void {
    onHappened({ event: 'pressed', key })
    emit({ type: 'key', attemptId, key })
  }

  function endSound(result: 'done' | 'stopped'): void {
    if (!playing) return
    const { playId, sinceMs } = playing
    playing = null
    onHappened({ event: 'heard', playId, heardMs: Math.round(elapsedMs() - sinceMs), result })
  }

  function endRecording(recordingId: string): boolean {
    const recording = recordings.get(recordingId)
    if (!recording) return false
    recordings.delete(recordingId)
    const recordedMs = Math.max(0, Math.round(elapsedMs() - recording.sinceMs))
    options.recordings.keep(recordingId, recordedMs)
    onHappened({ event: 'recorded', recordingId, recordedMs })
    return true
  }

  function endMessage(recordingId: string): void {
    if (!endRecording(recordingId)) return
    callee.wait()
    emit({ type: 'recorded', attemptId, recordingId, hasFailed: false })
  }

  function endTransfer(to: string, result: TransferResult): void {
    onHappened({ event: 'transferred', to, result })
    emit({ type: 'transferred', attemptId, result })
    if (result === 'answered' || result === 'handed_over') later(between(settings.talk), options.hangUp)
    else callee.wait()
  }

  return {
    pickUp() {
      onHappened({ event: 'answered', by: kind })
      callee.pickUp()
    },

    play(playId, sounds) {
      endSound('stopped')
      for (const [id, { what }] of recordings) if (what === 'message') endRecording(id)
      const lastsMs = sounds.reduce((sum, { durationMs }) => sum + durationMs, 0)
      const sound = { playId, sinceMs: elapsedMs() }
      playing = sound
      callee.hear(lastsMs)
      later(lastsMs, () => {
        if (playing !== sound) return
        endSound('done')
        callee.wait()
        emit({ type: 'played', attemptId, playId, result: 'done' })
      })
    },

    stopPlaying(playId) {
      if (playing?.playId !== playId) return
      endSound('stopped')
      callee.stopHearing()
      emit({ type: 'played', attemptId, playId, result: 'stopped' })
    },

    record({ id, what, maxSeconds, silenceSeconds, hasTone }) {
      const toneMs = hasTone ? TONE_MS : 0
      recordings.set(id, { what, sinceMs: elapsedMs() + toneMs })
      if (what === 'call') {
        later(maxSeconds * 1000, () => endRecording(id))
        return
      }
      const talkMs = callee.leaveMessage()
      if (talkMs > 0) later(toneMs, () => say(talkMs))
      const lastsMs = Math.min(talkMs + silenceSeconds * 1000, maxSeconds * 1000)
      later(toneMs + lastsMs, () => endMessage(id))
    },

    stopRecording(recordingId) {
      if (recordings.get(recordingId)?.what === 'message') endMessage(recordingId)
      else endRecording(recordingId)
    },

    transfer({ to, timeoutSeconds }) {
      callee.listen()
      if (/^(queue|dialplan):/.test(to)) {
        later(0, () => endTransfer(to, 'handed_over'))
        return
      }
      const result = pickShare(settings.transfer, random())
      const ringMs = between(settings.ring)
      const longestMs = Math.min(timeoutSeconds, settings.ringTimeout) * 1000
      later(result === 'no_answer' ? longestMs : Math.min(ringMs, longestMs), () => endTransfer(to, result))
    },

    sendKeys(keys) {
      onHappened({ event: 'keyed', keys })
    },

    openMedia() {
      callee.listen()
      const opened = createSimulatedMedia(elapsedMs, later)
      media = opened
      later(between(CONVERSATION), () => {
        if (media === opened) options.hangUp()
      })
      return {
        ...opened,
        close() {
          if (media !== opened) return
          media = null
          onHappened({ event: 'streamed', sentMs: Math.round(opened.sentMs()) })
          opened.close()
          callee.wait()
        },
      }
    },

    isPlaying: (playId) => playing !== null && playing.playId === playId,

    end() {
      endSound('stopped')
      for (const id of [...recordings.keys()]) endRecording(id)
      if (media) onHappened({ event: 'streamed', sentMs: Math.round(media.sentMs()) })
      media?.end()
      media = null
    },
  }
}
