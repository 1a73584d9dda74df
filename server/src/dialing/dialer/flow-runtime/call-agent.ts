// The voice agent of one call: its connection, which may be opened while the phone rings, and the audio of the call.

import type { CallControl, CallMedia } from '../../../conversations/answered-call.ts'
import type { AgentEnd, AgentRequest, VoiceAgents } from '../../../conversations/flow-parts.ts'
import type { AgentWord } from '../../../conversations/flows/flow-state.ts'
import type { Log } from '../../../platform/kernel/log/log.ts'
import type { SetTimer } from '../../../platform/kernel/wake-signal.ts'

interface CallAgentOptions {
  agents: VoiceAgents
  control: CallControl
  call: Pick<AgentRequest, 'taskId' | 'contactId' | 'isSingle' | 'phoneNumber'> & { id: string }
  url: string
  parameters: Record<string, string>
  log: Log
  onWord(said: AgentWord): void
  setTimer: SetTimer
  /** The callee hears the agent. */
  onSpeak(): void
  /** The callee has hung up on an agent that spoke: nothing is wrong with it. */
  onLeft(): void
  /** Told once, after `start`. */
  onEnd(how: AgentEnd, reason: string): void
  /** The audio of the call has broken off although the call goes on. Instead of `onEnd`. */
  onCut(): void
}

/** How long a voice agent may take for its last word after the callee has hung up. */
const LAST_WORD_MS = 3000

/** Audio that ends is that of a callee who has hung up; how long the gateway may take to say so. */
const HANG_UP_WITHIN_MS = 3000

const REASONS: Record<AgentEnd, string> = {
  done: '',
  refused: 'cannot be reached',
  silent: 'does not answer',
  died: 'has gone in the middle of a call',
}

export type CallAgent = ReturnType<typeof createCallAgent>

export function createCallAgent(options: CallAgentOptions) {
  const { agents, control, call, url, parameters, log, setTimer, onWord, onSpeak, onLeft, onEnd, onCut } =
    options
  const { id: callId, taskId, contactId, isSingle, phoneNumber } = call
  const agent = agents.open({ url, callId, taskId, contactId, isSingle, phoneNumber, parameters })
  let media: CallMedia | undefined
  let end: AgentEnd | undefined
  let hasStarted = false
  let isTold = false
  let hasSpoken = false
  let onGone = () => {}
  let cancelCut: (() => void) | undefined

  /** Not by the agent: what it ends with now says nothing about it. */
  function cutOff(): void {
    if (isTold) return
    isTold = true
    cancelCut = setTimer(onCut, HANG_UP_WITHIN_MS)
    agent.close()
  }

  function withNotice(opened: CallMedia): CallMedia {
    const onClose = (listener: () => void) =>
      opened.onClose(() => {
        cutOff()
        listener()
      })
    const send = (audio: Parameters<CallMedia['send']>[0]) => {
      hasSpoken = true
      onSpeak()
      opened.send(audio)
    }
    return { ...opened, send, onClose }
  }

  function tellEnd(): void {
    if (!hasStarted || end === undefined || isTold) return
    isTold = true
    media?.close()
    // A query may have a key of the agent in it.
    onEnd(end, `the voice agent ${url.replace(/[?#].*/, '')} ${REASONS[end]}`)
  }

  agent.onWord(onWord)
  agent.onEnd((how) => {
    end ??= how
    onGone()
    tellEnd()
  })

  return {
    url,
    /** Connects the agent with the audio of the call. */
    /** The parameters are complete now: when it was opened, nothing had come of the call. */
    start(known: Record<string, string>): void {
      hasStarted = true
      if (end !== undefined) {
        tellEnd()
        return
      }
      control.openMedia(callId).then(
        (opened) => {
          media = opened
          if (end !== undefined) opened.close()
          else agent.start(withNotice(opened), known)
        },
        (error) => {
          log.warn(
            { err: error, call: callId },
            'the audio of a call could not be connected with its voice agent',
          )
          end ??= 'died'
          agent.close()
          tellEnd()
        },
      )
    },
    key: (key: string) => agent.key(key),
    answer: agent.answer,
    close(): void {
      cancelCut?.()
      agent.close()
    },

    /** The callee has hung up. Undefined if the agent takes no part in the call. */
    lastWord(): Promise<void> | undefined {
      cancelCut?.()
      if (hasSpoken && (end === undefined || end === 'done')) onLeft()
      agent.close()
      if (!hasStarted || end !== undefined) return undefined
      return new Promise((resolve) => {
        const callOff = setTimer(resolve, LAST_WORD_MS)
        onGone = () => {
          callOff()
          resolve()
        }
      })
    },
  }
}
