import { Autocomplete } from '@mantine/core'
import { useMessages } from '../../../../language/language-provider.tsx'
import { builderMessages } from '../builder.messages.ts'
import { type StepProps, useIsWrong } from '../builder-context.ts'
import { SpokenText } from './spoken-text.tsx'
import { NextSelect } from './step-select.tsx'

export function SetFields({ step, onChange }: StepProps<'set'>) {
  const { fields: t } = useMessages(builderMessages)
  const isWrong = useIsWrong(step)
  return (
    <>
      <Autocomplete
        size="xs"
        label={t.field}
        description={t.fieldHint}
        data={['callbackTime']}
        value={step.field}
        error={isWrong('field')}
        onChange={(field) => onChange({ field: field.trim() })}
      />
      <SpokenText
        label={t.value}
        minRows={1}
        value={step.value}
        error={isWrong('value')}
        onChange={(value) => onChange({ value })}
      />
      <NextSelect stepKey={step.key} value={step.next} onChange={(next) => onChange({ next })} />
    </>
  )
}
