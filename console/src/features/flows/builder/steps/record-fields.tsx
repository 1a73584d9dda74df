import { Checkbox, Select, Text, TextInput } from '@mantine/core'
import { useMessages } from '../../../../language/language-provider.tsx'
import { builderMessages } from '../builder.messages.ts'
import { type StepProps, useIsWrong } from '../builder-context.ts'
import { NumberField } from './number-field.tsx'
import { NextSelect } from './step-select.tsx'

export function RecordFields({ step, onChange }: StepProps<'record'>) {
  const { fields: t } = useMessages(builderMessages)
  const isWrong = useIsWrong(step)
  const isMessage = step.what === 'message'
  return (
    <>
      <Select
        label={t.what}
        allowDeselect={false}
        data={[
          { value: 'call', label: t.recordCall },
          { value: 'message', label: t.recordMessage },
        ]}
        value={step.what}
        onChange={(what) =>
          onChange(
            what === 'message'
              ? { what }
              : { what: 'call', silence: undefined, tone: undefined, endKey: undefined },
          )
        }
      />
      <div className="field-row">
        <NumberField
          label={t.maxSeconds}
          value={step.maxSeconds}
          onChange={(maxSeconds) => onChange({ maxSeconds })}
          fallback={isMessage ? 60 : undefined}
          min={1}
          max={7200}
          error={isWrong('maxSeconds')}
        />
        {isMessage && (
          <NumberField
            label={t.silence}
            value={step.silence}
            onChange={(silence) => onChange({ silence })}
            min={1}
            max={60}
            error={isWrong('silence')}
          />
        )}
        {isMessage && (
          <TextInput
            label={t.endKey}
            maxLength={1}
            value={step.endKey ?? ''}
            error={isWrong('endKey')}
            onChange={(event) => onChange({ endKey: event.currentTarget.value })}
          />
        )}
      </div>
      {isMessage && (
        <Checkbox
          label={t.tone}
          checked={step.tone ?? true}
          onChange={({ currentTarget: { checked } }) => onChange({ tone: checked ? undefined : false })}
        />
      )}
      <Text size="xs" c="dimmed">
        {t.recordLaw}
      </Text>
      <NextSelect stepKey={step.key} value={step.next} onChange={(next) => onChange({ next })} />
    </>
  )
}
