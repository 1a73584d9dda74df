// Says a text.
import type { Static } from 'typebox'
import { play, say as sayText } from '../run/run.ts'
import { next, saysThat, speech, spokenText, step } from './step-form.ts'
import type { StepKind } from './step-kind.ts'

const form = step('say', 'Says a text.', {
  text: spokenText('What is said.'),
  ...speech,
  announces: saysThat,
  next,
})
type SayStep = Static<typeof form>
declare module '../flow.ts' {
  interface StepForms {
    say: SayStep
  }
}

export const say: StepKind<SayStep> = {
  form,
  needs: () => ['play'],
  texts: ({ text }) => [['text', text]],
  withTexts: (step, change) => ({ ...step, text: change(step.text) }),
  sounds: ({ text }) => [{ text }],
  begin: (run, step) => play(run, sayText(run, step.text, step), 'playing'),
}
