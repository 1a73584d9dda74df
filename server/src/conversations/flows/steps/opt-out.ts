// Puts the number on a do-not-call list.
import type { Static } from 'typebox'
import { EXAMPLE_ID } from '../../../platform/http/schemas/route-schema.ts'
import { text } from '../../../platform/http/schemas/text-schema.ts'
import { next, step } from './step-form.ts'
import { DONE, type StepKind } from './step-kind.ts'

const form = step('optOut', 'Puts the number on a do-not-call list.', {
  listId: text({ minLength: 1, maxLength: 100, description: 'The list.', examples: [EXAMPLE_ID] }),
  next,
})
type OptOutStep = Static<typeof form>
declare module '../flow.ts' {
  interface StepForms {
    optOut: OptOutStep
  }
}

export const optOut: StepKind<OptOutStep> = {
  form,
  listOf: ({ listId }) => listId,
  begin({ state, commands }, { listId }) {
    state.result.optOut = listId
    commands.push({ do: 'optOut', listId })
    return DONE
  },
}
