// What gateways fetch to play it. They have no token: the address itself is signed. The name ends in .wav, HEAD works and the sound
// may be cached for ever by who fetches it, which is how Asterisk wants it: otherwise it would ask again with every call. Not by proxies on the way: a sentence may name a person. Not part of the documented API,
// because only gateways get these addresses.
import { Type } from 'typebox'
import type { Api } from '../../platform/http/schemas/route-schema.ts'
import { NotFound } from '../../platform/kernel/errors.ts'
import type { Sounds } from './sounds.service.ts'

const CACHE_FOREVER = 'private, max-age=31536000, immutable'
const FILE = /^([0-9a-f]{64})\.wav$/

export function addMediaRoutes(app: Api, sounds: Sounds): void {
  app.get(
    '/media/:signature/:file',
    { schema: { hide: true, params: Type.Object({ signature: Type.String(), file: Type.String() }) } },
    async (request, reply) => {
      const { signature, file } = request.params
      const [, key] = FILE.exec(file) ?? []
      const bytes = key && (await sounds.isSigned(key, signature)) ? await sounds.read(key) : undefined
      if (!bytes) throw new NotFound('sound', file)
      return reply
        .type('audio/wav')
        .header('cache-control', CACHE_FOREVER)
        .header('etag', `"${key}"`)
        .send(bytes)
    },
  )
}
