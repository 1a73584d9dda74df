// The settings of a task that say what its calls do: the fields of requests and of answers.
import { type Static, Type } from 'typebox'
import type { FlowDocument } from '../flows/flow.schema.ts'
import { optional, orNull } from '../http/route-schema.ts'
import { text } from '../http/text-schema.ts'

/** The schema of a flow is checked after that of the request, so that an error names the step. */
const documented = {
  type: ['object', 'null'],
  additionalProperties: true,
  'x-documented': {
    additionalProperties: undefined,
    anyOf: [{ $ref: '#/components/schemas/Flow' }, { type: 'null' }],
  },
  description:
    'What an answered call does; null is nothing: the call goes where the gateway sends it. `POST /api/flow/check` says what is ' +
    'wrong with it.',
  examples: [{ steps: [{ id: 'greeting', type: 'say', text: 'Hello {{name|there}}.' }] }],
}
const flow = Type.Unsafe<unknown>(documented)
const flowOrNull = Type.Unsafe<Static<typeof FlowDocument> | null>(documented)
const successWhen = text({
  minLength: 1,
  maxLength: 500,
  description:
    'Which answered calls are a success: `answered` (all), `person`, or a condition on the result such as ' +
    '`digits.confirm == "1"`, in which digits and result fields are those of the flow.',
  examples: ['digits.confirm == "1"'],
})
const maxAgents = orNull(
  Type.Integer({
    minimum: 1,
    maximum: 10_000,
    description: 'Max number of voice agents, which is the max number of calls, at once. Null is no limit.',
    examples: [10],
  }),
)

export const flowInputs = {
  flow: Type.Optional(flow),
  successWhen: optional(successWhen),
  maxAgents: Type.Optional(maxAgents),
}

export const flowSettings = { flow: flowOrNull, successWhen, maxAgents }
