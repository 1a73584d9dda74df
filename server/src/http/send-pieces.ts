// Sends the data of a successful answer in pieces, for answers that may be too large for memory.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** The pieces are the JSON of `data`. If they fail midway, the connection is closed, so that the client does not take the answer for complete. */
export function sendPieces(reply: FastifyReply, pieces: AsyncIterable<string>): FastifyReply {
  // Buffers bytes, not pieces, which may be large: the next piece is made when the last one is being sent.
  const stream = Readable.from(envelope(pieces), { objectMode: false })
  return reply.type('application/json; charset=utf-8').send(stream)
}

async function* envelope(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  yield '{"code":0,"message":"success","data":'
  yield* pieces
  yield '}'
}
