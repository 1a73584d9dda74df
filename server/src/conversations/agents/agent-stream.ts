// What an agent is sent: messages in order, each with its number, and the callee's audio with its position in the call.
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../platform/kernel/clock.ts'
import type { AgentRequest } from '../flow-parts.ts'
import type { AgentSocket } from './agent-socket.ts'
import { AUDIO_BYTES_PER_MS, type ToAgent, writeMessage } from './media-stream.ts'

/** How far the audio position may lag behind the clock, because of network and processing delays. */
const SLACK_MS = 500

export function createAgentStream({ callId, taskId }: AgentRequest, socket: AgentSocket, clock: Clock) {
  const ids = { streamSid: `MZ${randomBytes(16).toString('hex')}`, callSid: callId, accountSid: taskId }
  let sequenceNumber = 0
  let answeredAtMs: number | undefined
  let chunk = 0
  let heardMs = 0

  const sinceAnswerMs = () => (answeredAtMs === undefined ? 0 : clock.elapsedMs() - answeredAtMs)

  return {
    sinceAnswerMs,
    noteAnswer(): void {
      answeredAtMs = clock.elapsedMs()
    },

    write(message: ToAgent): void {
      sequenceNumber += 1
      socket.send(writeMessage(message, sequenceNumber, ids))
    },

    /** The next piece of the callee's audio, as a message. */
    next(audio: Uint8Array): ToAgent {
      // A phone that sends nothing during silence leaves gaps, which agents fill by the position.
      const behindMs = Math.floor(sinceAnswerMs()) - heardMs
      if (behindMs > SLACK_MS) heardMs += behindMs
      chunk += 1
      const atMs = Math.floor(heardMs)
      heardMs += audio.length / AUDIO_BYTES_PER_MS
      return { event: 'media', audio, chunk, atMs }
    },
  }
}
