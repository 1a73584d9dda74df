import { type Api, IdParams, liveAudioOperation } from '../../platform/http/schemas/route-schema.ts'
import { sendLiveAudio } from '../../platform/http/send-stream.ts'
import { CALLS_TAG } from './calls.routes.ts'
import type { Listening } from './listening.service.ts'

export function addListeningRoutes(app: Api, listening: Listening): void {
  app.get(
    '/api/call/:id/audio',
    liveAudioOperation({
      id: 'listenToCall',
      tag: CALLS_TAG,
      summary: 'Listen in on a live call',
      description:
        'Both sides of an answered call as they talk, as 8 kHz mu-law without a header, until it ends. The token needs `mayListen`, and the audit trail ' +
        'has who listened to which call. The callee hears `listenNotice` of the task, if it has one. Otherwise the call is not affected; a listener who is ' +
        'slow misses some of it. With Asterisk, on a node that reaches the switch of the call; otherwise 405.',
      needs: 'listen',
      bound: 'liveCall',
      params: IdParams,
      errors: [404, 405, 409],
    }),
    async (request, reply) => {
      const audio = await listening.open(request.params.id)
      return sendLiveAudio(request, reply, audio)
    },
  )

  // Otherwise closing would wait for the calls.
  app.addHook('preClose', async () => listening.close())
}
