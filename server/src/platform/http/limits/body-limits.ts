// How long a body may take to arrive, and what happens to a body that is not read.
//
// A request is often refused before its body has arrived: without a token, for a list that does not exist, or because it is
// too large. The answer is sent at once, but many clients read it only after they have sent everything, and closing the
// connection would lose it. So the rest is read and discarded, up to a limit of time and bytes, and then the connection is
// closed.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { Api } from '../schemas/route-schema.ts'

export interface BodyTiming {
  /** Max time for the whole body. Uploads have the max time of the whole request instead. */
  bodyMs: number
  /** Max time for the rest of a body that is discarded, and max silence in it. */
  discardMs: number
  discardIdleMs: number
}

export const DEFAULT_BODY_TIMING: BodyTiming = { bodyMs: 60_000, discardMs: 10_000, discardIdleMs: 1000 }
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024

export function addBodyLimits(app: Api, timing: BodyTiming, onSlow: (socket: Socket) => void): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    if (isBodyPending(raw) && request.routeOptions.config.work !== 'uploads') {
      const timer = setTimeout(() => {
        if (reply.raw.headersSent) raw.socket.destroy()
        else onSlow(raw.socket)
      }, timing.bodyMs)
      const stop = () => clearTimeout(timer)
      raw.once('end', stop)
      raw.once('close', stop)
    }
    done()
  })

  // The request has passed all checks of its headers: only now is the client asked for the body.
  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (/^100-continue$/i.test(request.headers.expect ?? '')) reply.raw.writeContinue()
    done()
  })

  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || request.method === 'HEAD' || !isBodyPending(request.raw)) {
      done()
      return
    }
    reply.header('connection', 'close')
    reply.header('content-length', Buffer.byteLength(payload))
    done(null, endingAfterRest(request.raw, payload, timing))
  })
}

function isBodyPending(raw: IncomingMessage): boolean {
  const { headers } = raw
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0
  return hasBody && !raw.complete && !raw.readableEnded && !raw.destroyed
}

/** The whole answer is sent at once, but its stream ends only when the rest of the body has been discarded. */
function endingAfterRest(body: IncomingMessage, payload: string, timing: BodyTiming): Readable {
  let bytes = 0
  const answer = new Readable({
    read: () => undefined,
    destroy(error, done) {
      stop()
      done(error)
    },
  })

  function stop(): void {
    clearTimeout(limit)
    clearTimeout(silence)
    body.off('data', count)
  }
  function end(): void {
    stop()
    if (!answer.readableEnded && !answer.destroyed) answer.push(null)
  }
  function count(chunk: Buffer): void {
    bytes += chunk.length
    silence.refresh()
    if (bytes > MAX_DISCARDED_BYTES) end()
  }
  const limit = setTimeout(end, timing.discardMs)
  const silence = setTimeout(end, timing.discardIdleMs)

  answer.push(payload)
  body.once('end', end)
  body.once('close', end)
  body.unpipe()
  body.on('data', count)
  body.resume()
  return answer
}
