// The audio of a simulated call: the callee is silent, and audio sent to it is played in real time.
import type { CallMedia } from '../../../conversations/answered-call.ts'

export interface SimulatedMedia extends CallMedia {
  /** Milliseconds of audio that were sent. */
  sentMs(): number
  /** The call has ended. */
  end(): void
}

const FRAME_MS = 20
const BYTES_A_MS = 8
const MU_LAW_SILENCE = 0xff

export function createSimulatedMedia(
  elapsedMs: () => number,
  later: (delayMs: number, run: () => void) => void,
): SimulatedMedia {
  let onAudio: (audio: Uint8Array) => void = () => undefined
  let onMark: (name: string) => void = () => undefined
  let onClose: () => void = () => undefined
  let marks: { name: string }[] = []
  let isOpen = true
  let sentMs = 0
  /** When all that was sent has been heard. */
  let heardMs = 0

  function frame(): void {
    if (!isOpen) return
    onAudio(new Uint8Array(FRAME_MS * BYTES_A_MS).fill(MU_LAW_SILENCE))
    later(FRAME_MS, frame)
  }

  function reach(mark: { name: string }): void {
    if (!marks.includes(mark)) return
    marks = marks.filter((each) => each !== mark)
    onMark(mark.name)
  }

  return {
    onAudio(listener) {
      onAudio = listener
      // Nothing is sent to nobody.
      later(FRAME_MS, frame)
    },
    onMark(listener) {
      onMark = listener
    },
    onClose(listener) {
      onClose = listener
    },
    send(audio) {
      if (!isOpen) return
      const lengthMs = audio.length / BYTES_A_MS
      sentMs += lengthMs
      heardMs = Math.max(heardMs, elapsedMs()) + lengthMs
    },
    mark(name) {
      const mark = { name }
      marks.push(mark)
      later(Math.max(0, heardMs - elapsedMs()), () => reach(mark))
    },
    clear() {
      heardMs = elapsedMs()
      for (const mark of [...marks]) reach(mark)
    },
    close() {
      isOpen = false
    },
    sentMs: () => sentMs,
    end() {
      if (!isOpen) return
      isOpen = false
      onClose()
    },
  }
}
