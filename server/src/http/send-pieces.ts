// A successful answer whose data is sent piece by piece, for answers that may be too large to be in memory as a whole.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** The pieces are the JSON of `data`. If they fail midway, the connection is closed, so that the answer is not taken for complete. */
export function sendPieces(reply: FastifyReply, pieces: AsyncIterable<string>): FastifyReply {
  // Counted in bytes, not in pieces, which may be large: the next one is made when the last is on its way.
  const stream = Readable.from(envelope(pieces), { objectMode: false })
  return reply.type('application/json; charset=utf-8').send(stream)
}

async function* envelope(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  yield '{"code":0,"message":"success","data":'
  yield* pieces
  yield '}'
}
