// The form in which users send a flow, as a JSON Schema. What a schema cannot say, such as that a step exists, is in
// check-flow.ts.
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { named, oneOf } from '../../platform/http/schemas/route-schema.ts'
import type { Flow, FlowStep } from './flow.ts'
import { speech, spokenText, stepId } from './steps/step-form.ts'
import { STEPS } from './steps/steps.ts'

const MAX_STEPS = 50

const stepForms = Object.values(STEPS).map(({ form }) => form)

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
      steps: Type.Array(Type.Unsafe<FlowStep>(byValueOf('type', stepForms)), {
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
