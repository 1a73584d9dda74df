// Receives the voice platform's reports about calls. They are authenticated by their signature instead of a token.
import { Type } from 'typebox'
import {
  addSignedRoutes,
  describeSignedErrors,
  type SignedCheck,
} from '../../../platform/http/access/signed-routes.ts'
import {
  type Api,
  EXAMPLE_ID,
  envelope,
  named,
  oneOf,
  optional,
  ref,
  success,
} from '../../../platform/http/schemas/route-schema.ts'
import { text } from '../../../platform/http/schemas/text-schema.ts'
import type { HttpCallbacks } from './callbacks.service.ts'
import { REPORTED_CAUSES } from './http-calls.ts'
import { CALLBACK_PATH } from './http-gateway-settings.ts'
import { PlatformResult } from './platform-result.schema.ts'

const GatewayCallback = named(
  'GatewayCallback',
  Type.Object(
    {
      attemptId: text({
        minLength: 1,
        maxLength: 64,
        description: 'The `attemptId` of the request that placed the call.',
        examples: [EXAMPLE_ID],
      }),
      status: oneOf(['ringing', 'answered', 'ended'], {
        description: 'The stage that the call has reached.',
      }),
      cause: optional(
        oneOf([...REPORTED_CAUSES], { description: 'Why it ended; required when the status is ended.' }),
      ),
      talkSeconds: optional(
        Type.Number({
          minimum: 0,
          maximum: 2_000_000,
          description:
            'How long the call was connected. Default: from the report of the answer to the report of the end.',
        }),
      ),
      sipStatus: optional(
        Type.Integer({
          minimum: 100,
          maximum: 699,
          description: 'The SIP status that ended the call before it was answered, if the platform knows it.',
        }),
      ),
      result: optional(PlatformResult),
    },
    {
      examples: [
        {
          attemptId: EXAMPLE_ID,
          status: 'ended',
          cause: 'answered',
          talkSeconds: 42.5,
          result: { verdict: { is: 'person' }, digits: { confirm: '1' } },
        },
      ],
    },
  ),
)

/** Many times the size of a report. */
const BODY_LIMIT_BYTES = 4 * 1024

const errors = [400, 401, 404, 413, 415, 500, 503] as const

export function addHttpCallbackRoutes(api: Api, callbacks: HttpCallbacks): void {
  api.addSchema(GatewayCallback)
  const check = {
    findBadHeaders: callbacks.findBadHeaders,
    findForgery: (...[, proof, body]: Parameters<SignedCheck['findForgery']>) =>
      callbacks.findForgery(proof, body),
  }
  addSignedRoutes(api, check, (scope, onRequest) => {
    scope.post(
      CALLBACK_PATH,
      {
        bodyLimit: BODY_LIMIT_BYTES,
        onRequest,
        schema: {
          operationId: 'reportToHttpGateway',
          tags: ['Gateway'],
          summary: 'Report the progress of a call',
          description:
            'For the voice platform behind the HTTP gateway; see docs/gateways.md. Reports may come in any order and more than once.',
          security: [{ gatewaySignature: [] }],
          body: ref(GatewayCallback),
          response: {
            200: { description: 'The report is stored, or was stored before.', ...envelope(Type.Null()) },
            ...describeSignedErrors(errors),
          },
        },
      },
      async (request) => {
        await callbacks.receive(request.body)
        return success(null)
      },
    )
  })
}
