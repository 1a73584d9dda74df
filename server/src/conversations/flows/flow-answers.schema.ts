// The JSON form of answers about flows: faults, previews and examples.
import { Type } from 'typebox'
import { Id, named, oneOf, optional, orNull, ref } from '../../platform/http/schemas/route-schema.ts'
import { storable, text } from '../../platform/http/schemas/text-schema.ts'
import { TRANSFER_RESULTS, VERDICTS } from '../../platform/words/calls.ts'
import { FlowDocument } from './flow.schema.ts'
import { SHORT_EXAMPLE as EXAMPLE } from './flow-examples.ts'

/** What is wrong with it is found by reading it, so that an error names the step. */
const anyFlow = (description: string, documented = {}) =>
  Type.Unsafe<unknown>({
    type: 'object',
    additionalProperties: true,
    description,
    examples: [EXAMPLE],
    'x-documented': documented,
  })

export const FlowCheck = named(
  'FlowCheck',
  Type.Object(
    {
      flow: anyFlow('Any document: what is wrong with it is in the answer.'),
      dataSourceId: optional({
        ...Id,
        description: 'A data source that exists: whether its contacts have the fields that the flow uses.',
      }),
      successWhen: optional(
        text({
          maxLength: 500,
          description: 'As in a task; it is checked together with the flow.',
          examples: ['digits.confirm == "1"'],
        }),
      ),
    },
    { examples: [{ flow: EXAMPLE, successWhen: 'digits.confirm == "1"' }] },
  ),
)

export const FlowFaultForm = named(
  'FlowFault',
  Type.Object({
    step: orNull(
      Type.String({ description: 'The id of the step; null if it is about none.', examples: ['ask'] }),
    ),
    field: Type.String({ examples: ['flow.steps[2].next'] }),
    code: Type.String({ description: 'As in the errors of requests.', examples: ['flow_invalid'] }),
    message: Type.String({ description: 'The same in a sentence.' }),
    params: Type.Object(
      {},
      {
        additionalProperties: {
          anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'array', items: { type: 'string' } }],
        },
        description: 'The facts of the code, by name.',
      },
    ),
  }),
)

export const FlowFaults = named(
  'FlowFaults',
  Type.Object({ faults: Type.Array(ref(FlowFaultForm), { description: 'Empty: the flow can be used.' }) }),
)

const fieldValues = (description: string) =>
  Type.Unsafe<Record<string, string>>(
    Type.Object(
      {},
      {
        additionalProperties: { type: 'string', maxLength: 2000, pattern: storable.pattern },
        maxProperties: 100,
        description,
        examples: [{ name: 'Ada' }],
      },
    ),
  )

const walkEvent = Type.Object(
  {
    key: Type.Optional(oneOf([...'0123456789*#'], { description: 'The callee presses a key.' })),
    wait: Type.Optional(
      Type.Unsafe<true>({
        type: 'boolean',
        enum: [true],
        description: 'Time passes until something happens.',
      }),
    ),
    verdict: Type.Optional(
      oneOf([...VERDICTS], {
        description:
          'Who has answered. As the first event it applies from the beginning; otherwise a person says hello.',
      }),
    ),
    transfer: Type.Optional(oneOf([...TRANSFER_RESULTS], { description: 'How the transfer ends.' })),
    agent: Type.Optional(
      oneOf(['done', 'refused', 'silent', 'died'], { description: 'How the voice agent ends.' }),
    ),
    fields: Type.Optional(fieldValues('With agent: the result fields that it gives.')),
    hangup: Type.Optional(
      Type.Unsafe<true>({ type: 'boolean', enum: [true], description: 'The callee hangs up.' }),
    ),
  },
  { additionalProperties: false, minProperties: 1, maxProperties: 2, description: 'One of them at a time.' },
)

export const FlowPreviewRequest = named(
  'FlowPreviewRequest',
  Type.Object(
    {
      flow: anyFlow('The flow to walk through.', {
        additionalProperties: undefined,
        anyOf: [{ $ref: '#/components/schemas/Flow' }],
      }),
      fields: optional(fieldValues('The fields of the contact.')),
      fromStep: optional(
        Type.String({
          minLength: 1,
          maxLength: 64,
          description: 'The step at which the walk begins: one of the flow. By default the first one.',
          examples: ['confirm'],
        }),
      ),
      events: optional(
        Type.Array(walkEvent, {
          maxItems: 500,
          description: 'Everything that has happened so far, from the answer on.',
          examples: [[{ wait: true }, { key: '1' }]],
        }),
      ),
    },
    { examples: [{ flow: EXAMPLE, fields: { name: 'Ada' }, events: [{ key: '1' }] }] },
  ),
)

export const FlowPreview = named(
  'FlowPreview',
  Type.Object({
    entries: Type.Array(
      Type.Object({
        atMs: Type.Integer({
          description: 'Milliseconds after the answer; how long a text takes is a guess.',
        }),
        step: Type.String({ description: 'The id of the step.' }),
        what: oneOf(
          ['say', 'play', 'key', 'set', 'record', 'transfer', 'stream', 'optOut', 'verdict', 'hangup'],
          { description: 'What happened.' },
        ),
        text: Type.String({
          description:
            'The text that is said, the id of the audio, the key, the result field with its value, the target, the address of the ' +
            'agent, the list, or the verdict.',
        }),
      }),
      { description: 'What has happened, in order.' },
    ),
    step: Type.String({ description: 'The step that the call is in.' }),
    waitsFor: orNull(
      oneOf(['sound', 'key', 'recording', 'transfer', 'agent', 'tone', 'talk'], {
        description:
          'What the call waits for; null: it is over. Where it waits for a key, `wait` lets the time for it pass. `talk`: the callee ' +
          'talks with somebody else.',
      }),
    ),
    result: Type.Object({}, { additionalProperties: true, description: 'What has come of the call so far.' }),
    isOver: Type.Boolean(),
  }),
)

export const FlowExample = named(
  'FlowExample',
  Type.Object({
    id: Type.String({ examples: ['appointment'] }),
    name: Type.String(),
    description: Type.String(),
    flow: Type.Unsafe<unknown>({
      type: 'object',
      additionalProperties: true,
      'x-documented': { additionalProperties: undefined, anyOf: [ref(FlowDocument)] },
    }),
    successWhen: Type.String(),
    choices: Type.Array(
      Type.Object({
        step: Type.String(),
        field: Type.String(),
        what: oneOf(['list', 'target', 'url'], {
          description: 'A do-not-call list, a place to transfer to, or the address of a voice agent.',
        }),
      }),
      { description: 'What has to be chosen before the flow can be used.' },
    ),
  }),
)
