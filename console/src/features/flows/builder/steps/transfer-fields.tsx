import { TextInput } from '@mantine/core'
import { useMessages } from '../../../../language/language-provider.tsx'
import { transferWords } from '../../steps/transfer.ts'
import { builderMessages } from '../builder.messages.ts'
import { type StepProps, useIsWrong } from '../builder-context.ts'
import { NumberField } from './number-field.tsx'
import { NextSelect } from './step-select.tsx'

export function TransferFields({ step, onChange }: StepProps<'transfer'>) {
  const { fields: t } = useMessages(builderMessages)
  const words = useMessages(transferWords)
  const isWrong = useIsWrong(step)
  return (
    <>
      <TextInput
        label={t.to}
        description={t.toHint}
        placeholder="queue:sales"
        value={step.to}
        error={isWrong('to')}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
      <NumberField
        label={words.fields.timeout}
        value={step.timeout}
        onChange={(timeout) => onChange({ timeout })}
        fallback={30}
        min={1}
        max={600}
        error={isWrong('timeout')}
      />
      <NextSelect
        stepKey={step.key}
        label={t.notReached}
        value={step.next}
        onChange={(next) => onChange({ next })}
      />
    </>
  )
}
