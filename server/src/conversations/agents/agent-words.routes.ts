// Receives what voice agents say about their calls. They are authenticated by their signature instead of a token.
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import {
  addSignedRoutes,
  describeSignedErrors,
  type SignedCheck,
} from '../../platform/http/access/signed-routes.ts'
import { rule } from '../../platform/http/schemas/field-rule.ts'
import {
  type Api,
  envelope,
  Id,
  named,
  oneOf,
  optional,
  ref,
  success,
} from '../../platform/http/schemas/route-schema.ts'
import { text } from '../../platform/http/schemas/text-schema.ts'
import { VERDICTS } from '../../platform/words/calls.ts'
import { MAX_RESULT_FIELDS } from '../flows/run/keep-result.ts'
import { toldConversation } from '../transcripts/conversation.schema.ts'
import { MAX_FIELD_NAME, MAX_FIELD_VALUE, MAX_HOW } from './agent-word.ts'
import { type AgentWords, agentPath, type Signer } from './agent-words.service.ts'
import { MAX_KEYS, MAX_PLACE, MAX_RING_SECONDS } from './read-command.ts'

const keys = (pattern: string, description: string) =>
  Type.String({
    pattern,
    'x-rules': { pattern: rule('not_a_key', 'may contain only the keys 0-9, * and #') },
    description,
  })

/** A request has at most one of them. */
const commands = {
  transfer: optional(
    Type.Object(
      {
        to: text({ minLength: 1, maxLength: MAX_PLACE, description: 'As in a `transfer` step.' }),
        timeout: optional(
          Type.Integer({
            minimum: 1,
            maximum: MAX_RING_SECONDS,
            description: 'Seconds that it rings there.',
          }),
        ),
        whisper: optional(
          text({
            minLength: 1,
            maxLength: MAX_FIELD_VALUE,
            description: 'Said to the other party, who then takes the call with `acceptKey`.',
          }),
        ),
        acceptKey: optional(keys('^[0-9*#]$', '1 if it is left out.')),
      },
      {
        description:
          'Transfers the call. The agent goes on until the other party has taken it. A request has one of `transfer`, `hangup`, `sendDigits` and `say`.',
      },
    ),
  ),
  hangup: optional(Type.Boolean({ description: 'Hangs up at once.' })),
  sendDigits: optional(keys(`^[0-9*#]{1,${MAX_KEYS}}$`, 'Keys that the callee gets as tones.')),
  say: optional(
    Type.Object(
      {
        text: text({ minLength: 1, maxLength: MAX_FIELD_VALUE }),
        language: optional(text({ maxLength: 35 })),
        voice: optional(text({ maxLength: 100 })),
      },
      { description: 'Says a sentence with the speech of the service.' },
    ),
  ),
}

const AgentWordBody = named(
  'AgentWord',
  Type.Object(
    {
      verdict: optional(oneOf([...VERDICTS], { description: 'Who answered.' })),
      how: optional(text({ maxLength: MAX_HOW, description: 'How the agent knows, in a word.' })),
      fields: optional(
        Type.Unsafe<Record<string, string | number | boolean>>({
          type: 'object',
          maxProperties: MAX_RESULT_FIELDS,
          propertyNames: text({ minLength: 1, maxLength: MAX_FIELD_NAME }),
          additionalProperties: {
            ...text({ maxLength: MAX_FIELD_VALUE }),
            type: ['string', 'number', 'boolean', 'null'],
          },
          description: 'Result fields, stored as text. They are added to those that the call has.',
        }),
      ),
      callbackTime: optional(
        text({
          maxLength: MAX_FIELD_VALUE,
          description:
            'When to call again: a time such as `2026-05-04T17:00:00+02:00`, a time of day such as `17:00`, or a delay such as `+90m`. At most `CALLBACK_MAX_DAYS` ahead.',
        }),
      ),
      ...toldConversation,
      ...commands,
    },
    { examples: [{ verdict: 'person', fields: { appointment: 'confirmed' }, callbackTime: '17:00' }] },
  ),
)

/** Enough for all fields and lines at their longest. */
const BODY_LIMIT_BYTES = 1024 * 1024

const errors = [400, 401, 403, 404, 409, 413, 415, 500, 503] as const

export function addAgentWordRoutes(api: Api, words: AgentWords): void {
  api.addSchema(AgentWordBody)
  const signers = new WeakMap<FastifyRequest['raw'], Signer>()
  const check: SignedCheck = {
    findBadHeaders: words.findBadHeaders,
    findForgery(request, proof, body) {
      const found = words.findSigner((request.params as { callId: string }).callId, proof, body)
      if ('message' in found) return found
      signers.set(request.raw, found)
      return undefined
    },
  }
  addSignedRoutes(api, check, (scope, onRequest) => {
    scope.post(
      agentPath(':callId'),
      {
        bodyLimit: BODY_LIMIT_BYTES,
        onRequest,
        schema: {
          operationId: 'tellAboutCall',
          tags: ['Calls'],
          summary: 'Say what came of a call, as its voice agent',
          description:
            'While the call is live; `transcript`, `summary` and `cost` also for an hour after it. What is said later corrects what was said before. Answers when it has been taken; see docs/voice-agents.md.',
          security: [{ gatewaySignature: [] }],
          params: Type.Object({ callId: Id }),
          body: ref(AgentWordBody),
          response: {
            200: { description: 'It was taken for the call.', ...envelope(Type.Null()) },
            ...describeSignedErrors(errors),
          },
        },
      },
      async (request) => {
        await words.receive(request.params.callId, request.body, signers.get(request.raw) as Signer)
        return success(null)
      },
    )
  })
}
