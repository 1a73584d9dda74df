// Sets a result field, or asks for another call.
import type { Static } from 'typebox'
import { text } from '../../../platform/http/schemas/text-schema.ts'
import { readCallbackTime } from '../run/callback-time.ts'
import { keepCallback, keepFields } from '../run/keep-result.ts'
import { fill } from '../run/run.ts'
import { placesIn } from '../templates.ts'
import { MAX_TEXT, name, next, step } from './step-form.ts'
import { DONE, type StepKind } from './step-kind.ts'

/** The result field that asks for another call. */
const CALLBACK_TIME = 'callbackTime'

const form = step('set', 'Sets a result field.', {
  field: name(
    'The result field. `callbackTime` asks for another call: `17:00`, `+90m`, `+2h`, `+1d` or a time such as `2026-05-04T17:00:00+02:00`.',
    ['answer'],
  ),
  value: text({ maxLength: MAX_TEXT, description: 'A text as in say.', examples: ['yes'] }),
  next,
})
type SetStep = Static<typeof form>
declare module '../flow.ts' {
  interface StepForms {
    set: SetStep
  }
}

export const set: StepKind<SetStep> = {
  form,
  texts: ({ value }) => [['value', value]],
  withTexts: (step, change) => ({ ...step, value: change(step.value) }),
  check({ field, value }, _surroundings, blame) {
    if (field === CALLBACK_TIME && !isCallbackTime(value))
      blame('value', 'must be a time such as 17:00, +90m, +2h or 2026-05-04T17:00:00+02:00', {
        fault: 'not_a_callback_time',
      })
  },
  resultsOf: ({ field }) => [`result.${field}`],
  begin(run, step) {
    const { result } = run.state
    const value = fill(run, step.value)
    if (step.field === CALLBACK_TIME) keepCallback(result, value, run.context.callbackTime(value))
    keepFields(result, { [step.field]: value })
    return DONE
  },
}

function isCallbackTime(text: string): boolean {
  const isOfCall = placesIn(text).length > 0
  return isOfCall || readCallbackTime(text, { now: new Date(0), zones: [() => 0] }) !== undefined
}
