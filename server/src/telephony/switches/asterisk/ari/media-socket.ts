// The audio of a call over the WebSocket of Asterisk's chan_websocket, as 8 kHz mu-law. Asterisk cuts what we send into frames
// and plays them in time, from a queue that holds 20 seconds; it drops the rest without a word. So we never have more than
// a few seconds in it: marks that come back say how much was played. MEDIA_XOFF stops us in any case.
import { type RawData, WebSocket } from 'ws'
import type { CallMedia } from '../../../../conversations/answered-call.ts'
import { guarded } from '../../../../platform/kernel/guarded-listener.ts'
import { createStandingQueue } from './standing-queue.ts'

interface MediaSocketOptions {
  url: string
  openWithinMs: number
  /** Told once. */
  onClosed(): void
}

type Queued = Uint8Array | { name: string }

const BYTES_A_FRAME = 160
/** A fifth of a second: how exactly we know how much waits at Asterisk. */
const PART_BYTES = 1600
const MAX_PARTS_AT_ASTERISK = 30
/** Audio that does not fill its last frame is played after a pause of this length. */
const REST_AFTER_MS = 60
/** Audio of the callee that nobody has asked for yet: a second. */
const MAX_UNHEARD = 50

export function openMediaSocket({ url, openWithinMs, onClosed }: MediaSocketOptions) {
  const socket = new WebSocket(url, ['media'], { handshakeTimeout: openWithinMs, perMessageDeflate: false })
  let queue: Queued[] = []
  /** Marks that are on their way, by the id that Asterisk knows; those without a name count the parts. */
  const marks = new Map<string, string | undefined>()
  /** Of those that count: how much was sent before them. */
  const sentBefore = new Map<string, number>()
  const standing = createStandingQueue()
  let sentBytes = 0
  let markCount = 0
  let partBytes = 0
  let isStarted = false
  let isJson = true
  let isFull = false
  let isBuffering = false
  let restBytes = 0
  let restTimer: NodeJS.Timeout | undefined
  let isClosed = false
  let unheard: Uint8Array[] = []
  let hear: ((audio: Uint8Array) => void) | undefined
  let reach: (name: string) => void = () => undefined
  let close: () => void = () => undefined

  function command(name: string, id?: string): void {
    if (isJson)
      socket.send(JSON.stringify({ command: name, ...(id !== undefined && { correlation_id: id }) }))
    else socket.send(id === undefined ? name : `${name} ${id}`)
  }

  function setMark(name: string | undefined): void {
    markCount += 1
    marks.set(String(markCount), name)
    if (name === undefined) sentBefore.set(String(markCount), sentBytes)
    command('MARK_MEDIA', String(markCount))
  }

  function setBuffering(isOn: boolean): void {
    clearTimeout(restTimer)
    if (isBuffering === isOn) return
    isBuffering = isOn
    restBytes = 0
    command(isOn ? 'START_MEDIA_BUFFERING' : 'STOP_MEDIA_BUFFERING')
  }

  function sendPart(audio: Uint8Array): void {
    setBuffering(true)
    socket.send(audio)
    restBytes = (restBytes + audio.length) % BYTES_A_FRAME
    partBytes += audio.length
    sentBytes += audio.length
    if (partBytes < PART_BYTES) return
    partBytes = 0
    setMark(undefined)
  }

  const partsAtAsterisk = () => [...marks.values()].filter((name) => name === undefined).length

  function lookAtQueue(id: string): void {
    const before = sentBefore.get(id)
    sentBefore.delete(id)
    if (before === undefined) return
    const queued = queue.reduce((sum, each) => sum + (each instanceof Uint8Array ? each.length : 0), 0)
    standing.look(sentBytes - before + queued)
  }

  /** Sends what fits into Asterisk's queue. */
  function pump(): void {
    while (isStarted && !isFull && !isClosed && partsAtAsterisk() < MAX_PARTS_AT_ASTERISK) {
      const next = queue.shift()
      if (!next) break
      if (!(next instanceof Uint8Array)) {
        setBuffering(false)
        setMark(next.name)
      } else {
        if (next.length > PART_BYTES) queue.unshift(next.subarray(PART_BYTES))
        sendPart(next.subarray(0, PART_BYTES))
      }
    }
    clearTimeout(restTimer)
    if (restBytes > 0 && queue.length === 0) restTimer = setTimeout(setBuffering, REST_AFTER_MS, false)
  }

  function applyMessage(text: string): void {
    const { event, id } = readMessage(text)
    if (event === 'MEDIA_START') {
      isJson = text.startsWith('{')
      isStarted = true
    } else if (event === 'MEDIA_XOFF') isFull = true
    else if (event === 'MEDIA_XON') isFull = false
    else if (event === 'MEDIA_MARK_PROCESSED' && id !== undefined && marks.has(id)) {
      const name = marks.get(id)
      marks.delete(id)
      lookAtQueue(id)
      if (name !== undefined) reach(name)
    }
    pump()
  }

  function take(data: RawData, isBinary: boolean): void {
    if (!isBinary) applyMessage(String(data))
    else if (hear) hear(data as Buffer)
    else if (unheard.length < MAX_UNHEARD) unheard.push(data as Buffer)
  }
  // The call goes on without its audio.
  socket.on(
    'message',
    guarded(take, () => socket.terminate()),
  )
  const opened = new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', (error) =>
      reject(new Error(`Asterisk does not open the audio socket (${error.message})`)),
    )
  })
  opened.catch(() => undefined)
  socket.on('error', () => undefined)
  function end(): void {
    clearTimeout(restTimer)
    const wasClosed = isClosed
    isClosed = true
    onClosed()
    if (!wasClosed) close()
  }
  socket.once(
    'close',
    guarded(end, () => undefined),
  )

  const media: CallMedia = {
    onAudio(listener) {
      hear = listener
      for (const audio of unheard) listener(audio)
      unheard = []
    },
    onMark(listener) {
      reach = listener
    },
    onClose(listener) {
      close = listener
      if (isClosed) listener()
    },
    send(audio) {
      if (isClosed || audio.length === 0 || standing.skips(audio)) return
      queue.push(audio)
      pump()
    },
    mark(name) {
      if (isClosed) return
      queue.push({ name })
      pump()
    },
    clear() {
      if (isClosed) return
      const cleared = [
        ...marks.values(),
        ...queue.map((each) => (each instanceof Uint8Array ? undefined : each.name)),
      ]
      queue = []
      marks.clear()
      sentBefore.clear()
      standing.clear()
      partBytes = 0
      if (isStarted) {
        setBuffering(false)
        command('FLUSH_MEDIA')
      }
      isFull = false
      for (const name of cleared) if (name !== undefined) reach(name)
    },
    close() {
      isClosed = true
      socket.terminate()
    },
  }
  return { media, opened }
}

/** JSON, or plain text such as `MEDIA_MARK_PROCESSED correlation_id:7`. */
function readMessage(text: string): { event: string; id: string | undefined } {
  if (!text.startsWith('{')) {
    const [event = ''] = text.split(' ')
    return { event, id: /\bcorrelation_id:(\S+)/.exec(text)?.[1] }
  }
  try {
    const message: { event?: string; correlation_id?: string } = JSON.parse(text)
    return { event: message.event ?? '', id: message.correlation_id }
  } catch {
    return { event: '', id: undefined }
  }
}
