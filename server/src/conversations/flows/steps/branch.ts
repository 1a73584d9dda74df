// Goes to the step of the first case that is true.
import { type Static, Type } from 'typebox'
import { text } from '../../../platform/http/schemas/text-schema.ts'
import { EXIT_WORDS } from '../call-result.ts'
import { isTrue, parseCondition } from '../conditions.ts'
import { next, step, stepId } from './step-form.ts'
import type { StepKind } from './step-kind.ts'

const MAX_CASES = 20

const form = step('branch', 'Goes to the step of the first case that is true, otherwise to the next one.', {
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
})
type BranchStep = Static<typeof form>
declare module '../flow.ts' {
  interface StepForms {
    branch: BranchStep
  }
}

export const branch: StepKind<BranchStep> = {
  form,
  exits: ({ cases }) => cases.map(({ next }, index) => [`cases[${index}].next`, next]),
  conditions: ({ cases }) => cases.map(({ when }, index) => [`cases[${index}].when`, when]),
  exitForm: { word: 'case', value: '[0-9]{1,3}' },
  begin({ state }, { cases }) {
    const chosen = cases.findIndex(({ when }) => isTrue(parseCondition(when), state.result))
    return chosen < 0 ? { exit: EXIT_WORDS.else } : { exit: `case:${chosen + 1}`, to: cases[chosen]?.next }
  },
}
