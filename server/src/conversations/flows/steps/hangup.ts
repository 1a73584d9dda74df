// Ends the call.
import type { Static } from 'typebox'
import { hangUp } from '../run/run.ts'
import { step } from './step-form.ts'
import type { StepKind } from './step-kind.ts'

const form = step('hangup', 'Ends the call.', {})
type HangupStep = Static<typeof form>
declare module '../flow.ts' {
  interface StepForms {
    hangup: HangupStep
  }
}

export const hangup: StepKind<HangupStep> = {
  form,
  isLast: true,
  begin: (run) => hangUp(run),
}
