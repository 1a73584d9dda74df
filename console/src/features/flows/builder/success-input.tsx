import { Select, Stack } from '@mantine/core'
import { useMessages } from '../../../language/language-provider.tsx'
import { firstCondition } from '../conditions.ts'
import { flowsMessages } from '../flows.messages.ts'
import { builderMessages } from './builder.messages.ts'
import { useBuilder } from './builder-context.ts'
import { ConditionInput } from './steps/condition-input.tsx'

interface SuccessInputProps {
  value: string
  onChange(rule: string): void
  error: boolean
}

const choices = ['answered', 'person', 'condition'] as const

/** What counts as success. */
export function SuccessInput({ value, onChange, error }: SuccessInputProps) {
  const { success: t } = useMessages(flowsMessages)
  const { successHint } = useMessages(builderMessages)
  const { flow } = useBuilder()
  const kind = value === 'answered' || value === 'person' ? value : 'condition'
  return (
    <Stack gap="xs">
      <Select
        label={t.label}
        description={successHint}
        allowDeselect={false}
        data={choices.map((choice) => ({ value: choice, label: t[choice] }))}
        value={kind}
        onChange={(next) => {
          if (next === kind || next === null) return
          onChange(next === 'condition' ? firstCondition(flow) : next)
        }}
      />
      {kind === 'condition' && (
        <ConditionInput label={t.condition} value={value} onChange={onChange} error={error} />
      )}
    </Stack>
  )
}
