import { Select } from '@mantine/core'
import { useMessages } from '../../../../language/language-provider.tsx'
import { GrowingTextarea } from '../../../../parts/forms/growing-textarea.tsx'
import type { FlowDraft } from '../../flow-draft.ts'
import { flowsMessages } from '../../flows.messages.ts'
import { builderMessages } from '../builder.messages.ts'
import { StepSelect } from './step-select.tsx'

interface MachineInputProps {
  flow: FlowDraft
  onChange(flow: FlowDraft): void
}

const choices = ['continue', 'hangup', 'leaveMessage'] as const

/** What happens when a machine has answered, or an assistant that asks who is calling. */
export function MachineInput({ flow, onChange }: MachineInputProps) {
  const { machine: t } = useMessages(flowsMessages)
  const { fields } = useMessages(builderMessages)
  const { onMachine } = flow
  return (
    <>
      <div className="field-row">
        <Select
          label={t.label}
          allowDeselect={false}
          data={choices.map((value) => ({ value, label: t[value] }))}
          value={onMachine?.do ?? 'continue'}
          onChange={(next) => {
            if (next === 'hangup') onChange({ ...flow, onMachine: { do: 'hangup' } })
            else if (next === 'leaveMessage')
              onChange({ ...flow, onMachine: { do: 'leaveMessage', step: '' } })
            else onChange({ ...flow, onMachine: undefined })
          }}
        />
        {onMachine?.do === 'leaveMessage' && (
          <StepSelect
            label={fields.leavesFrom}
            value={onMachine.step}
            error={onMachine.step === ''}
            onChange={(step = '') => onChange({ ...flow, onMachine: { do: 'leaveMessage', step } })}
          />
        )}
      </div>
      <GrowingTextarea
        label={t.screening}
        description={t.screeningHint}
        maxRows={10}
        maxLength={2000}
        value={flow.onScreening?.say ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...flow, onScreening: value === '' ? undefined : { say: value } })
        }
      />
    </>
  )
}
