// Serves HEAD wherever there is GET: the same handler and headers, without a body. A streamed body is dropped before it
// starts, so that a HEAD request for an export reads no contact.
import { Readable } from 'node:stream'
import type { Api } from './schemas/route-schema.ts'

export function serveHead(app: Api): void {
  // One route for both, because each route compiles its schemas by itself.
  app.addHook('onRoute', (route) => {
    if (route.method === 'GET') route.method = ['GET', 'HEAD']
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.method !== 'HEAD') return done(null, payload)
    if (payload instanceof Readable) payload.on('error', () => undefined).destroy()
    else if (typeof payload === 'string' || Buffer.isBuffer(payload))
      reply.header('content-length', Buffer.byteLength(payload))
    done(null, null)
  })
}
