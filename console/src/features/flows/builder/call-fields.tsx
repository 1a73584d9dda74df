// What a call has beside its steps: who answers, what counts as a success, how many agents talk at once.
import { NumberInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import type { CallValues, FlowDraft } from '../flow-draft.ts'
import { flowsMessages } from '../flows.messages.ts'
import { hasAgent } from '../steps/steps.ts'
import { builderMessages } from './builder.messages.ts'
import { MachineInput } from './steps/machine-input.tsx'
import { SuccessInput } from './success-input.tsx'

interface CallFieldsProps {
  call: CallValues & { flow: FlowDraft }
  onChange(call: CallValues): void
  /** Whether it is a success of a task or not. */
  hasRule: boolean
  isRuleWrong: boolean
  /** Whether the flow is edited as text, which says what a machine hears. */
  isText: boolean
  children?: ReactNode
}

export function CallFields({ call, onChange, hasRule, isRuleWrong, isText, children }: CallFieldsProps) {
  const t = useMessages(builderMessages)
  const words = useMessages(flowsMessages)
  return (
    <>
      {!isText && <MachineInput flow={call.flow} onChange={(flow) => onChange({ ...call, flow })} />}
      {hasRule && (
        <SuccessInput
          value={call.successWhen}
          error={isRuleWrong}
          onChange={(successWhen) => onChange({ ...call, successWhen })}
        />
      )}
      {hasRule && hasAgent(call.flow) && (
        <NumberInput
          label={words.maxAgents}
          description={t.maxAgentsHint}
          min={1}
          max={10_000}
          clampBehavior="none"
          allowDecimal={false}
          value={call.maxAgents}
          onChange={(maxAgents) => onChange({ ...call, maxAgents })}
        />
      )}
      {children}
    </>
  )
}
