// A call and its voice agent: what happens in which state. conversation-state.ts has the states.

import type { Clock } from '../../platform/kernel/clock.ts'
import { InvalidInput } from '../../platform/kernel/errors.ts'
import type { Log } from '../../platform/kernel/log/log.ts'
import type { SetTimer } from '../../platform/kernel/wake-signal.ts'
import type { CallMedia } from '../answered-call.ts'
import type { AgentEnd, AgentRequest, VoiceAgent } from '../flow-parts.ts'
import type { AgentWord } from '../flows/flow-state.ts'
import type { ConversationPart } from '../transcripts/conversation.ts'
import type { AgentTiming } from './agent-settings.ts'
import { type AgentSocket, POLICY_VIOLATION, placeOf, type SocketListener } from './agent-socket.ts'
import { createAgentStream } from './agent-stream.ts'
import { readAgentWord, type WordReader } from './agent-word.ts'
import { type ConversationState, createEarly } from './conversation-state.ts'
import { CONNECTED, createMessageLimits, readMessage, type ToAgent } from './media-stream.ts'
import { createMuteWatch } from './mute-watch.ts'
import { createNamedTimers } from './named-timers.ts'
import { createOutlet } from './outlet.ts'
import { createPingWatch } from './ping-watch.ts'
import { readCommands } from './read-command.ts'
import { readConversation } from './read-conversation.ts'
import { createTurnWatch } from './turn-watch.ts'

export interface ConversationOptions {
  request: AgentRequest
  clock: Clock
  log: Log
  reader: WordReader
  timing: AgentTiming
  setTimer: SetTimer
  /** Stores what the agent tells about the conversation. */
  keep(part: ConversationPart): void
  connect(listener: SocketListener): AgentSocket
}

/** 1001 (going away) and 1005 (no code) come from agents that set no close code. */
const AGREED_CODES = [1000, 1001, 1005]
/** Two minutes of audio: an agent that has not read this much is not listening. */
const MAX_UNSENT_BYTES = 2 * 1024 * 1024

export function createConversation(options: ConversationOptions): VoiceAgent {
  const { request, clock, log, reader, timing, setTimer } = options
  const facts = { call: request.callId, task: request.taskId, agent: placeOf(request.url) }
  const timers = createNamedTimers(setTimer)
  const muteWatch = createMuteWatch({
    ...{ clock, timing },
    set: timers.set,
    cancel: timers.cancel,
    onMute: () =>
      end('silent', `it sent nothing for ${timing.speakWithinMs} ms after the start or the callee's words`),
  })
  const turnWatch = createTurnWatch(clock)
  const excessOf = createMessageLimits(clock)
  let isRefused = false
  const words = createOutlet<AgentWord>()
  const ends = createOutlet<AgentEnd>()
  /** The switch knows marks by our own numbers: names of agents may repeat and have any form. */
  const marks = new Map<string, string | typeof PLAYED_OUT>()
  let markCount = 0
  const complained = new Set<string>()
  let state: ConversationState = { is: 'opening' }

  const socket = options.connect({
    onOpen: opened,
    onMessage: received,
    onPong: () => pings.answered(),
    onClose: closed,
  })
  const stream = createAgentStream(request, socket, clock)
  const pings = createPingWatch({
    ping: socket.ping,
    wait: (run) => timers.set('ping', timing.pingEveryMs, run),
    onSilent: () => end('silent', `it did not answer a ping for ${timing.pingEveryMs} ms`),
  })
  timers.set('open', timing.openWithinMs, () =>
    end('refused', `it did not open the connection within ${timing.openWithinMs} ms`),
  )

  function opened(): void {
    if (state.is !== 'opening' && state.is !== 'answered') {
      socket.terminate()
      return
    }
    timers.cancel('open')
    socket.send(CONNECTED)
    pings.begin()
    if (state.is === 'answered') talk([])
    else state = { is: 'ready', early: createEarly() }
  }

  /** The call was answered and the connection is open, whichever came last. */
  function talk(early: readonly string[]): void {
    if (state.is !== 'answered') return
    const { media, parameters, kept } = state
    state = { is: 'talking', media, hasReported: false }
    muteWatch.begin()
    turnWatch.begin()
    send({ event: 'start', customParameters: parameters })
    for (const message of kept) send(message)
    for (const text of early) received(text)
  }

  function send(message: ToAgent): void {
    if (state.is === 'answered') state.kept.push(message)
    else if (state.is === 'talking' || state.is === 'leaving') {
      stream.write(message)
      if (socket.unsentBytes() > MAX_UNSENT_BYTES) end('silent', 'it does not take the audio')
    }
  }

  function heard(audio: Uint8Array): void {
    if (state.is === 'talking') {
      muteWatch.heard(audio)
      turnWatch.heard(audio)
    }
    send(stream.next(audio))
  }

  function received(text: string): void {
    if (isRefused) return
    pings.answered()
    const message = readMessage(text)
    const excess = excessOf(message)
    if (excess !== undefined) {
      refuse(excess)
      return
    }
    const isReport = message?.event === 'carillon'
    // Also after the end of the call.
    if (isReport) take(message.word)
    if (state.is === 'ready') {
      if (message?.event === 'stop') end('refused', 'it left before the call began')
      else if (!isReport && !state.early.keep(text))
        complain('sent too much before the start; the rest is ignored')
    }
    if (state.is !== 'talking') return
    state.hasReported = isReport
    muteWatch.answered(message?.event === 'media' ? message.audio.length : 0)
    switch (message?.event) {
      case undefined:
        complain('sent a message that is not one of Media Streams; such messages are ignored')
        break
      case 'media':
        state.media.send(message.audio)
        turnWatch.said(message.audio)
        break
      case 'mark':
        mark(state.media, message.name)
        break
      case 'clear':
        state.media.clear()
        muteWatch.cleared()
        turnWatch.cleared()
        break
      case 'stop':
        leave(state.media)
    }
  }

  /** It is told why, and its call goes on without it. */
  function refuse(excess: string): void {
    isRefused = true
    send({ event: 'carillon', error: 'too_much', message: excess })
    const isOver = state.is === 'over' || state.is === 'stopped' || state.is === 'leaving'
    socket.refuse(excess)
    end(isOver ? 'done' : state.is === 'talking' ? 'died' : 'refused', excess)
  }

  function take(given: object): void {
    try {
      const atMs = Math.round(stream.sinceAnswerMs())
      const word = { ...readAgentWord(given, atMs, reader), ...readCommands(given) }
      const part = readConversation(given, atMs)
      if (Object.keys(word).length > 0) words.put(word)
      if (part) options.keep(part)
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error
      send({ event: 'carillon', error: 'invalid', message: error.message })
      log.warn({ ...facts, reason: error.message }, 'what a voice agent said about its call is ignored')
    }
  }

  function mark(media: CallMedia, name: string | typeof PLAYED_OUT): void {
    markCount += 1
    marks.set(String(markCount), name)
    media.mark(String(markCount))
  }

  function reached(number: string): void {
    const name = marks.get(number)
    if (name === undefined) return
    marks.delete(number)
    if (name !== PLAYED_OUT) send({ event: 'mark', name })
    else if (state.is === 'leaving') end('done')
  }

  /** The agent leaves as agreed. */
  function leave(media: CallMedia): void {
    options.keep({ pace: turnWatch.end() })
    state = { is: 'leaving' }
    timers.cancelAll()
    timers.set('play out', timing.playOutWithinMs, () => end('done'))
    mark(media, PLAYED_OUT)
  }

  function closed(code: number, reason: string): void {
    timers.cancel('close')
    switch (state.is) {
      case 'over':
      case 'leaving':
        break
      case 'stopped':
        end('done')
        break
      case 'talking':
        if (code === POLICY_VIOLATION) end('refused', reason)
        else if (AGREED_CODES.includes(code) || state.hasReported) leave(state.media)
        else end('died', reason)
        break
      default:
        end('refused', reason)
    }
  }

  /** The call is over for the agent, which may have a last word about it. */
  function close(): void {
    if (state.is === 'over' || state.is === 'stopped') return
    if ((state.is !== 'talking' && state.is !== 'leaving') || !socket.isConnected()) {
      end('done')
      return
    }
    stream.write({ event: 'stop' })
    if (state.is === 'talking') options.keep({ pace: turnWatch.end() })
    state = { is: 'stopped' }
    timers.cancelAll()
    timers.set('stop', timing.lastWordWithinMs, () => end('done'))
  }

  function end(how: AgentEnd, reason?: string): void {
    if (state.is === 'over') return
    if (state.is === 'talking' || state.is === 'leaving') stream.write({ event: 'stop' })
    if (state.is === 'talking') options.keep({ pace: turnWatch.end() })
    state = { is: 'over' }
    timers.cancelAll()
    if ((how === 'done' || isRefused) && socket.isConnected()) {
      if (!isRefused) socket.close()
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
    start(media, parameters = request.parameters) {
      if (state.is !== 'opening' && state.is !== 'ready') return
      const early = state.is === 'ready' ? state.early.texts : undefined
      state = { is: 'answered', media, parameters, kept: [] }
      stream.noteAnswer()
      // What the callee has said so far comes at once, and so does the end if the callee has hung up.
      media.onAudio(heard)
      media.onMark(reached)
      media.onClose(close)
      if (early) talk(early)
    },
    key: (digit) => send({ event: 'dtmf', digit }),
    answer: (reply) => send({ event: 'carillon', ...reply }),
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
