// A call and its voice agent, in four states. Opening: the connection opens, possibly while the phone rings. Talking: after `start`,
// audio, keys and marks pass in both directions. Leaving: the agent has left, and what it said is played to the end. Over: also
// after a failure in any other state.
import { randomBytes } from 'node:crypto'
import type { AgentEnd, AgentRequest, VoiceAgent } from '../dialer/flow-parts.ts'
import type { CallMedia } from '../dialer/gateway.ts'
import type { AgentWord } from '../flows/flow-state.ts'
import type { Clock } from '../kernel/clock.ts'
import { InvalidInput } from '../kernel/errors.ts'
import type { Log } from '../kernel/log.ts'
import type { SetTimer } from '../kernel/wake-signal.ts'
import { type AgentSocket, placeOf, type SocketListener } from './agent-socket.ts'
import { readAgentWord, type WordReader } from './agent-word.ts'
import { AUDIO_BYTES_PER_MS, CONNECTED, readMessage, type ToAgent, writeMessage } from './media-stream.ts'
import { createMuteWatch } from './mute-watch.ts'

export interface AgentTiming {
  /** The connection must be open by then. */
  openWithinMs: number
  /** The agent must send anything by then, after the start and whenever the callee has finished talking. */
  speakWithinMs: number
  /** The callee has finished talking after this much silence. */
  talkEndsAfterMs: number
  pingEveryMs: number
  /** An agent that leaves may have said more than was played: its last words may take this long. */
  playOutWithinMs: number
  /** After `stop` an agent may still say what came of the call, until it closes the connection or this time has passed. */
  lastWordWithinMs: number
}

export interface ConversationOptions {
  request: AgentRequest
  clock: Clock
  log: Log
  reader: WordReader
  timing: AgentTiming
  setTimer: SetTimer
  connect(listener: SocketListener): AgentSocket
}

/** 1001 (going away) and 1005 (no code) come from agents that set no close code. */
const AGREED_CODES = [1000, 1001, 1005]
const POLICY_VIOLATION = 1008
/** Two minutes of audio: an agent that has not read this much is not listening. */
const MAX_UNSENT_BYTES = 2 * 1024 * 1024
/** How far the audio position may lag behind the clock, because of network and processing delays. */
const SLACK_MS = 500
/** A minute of audio in base64, and more. */
const MAX_EARLY_BYTES = 1024 * 1024

export function createConversation(options: ConversationOptions): VoiceAgent {
  const { request, clock, log, reader, timing, setTimer } = options
  const facts = { call: request.callId, task: request.taskId, agent: placeOf(request.url) }
  const ids = {
    streamSid: `MZ${randomBytes(16).toString('hex')}`,
    callSid: request.callId,
    accountSid: request.taskId,
  }
  const timers = createTimers(setTimer)
  const muteWatch = createMuteWatch({
    ...{ clock, timing },
    set: timers.set,
    cancel: timers.cancel,
    onMute: () =>
      end('silent', `it sent nothing for ${timing.speakWithinMs} ms after the start or the callee's words`),
  })
  const words = createOutlet<AgentWord>()
  const ends = createOutlet<AgentEnd>()
  let isOpen = false
  let isOver = false
  /** The agent has left; what it said is still played. */
  let isLeaving = false
  /** The agent was told that the call is over for it. */
  let isStopped = false
  let media: CallMedia | undefined
  let { parameters } = request
  /** What happened between the answer and the opening of the connection. */
  let waiting: ToAgent[] | undefined = []
  /** What the agent sent before the answer. */
  const early: string[] = []
  let earlyBytes = 0
  let sequenceNumber = 0
  let startedAtMs = 0
  let chunk = 0
  let heardMs = 0
  /** The switch knows marks by our own numbers: names of agents may repeat and have any form. */
  const marks = new Map<string, string | typeof PLAYED_OUT>()
  let markCount = 0
  let isAlive = true
  /** Whether the last message was about the call: after it an agent may disconnect without closing properly. */
  let hasSaidLastWord = false
  const complained = new Set<string>()

  const socket = options.connect({
    onOpen: opened,
    onMessage: received,
    onPong() {
      isAlive = true
    },
    onClose: closed,
  })
  timers.set('open', timing.openWithinMs, () =>
    end('refused', `it did not open the connection within ${timing.openWithinMs} ms`),
  )

  function opened(): void {
    if (isOver) {
      socket.terminate()
      return
    }
    isOpen = true
    timers.cancel('open')
    socket.send(CONNECTED)
    ping()
    if (media) begin()
  }

  function ping(): void {
    if (!isAlive) {
      end('silent', `it did not answer a ping for ${timing.pingEveryMs} ms`)
      return
    }
    isAlive = false
    socket.ping()
    timers.set('ping', timing.pingEveryMs, ping)
  }

  /** The call was answered and the connection is open, whichever came last. */
  function begin(): void {
    const kept = waiting ?? []
    waiting = undefined
    send({ event: 'start', customParameters: parameters })
    for (const message of kept) send(message)
    muteWatch.begin()
    for (const text of early.splice(0)) received(text)
  }

  function send(message: ToAgent): void {
    if (isOver || isStopped) return
    if (waiting) {
      waiting.push(message)
      return
    }
    write(message)
    if (socket.unsentBytes() > MAX_UNSENT_BYTES) end('silent', 'it does not take the audio')
  }

  function write(message: ToAgent): void {
    sequenceNumber += 1
    socket.send(writeMessage(message, sequenceNumber, ids))
  }

  function heard(audio: Uint8Array): void {
    // A phone that sends nothing during silence leaves gaps, which agents fill by the position.
    const behindMs = Math.floor(clock.elapsedMs() - startedAtMs) - heardMs
    if (behindMs > SLACK_MS) heardMs += behindMs
    chunk += 1
    if (!isLeaving && !isOver && !isStopped && !waiting) muteWatch.heard(audio)
    send({ event: 'media', audio, chunk, atMs: Math.floor(heardMs) })
    heardMs += audio.length / AUDIO_BYTES_PER_MS
  }

  function received(text: string): void {
    isAlive = true
    const message = readMessage(text)
    if (message?.event === 'carillon') take(message.word)
    if (isOver || isStopped || isLeaving) return
    hasSaidLastWord = message?.event === 'carillon'
    if (!media) {
      if (message?.event === 'stop') end('refused', 'it left before the call began')
      else if (message?.event !== 'carillon') keepEarly(text)
      return
    }
    muteWatch.answered(message?.event === 'media' ? message.audio.length : 0)
    switch (message?.event) {
      case undefined:
        complain('sent a message that is not one of Media Streams; such messages are ignored')
        break
      case 'media':
        media.send(message.audio)
        break
      case 'mark':
        mark(message.name)
        break
      case 'clear':
        media.clear()
        muteWatch.cleared()
        break
      case 'stop':
        leave()
    }
  }

  /** A greeting that the agent sends before the answer is played when the callee answers. */
  function keepEarly(text: string): void {
    earlyBytes += text.length
    if (earlyBytes <= MAX_EARLY_BYTES) early.push(text)
    else complain('sent too much before the start; the rest is ignored')
  }

  function take(given: object): void {
    try {
      words.put(readAgentWord(given, media ? Math.round(clock.elapsedMs() - startedAtMs) : 0, reader))
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error
      log.warn({ ...facts, reason: error.message }, 'what a voice agent said about its call is ignored')
    }
  }

  function mark(name: string | typeof PLAYED_OUT): void {
    markCount += 1
    marks.set(String(markCount), name)
    media?.mark(String(markCount))
  }

  function reached(number: string): void {
    const name = marks.get(number)
    if (name === undefined) return
    marks.delete(number)
    if (name === PLAYED_OUT) end('done')
    else send({ event: 'mark', name })
  }

  /** The agent leaves as agreed. */
  function leave(): void {
    if (isLeaving) return
    isLeaving = true
    timers.cancelAll()
    timers.set('play out', timing.playOutWithinMs, () => end('done'))
    mark(PLAYED_OUT)
  }

  function closed(code: number, reason: string): void {
    const wasOpen = isOpen
    isOpen = false
    timers.cancel('close')
    if (isOver) return
    if (isStopped) end('done')
    else if (isLeaving) return
    else if (!wasOpen || !media || code === POLICY_VIOLATION) end('refused', reason)
    else if (AGREED_CODES.includes(code) || hasSaidLastWord) leave()
    else end('died', reason)
  }

  /** The call is over for the agent, which may have a last word about it. */
  function close(): void {
    if (isOver || isStopped) return
    if (!isOpen || waiting) {
      end('done')
      return
    }
    stop()
    timers.cancelAll()
    timers.set('stop', timing.lastWordWithinMs, () => end('done'))
  }

  function stop(): void {
    if (isOpen && !waiting && !isStopped) write({ event: 'stop' })
    isStopped = true
  }

  function end(how: AgentEnd, reason?: string): void {
    if (isOver) return
    stop()
    isOver = true
    timers.cancelAll()
    marks.clear()
    if (isOpen && how === 'done') {
      socket.close()
      timers.set('close', timing.lastWordWithinMs, socket.terminate)
    } else socket.terminate()
    if (how !== 'done')
      log.warn({ ...facts, reason }, `the voice agent ${FAILED[how]}; its call goes on without it`)
    ends.put(how)
  }

  function complain(what: string): void {
    if (complained.has(what)) return
    complained.add(what)
    log.warn(facts, `a voice agent ${what}`)
  }

  return {
    start(given, known) {
      if (isOver || media) return
      parameters = known ?? parameters
      media = given
      startedAtMs = clock.elapsedMs()
      media.onAudio(heard)
      media.onMark(reached)
      media.onClose(close)
      if (isOpen) begin()
    },
    key: (digit) => {
      if (media) send({ event: 'dtmf', digit })
    },
    onWord: words.listen,
    onEnd: ends.listen,
    close,
  }
}

const PLAYED_OUT = Symbol('played out')

const FAILED = {
  refused: 'refused the call',
  silent: 'fell silent',
  died: 'broke the connection',
} as const satisfies Record<Exclude<AgentEnd, 'done'>, string>

/** Keeps what comes before the listener. */
function createOutlet<Value>() {
  let kept: Value[] = []
  let listener: ((value: Value) => void) | undefined
  return {
    put(value: Value): void {
      if (listener) listener(value)
      else kept.push(value)
    },
    listen(given: (value: Value) => void): void {
      listener = given
      const early = kept
      kept = []
      for (const value of early) given(value)
    },
  }
}

function createTimers(setTimer: SetTimer) {
  const running = new Map<string, () => void>()
  function cancel(name: string): void {
    running.get(name)?.()
    running.delete(name)
  }
  return {
    set(name: string, ms: number, run: () => void): void {
      cancel(name)
      running.set(name, setTimer(run, ms))
    },
    cancel,
    cancelAll(): void {
      for (const name of [...running.keys()]) cancel(name)
    },
  }
}
