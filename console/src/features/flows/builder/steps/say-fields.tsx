import { useMessages } from '../../../../language/language-provider.tsx'
import { builderMessages } from '../builder.messages.ts'
import { type StepProps, useIsWrong } from '../builder-context.ts'
import { AnnouncesField } from './announces-field.tsx'
import { MoreStepFields } from './more-step-fields.tsx'
import { SpokenText } from './spoken-text.tsx'
import { NextSelect } from './step-select.tsx'
import { VoiceFields } from './voice-fields.tsx'

export function SayFields({ step, onChange }: StepProps<'say'>) {
  const { fields: t } = useMessages(builderMessages)
  const isWrong = useIsWrong(step)
  return (
    <>
      <SpokenText
        label={t.text}
        placeholder={t.textPlaceholder}
        value={step.text}
        error={isWrong('text')}
        onChange={(text) => onChange({ text })}
      />
      <NextSelect stepKey={step.key} value={step.next} onChange={(next) => onChange({ next })} />
      <MoreStepFields isSet={Boolean(step.language || step.voice || step.announces)}>
        <AnnouncesField value={step.announces} onChange={(announces) => onChange({ announces })} />
        <VoiceFields isOfStep language={step.language} voice={step.voice} onChange={onChange} />
      </MoreStepFields>
    </>
  )
}
