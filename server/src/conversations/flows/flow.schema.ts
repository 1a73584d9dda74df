// The form in which users send a flow, as a JSON Schema. What a schema cannot say, such as that a step exists, is in
// check-flow.ts.
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { rule } from '../../platform/http/schemas/field-rule.ts'
import { EXAMPLE_ID, named, oneOf } from '../../platform/http/schemas/route-schema.ts'
import { text } from '../../platform/http/schemas/text-schema.ts'
import { type Flow, type FlowStep, GATHER_DEFAULTS } from './flow.ts'

const MAX_STEPS = 50
const MAX_TEXT = 2000
const MAX_CASES = 20
const MAX_PARAMETERS = 20

/** Of a step, a result field or a parameter. */
const NAME = {
  pattern: '^[A-Za-z][A-Za-z0-9_-]{0,39}$',
  'x-rules': {
    pattern: rule(
      'not_a_name',
      'must be a letter, followed by up to 39 letters, digits, underscores or hyphens',
    ),
  },
}
const name = (description: string, examples: string[]) => Type.String({ ...NAME, description, examples })
const stepId = (description: string) => name(description, ['thanks'])

const spokenText = (description: string) =>
  text({
    minLength: 1,
    maxLength: MAX_TEXT,
    description: `${description} \`{{field}}\` is a field of the contact, \`{{field|there}}\` has a fallback, \`{{digits.STEP}}\` and \`{{result.FIELD}}\` are results of the call.`,
    examples: ['Hello {{name|there}}, this is the clinic.'],
  })
const seconds = (maximum: number, description: string) =>
  Type.Integer({ minimum: 1, maximum, description, examples: [5] })
const audioId = text({
  minLength: 1,
  maxLength: 100,
  description: 'An uploaded audio.',
  examples: [EXAMPLE_ID],
})
const key = (description: string) =>
  Type.String({
    pattern: '^[0-9*#]$',
    'x-rules': { pattern: rule('not_a_key', 'must be one of the keys 0-9, * and #') },
    description,
    examples: ['#'],
  })

const speech = {
  language: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,3}$',
      'x-rules': { pattern: rule('not_a_language', 'must be a language such as en-US or zh-CN') },
      description: 'Of what is said, as a BCP 47 tag.',
      examples: ['en-US'],
    }),
  ),
  voice: Type.Optional(
    text({
      minLength: 1,
      maxLength: 100,
      description: 'As the speech provider names it.',
      examples: ['alloy'],
    }),
  ),
}

function step<const Kind extends FlowStep['type'], Fields extends TProperties>(
  type: Kind,
  description: string,
  fields: Fields,
) {
  return Type.Object(
    { id: name('Unique in the flow.', ['greeting']), type: oneOf([type], { description }), ...fields },
    { title: type, additionalProperties: false },
  )
}

const next = Type.Optional(
  stepId('The step after this one. By default the following one; after the last one the call is hung up.'),
)

const stepForms = [
  step('say', 'Says a text.', { text: spokenText('What is said.'), ...speech, next }),
  step('play', 'Plays an uploaded audio.', { audioId, next }),
  step('gather', 'Asks for keys.', {
    text: Type.Optional(spokenText('What is said meanwhile.')),
    ...speech,
    audioId: Type.Optional(audioId),
    retryText: Type.Optional(spokenText('Said before the next try, instead of the text.')),
    minDigits: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 30, default: GATHER_DEFAULTS.minDigits, examples: [1] }),
    ),
    maxDigits: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 30, default: GATHER_DEFAULTS.maxDigits, examples: [1] }),
    ),
    endKey: Type.Optional({
      ...key('Ends the input before maxDigits; it is not part of it.'),
      default: GATHER_DEFAULTS.endKey,
    }),
    keys: Type.Optional(
      Type.String({
        pattern: '^[0-9*#]{1,12}$',
        'x-rules': { pattern: rule('not_a_key', 'must be 1 to 12 of the keys 0-9, * and #') },
        description: 'Keys that are accepted. Any other key makes the try fail.',
        default: GATHER_DEFAULTS.keys,
        examples: ['12'],
      }),
    ),
    timeout: Type.Optional({
      ...seconds(60, 'Seconds to wait for a key, after the text and after each key.'),
      default: GATHER_DEFAULTS.timeout,
    }),
    tries: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10, default: GATHER_DEFAULTS.tries, examples: [2] }),
    ),
    interrupt: Type.Optional(
      Type.Boolean({ default: true, description: 'Whether a key stops what is being said.' }),
    ),
    noInput: Type.Optional(
      stepId('The step if no try brought valid input. By default the same as after valid input.'),
    ),
    next,
  }),
  step('branch', 'Goes to the step of the first case that is true, otherwise to the next one.', {
    cases: Type.Array(
      Type.Object(
        {
          when: text({
            minLength: 1,
            maxLength: 500,
            description: 'A condition on the result of the call so far.',
            examples: ['digits.confirm == "1"'],
          }),
          next: stepId('The step if the condition is true.'),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: MAX_CASES },
    ),
    next,
  }),
  step('transfer', 'Connects the callee with somebody else.', {
    to: text({
      minLength: 1,
      maxLength: 200,
      description:
        '`sip:user@host`, `tel:+4930123456`, `queue:sales` or `dialplan:context,extension,priority`.',
      examples: ['queue:sales'],
    }),
    timeout: Type.Optional({ ...seconds(600, 'Seconds that it rings there.'), default: 30 }),
    next,
  }),
  step('record', 'Records the whole call from here on, or a message of the callee.', {
    what: oneOf(['call', 'message'], {
      description: 'The whole call, while the flow goes on; or a message, for which it waits.',
    }),
    maxSeconds: Type.Optional(seconds(7200, 'The recording ends after this many seconds.')),
    silence: Type.Optional(seconds(60, 'A message ends after this many seconds of silence.')),
    tone: Type.Optional(Type.Boolean({ description: 'Whether a tone comes before a message.' })),
    endKey: Type.Optional(key('Ends a message.')),
    next,
  }),
  step('stream', 'Connects the call with a voice agent.', {
    url: text({
      minLength: 1,
      maxLength: 500,
      description: 'Of the agent: ws:// or wss://.',
      examples: ['wss://agent.example.com/calls'],
    }),
    parameters: Type.Optional(
      Type.Unsafe<Record<string, string>>(
        Type.Object(
          {},
          {
            additionalProperties: text({ maxLength: MAX_TEXT }),
            maxProperties: MAX_PARAMETERS,
            propertyNames: {
              pattern: NAME.pattern,
            },
            description: `Given to the agent in addition to the fields of the contact, up to ${MAX_PARAMETERS}; texts as in say.`,
            examples: [{ purpose: 'reminder' }],
          },
        ),
      ),
    ),
    connect: Type.Optional(
      oneOf(['ringing', 'answer'], {
        default: 'answer',
        description:
          'When the connection is opened. While it rings: the agent speaks sooner, but is also there for calls that nobody answers.',
      }),
    ),
    failText: Type.Optional(spokenText('Said if the agent fails, before the call ends.')),
    ...speech,
    maxSeconds: Type.Optional(seconds(7200, 'The conversation ends after this many seconds.')),
    next,
  }),
  step('set', 'Sets a result field.', {
    field: name(
      'The result field. `callbackTime` asks for another call: `17:00`, `+90m`, `+2h`, `+1d` or a time such as `2026-05-04T17:00:00+02:00`.',
      ['answer'],
    ),
    value: text({ maxLength: MAX_TEXT, description: 'A text as in say.', examples: ['yes'] }),
    next,
  }),
  step('optOut', 'Puts the number on a do-not-call list.', {
    listId: text({ minLength: 1, maxLength: 100, description: 'The list.', examples: [EXAMPLE_ID] }),
    next,
  }),
  step('hangup', 'Ends the call.', {}),
] as const

/** Of the forms, the one whose property has the given value decides. */
function byValueOf<Form extends TObject>(propertyName: string, forms: readonly Form[]) {
  return Type.Unsafe<Static<Form>>({
    type: 'object',
    required: [propertyName],
    discriminator: { propertyName },
    oneOf: forms,
  } as TSchema)
}

const onMachine = byValueOf('do', [
  Type.Object({ do: oneOf(['hangup']) }, { title: 'hangup', additionalProperties: false }),
  Type.Object({ do: oneOf(['continue']) }, { title: 'continue', additionalProperties: false }),
  Type.Object(
    { do: oneOf(['leaveMessage']), step: stepId('The first step of the message, after the tone.') },
    { title: 'leaveMessage', additionalProperties: false },
  ),
])

export const FlowDocument = named(
  'Flow',
  Type.Object(
    {
      ...speech,
      onMachine: Type.Optional({
        ...onMachine,
        description:
          'What happens when a machine has answered. By default the flow goes on as with a person.',
      }),
      onScreening: Type.Optional(
        Type.Object(
          { say: spokenText('Who is calling, and why.') },
          {
            additionalProperties: false,
            description:
              'What is said to what sounds like a machine and may be an assistant that asks who is calling. Whoever takes the call then hears the flow ' +
              'from its beginning; if nobody does, `onMachine` follows.',
          },
        ),
      ),
      steps: Type.Array(byValueOf('type', stepForms), {
        minItems: 1,
        maxItems: MAX_STEPS,
        description: 'Taken one after the other, unless a step names another one.',
      }),
    },
    { additionalProperties: false, description: 'What an answered call does, step by step.' },
  ),
)

type Agree<One extends Other, Other> = [One, Other]
/** The schema and flow.ts describe the same: this does not compile otherwise. */
export type FlowForms = [Agree<Static<typeof FlowDocument>, Flow>, Agree<Flow, Static<typeof FlowDocument>>]
