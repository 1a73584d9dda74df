import { useMessages } from '../../../../language/language-provider.tsx'
import { AudioSelect } from '../../../audio/audio-select.tsx'
import { builderMessages } from '../builder.messages.ts'
import { type StepProps, useIsWrong } from '../builder-context.ts'
import { AnnouncesField } from './announces-field.tsx'
import { MoreStepFields } from './more-step-fields.tsx'
import { NextSelect } from './step-select.tsx'

export function PlayFields({ step, onChange }: StepProps<'play'>) {
  const { fields: t } = useMessages(builderMessages)
  const isWrong = useIsWrong(step)
  return (
    <>
      <AudioSelect
        label={t.audio}
        value={step.audioId}
        error={isWrong('audioId')}
        onChange={(audioId) => onChange({ audioId })}
      />
      <NextSelect stepKey={step.key} value={step.next} onChange={(next) => onChange({ next })} />
      <MoreStepFields isSet={Boolean(step.announces)}>
        <AnnouncesField value={step.announces} onChange={(announces) => onChange({ announces })} />
      </MoreStepFields>
    </>
  )
}
