// The audio of a call in tests: what is sent waits until the test plays it to the callee.

import type { CallMedia } from '../../src/conversations/answered-call.ts'

export interface FakeMedia extends CallMedia {
  /** The callee says this. */
  speak(audio: Uint8Array): void
  /** Plays so many bytes of what is queued, or all of it. Marks on the way are reported. */
  play(bytes?: number): void
  /** What the callee has heard. */
  played(): Buffer
  /** How many bytes were sent, played or not. */
  sentBytes(): number
  queuedBytes(): number
  clears: number
  isClosed: boolean
  /** The callee hangs up. */
  hangUp(): void
}

export function createFakeMedia(): FakeMedia {
  let onAudio = (_audio: Uint8Array): void => {}
  let onMark = (_name: string): void => {}
  let onClose = (): void => {}
  let queue: (Buffer | { mark: string })[] = []
  const played: Buffer[] = []
  let sentBytes = 0

  function reachMarks(): void {
    for (let [next] = queue; next && 'mark' in next; [next] = queue) {
      queue.shift()
      onMark(next.mark)
    }
  }

  const media: FakeMedia = {
    onAudio: (listener) => {
      onAudio = listener
    },
    onMark: (listener) => {
      onMark = listener
    },
    onClose: (listener) => {
      onClose = listener
    },
    send(audio) {
      sentBytes += audio.length
      queue.push(Buffer.from(audio))
    },
    mark(name) {
      queue.push({ mark: name })
      // Reported later, as a switch does.
      setImmediate(reachMarks)
    },
    clear() {
      media.clears += 1
      queue = queue.filter((each) => 'mark' in each)
      setImmediate(reachMarks)
    },
    close() {
      media.isClosed = true
    },
    speak: (audio) => onAudio(audio),
    play(bytes = Number.POSITIVE_INFINITY) {
      let left = bytes
      reachMarks()
      while (left > 0 && queue.length > 0) {
        const next = queue[0] as Buffer
        played.push(next.subarray(0, left))
        if (next.length > left) queue[0] = next.subarray(left)
        else queue.shift()
        left -= next.length
        reachMarks()
      }
    },
    played: () => Buffer.concat(played),
    sentBytes: () => sentBytes,
    queuedBytes: () => queue.reduce((sum, each) => sum + ('mark' in each ? 0 : each.length), 0),
    clears: 0,
    isClosed: false,
    hangUp: () => onClose(),
  }
  return media
}
