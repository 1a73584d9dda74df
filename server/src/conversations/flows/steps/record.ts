// Records the whole call while the flow goes on, or a message of the callee, for which it waits.
import { type Static, Type } from 'typebox'
import { oneOf } from '../../../platform/http/schemas/route-schema.ts'
import { GRACE_MS, setTimer } from '../run/run.ts'
import { key, next, seconds, step } from './step-form.ts'
import { DONE, type StepKind } from './step-kind.ts'

const MESSAGE_SECONDS = 60

const form = step('record', 'Records the whole call from here on, or a message of the callee.', {
  what: oneOf(['call', 'message'], {
    description: 'The whole call, while the flow goes on; or a message, for which it waits.',
  }),
  maxSeconds: Type.Optional(seconds(7200, 'The recording ends after this many seconds.')),
  silence: Type.Optional(seconds(60, 'A message ends after this many seconds of silence.')),
  tone: Type.Optional(Type.Boolean({ description: 'Whether a tone comes before a message.' })),
  endKey: Type.Optional(key('Ends a message.')),
  next,
})
type RecordStep = Static<typeof form>
declare module '../flow.ts' {
  interface StepForms {
    record: RecordStep
  }
}

export const record: StepKind<RecordStep> = {
  form,
  needs: () => ['record'],
  check(step, _surroundings, blame) {
    if (step.what === 'message') return
    for (const field of ['silence', 'tone', 'endKey'] as const)
      if (step[field] !== undefined)
        blame(field, 'is for a message, and this step records the whole call', {
          fault: 'never_used',
          params: { other: 'what' },
        })
  },
  mustBeAnnounced: ({ what }) => (what === 'call' ? 'recording' : undefined),
  waitsForCallee: ({ what }) => what === 'message',
  begin(run, step) {
    const { state, commands, context } = run
    const { result } = state
    const recordingId = context.newId()
    const offsetMs = Math.round(context.atMs)
    result.recordings = [...(result.recordings ?? []), { id: recordingId, what: step.what, offsetMs }]
    commands.push({ do: 'record', recordingId, step })
    if (step.what === 'call') return DONE
    state.phase = 'recording'
    setTimer(run, (step.maxSeconds ?? MESSAGE_SECONDS) * 1000 + GRACE_MS)
    return 'waits'
  },
  pressed({ state, commands }, { endKey }, key) {
    const recordingId = state.result.recordings?.at(-1)?.id
    if (state.phase === 'recording' && key === endKey && recordingId !== undefined)
      commands.push({ do: 'stopRecording', recordingId })
    return 'waits'
  },
}
