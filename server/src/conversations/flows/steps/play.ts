// Plays an uploaded audio.
import type { Static } from 'typebox'
import { play as playSound } from '../run/run.ts'
import { audioId, next, saysThat, step } from './step-form.ts'
import type { StepKind } from './step-kind.ts'

const form = step('play', 'Plays an uploaded audio.', { audioId, announces: saysThat, next })
type PlayStep = Static<typeof form>
declare module '../flow.ts' {
  interface StepForms {
    play: PlayStep
  }
}

export const play: StepKind<PlayStep> = {
  form,
  needs: () => ['play'],
  audioOf: ({ audioId }) => audioId,
  sounds: ({ audioId }) => [{ audioId }],
  begin: (run, { audioId }) => playSound(run, { audioId }, 'playing'),
}
