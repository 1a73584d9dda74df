// The parts of which the forms of steps are made, as JSON Schemas.
import { type TProperties, Type } from 'typebox'
import { rule } from '../../../platform/http/schemas/field-rule.ts'
import { EXAMPLE_ID, oneOf } from '../../../platform/http/schemas/route-schema.ts'
import { text } from '../../../platform/http/schemas/text-schema.ts'
import { ANNOUNCEMENTS } from '../flow.ts'

export const MAX_TEXT = 2000

/** The name of a step, a result field or a parameter. */
export const NAME = {
  pattern: '^[A-Za-z][A-Za-z0-9_-]{0,39}$',
  'x-rules': {
    pattern: rule(
      'not_a_name',
      'must be a letter, followed by up to 39 letters, digits, underscores or hyphens',
    ),
  },
}
export const name = (description: string, examples: string[]) =>
  Type.String({ ...NAME, description, examples })
export const stepId = (description: string) => name(description, ['thanks'])

export const spokenText = (description: string) =>
  text({
    minLength: 1,
    maxLength: MAX_TEXT,
    description: `${description} \`{{field}}\` is a field of the contact, \`{{field|there}}\` has a fallback, \`{{digits.STEP}}\` and \`{{result.FIELD}}\` are results of the call.`,
    examples: ['Hello {{name|there}}, this is the clinic.'],
  })
export const seconds = (maximum: number, description: string) =>
  Type.Integer({ minimum: 1, maximum, description, examples: [5] })
export const audioId = text({
  minLength: 1,
  maxLength: 100,
  description: 'An uploaded audio.',
  examples: [EXAMPLE_ID],
})
export const key = (description: string) =>
  Type.String({
    pattern: '^[0-9*#]$',
    'x-rules': { pattern: rule('not_a_key', 'must be one of the keys 0-9, * and #') },
    description,
    examples: ['#'],
  })

export const speech = {
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

/** The author says so: what a sentence means cannot be checked. */
export const announces = (description: string) =>
  Type.Optional(
    Type.Array(oneOf([...ANNOUNCEMENTS]), {
      maxItems: ANNOUNCEMENTS.length,
      description,
      examples: [['artificialVoice']],
    }),
  )
export const saysThat = announces(
  'What the callee is told by it: that the voice is artificial, that the call is recorded. You say so; the service checks that it comes before a voice agent or a recording.',
)

export const next = Type.Optional(
  stepId('The step after this one. By default the following one; after the last one the call is hung up.'),
)

export function step<const Kind extends string, Fields extends TProperties>(
  type: Kind,
  description: string,
  fields: Fields,
) {
  return Type.Object(
    { id: name('Unique in the flow.', ['greeting']), type: oneOf([type], { description }), ...fields },
    { title: type, additionalProperties: false },
  )
}
