// Connections to voice agents: one WebSocket each, opened by this service. The switch queues the agent's audio and plays it in
// real time, so this code needs no timing, and an agent may send any amount at once.

import { withoutTask } from '../../platform/kernel/task-of-call.ts'
import { type SetTimer, setRealTimer } from '../../platform/kernel/wake-signal.ts'
import type { AgentRequest, VoiceAgents } from '../flow-parts.ts'
import type { ToldCall } from '../transcripts/conversations.service.ts'
import { type AgentSettings, type AgentTiming, DEFAULT_RULES, secretOf } from './agent-settings.ts'
import { openAgentSocket } from './agent-socket.ts'
import { type ConversationOptions, createConversation } from './conversation.ts'
import type { ConversationKeeper } from './keep-conversations.ts'

const DEFAULT_TIMING: AgentTiming = {
  openWithinMs: 5000,
  speakWithinMs: 20_000,
  talkEndsAfterMs: 1000,
  pingEveryMs: 5000,
  playOutWithinMs: 60_000,
  lastWordWithinMs: 1000,
}

export interface VoiceAgentsOptions
  extends Pick<ConversationOptions, 'clock' | 'log' | 'reader'>,
    Pick<AgentSettings, 'secret' | 'secrets' | 'rules'> {
  timing?: Partial<AgentTiming>
  setTimer?: SetTimer
  keeper: Pick<ConversationKeeper, 'keep'>
}

export function createVoiceAgents(options: VoiceAgentsOptions): VoiceAgents {
  const { clock, log, reader, keeper, rules = DEFAULT_RULES, setTimer = setRealTimer } = options
  const timing = { ...DEFAULT_TIMING, ...options.timing }
  return {
    open: (request) =>
      createConversation({
        request,
        clock,
        log,
        reader,
        timing,
        setTimer,
        keep: (part) => keeper.keep(recordedCall(request), part),
        connect: (listener) =>
          openAgentSocket(request.url, {
            rules,
            secret: secretOf(options, request.url),
            now: clock.now(),
            log,
            listener,
          }),
      }),
  }
}

/** A call without a task is recorded as such, whatever its agent is told. */
function recordedCall({ callId, taskId, contactId, isSingle }: AgentRequest): ToldCall {
  return { id: callId, ...(isSingle ? withoutTask(contactId) : { taskId, contactId }) }
}
