// Sends server-sent events as an answer.
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

export interface EventStreamToSend {
  readable: Readable
  /** Aborted when the stream is to end. */
  ending: AbortSignal
  end(): void
}

/** How long a client that does not read may delay the end of its stream. */
const LINGER_MS = 1000

export function sendEventStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { readable, ending, end }: EventStreamToSend,
): FastifyReply {
  request.endAnswer = end
  ending.addEventListener('abort', () => setTimeout(() => reply.raw.destroy(), LINGER_MS).unref())
  return (
    reply
      .type('text/event-stream')
      // Tells proxies not to buffer events.
      .header('x-accel-buffering', 'no')
      // No further request may follow on this connection: an idle one would delay the stop of the service.
      .header('connection', 'close')
      .send(readable)
  )
}
