// Answers that are sent while they are made: files, long lists, events. If a stream fails midway, the connection is closed,
// so that the client does not take the answer for complete.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

interface FileToSend {
  stream: Readable
  extension: string
  mediaType: string
}

export function sendFile(
  reply: FastifyReply,
  { stream, extension, mediaType }: FileToSend,
  name: string,
): FastifyReply {
  return reply
    .type(mediaType)
    .header('content-disposition', `attachment; filename="${name}.${extension}"`)
    .send(stream)
}

/** Sends the `data` of a successful answer, as pieces of JSON. */
export function sendPieces(reply: FastifyReply, pieces: AsyncIterable<string>): FastifyReply {
  async function* envelope(): AsyncGenerator<string> {
    yield '{"code":0,"message":"success","data":'
    yield* pieces
    yield '}'
  }
  // Buffers bytes, not pieces, which may be large: the next piece is made when the last one is being sent.
  const stream = Readable.from(envelope(), { objectMode: false })
  return reply.type('application/json; charset=utf-8').send(stream)
}

/** Sends a page of a list part by part. */
export function sendPage<Row>(
  reply: FastifyReply,
  total: number,
  parts: AsyncIterable<Row[]>,
  present: (row: Row) => object,
): FastifyReply {
  async function* page(): AsyncGenerator<string> {
    yield `{"total":${total},"rows":[`
    let separator = ''
    for await (const rows of parts) {
      if (rows.length === 0) continue
      yield separator + rows.map((row) => JSON.stringify(present(row))).join(',')
      separator = ','
    }
    yield ']}'
  }
  return sendPieces(reply, page())
}

interface EventStreamToSend {
  readable: Readable
  /** Aborted when the stream is to end. */
  ending: AbortSignal
  end(): void
}

/** How long a client that does not read may delay the end of its stream. */
const LINGER_MS = 1000

/** Audio as it comes. */
export function sendLiveAudio(request: FastifyRequest, reply: FastifyReply, audio: Readable): FastifyReply {
  request.endAnswer = () => audio.destroy()
  return reply
    .type('audio/basic')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .header('connection', 'close')
    .send(audio)
}

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
