import { Stack, Text, TextInput } from '@mantine/core'
import type { ComponentType } from 'react'
import { useMessages } from '../../../../language/language-provider.tsx'
import type { StepType } from '../../flow.ts'
import type { DraftStep } from '../../flow-draft.ts'
import { builderMessages } from '../builder.messages.ts'
import { type StepProps, useIsWrong } from '../builder-context.ts'
import { BranchFields } from './branch-fields.tsx'
import { GatherFields } from './gather-fields.tsx'
import { OptOutFields } from './opt-out-fields.tsx'
import { PlayFields } from './play-fields.tsx'
import { RecordFields } from './record-fields.tsx'
import { SayFields } from './say-fields.tsx'
import { SetFields } from './set-fields.tsx'
import { StreamFields } from './stream-fields.tsx'
import { TransferFields } from './transfer-fields.tsx'

interface StepFieldsProps {
  step: DraftStep
  onChange(step: DraftStep): void
  onRename(id: string): void
}

/** The form of a step. */
export function StepFields({ step, onChange, onRename }: StepFieldsProps) {
  const { fields: t } = useMessages(builderMessages)
  const isWrong = useIsWrong(step)
  const Fields = forms[step.type] as ComponentType<StepProps<StepType>>
  return (
    <Stack gap="sm">
      <Fields step={step} onChange={(change) => onChange({ ...step, ...change } as DraftStep)} />
      <TextInput
        label={t.id}
        description={t.idHint}
        value={step.id}
        error={isWrong('id')}
        onChange={(event) => onRename(event.currentTarget.value.replace(/\s/g, '-'))}
      />
    </Stack>
  )
}

/** What a step has to fill in. A type that is missing here does not compile. */
const forms: { [Type in StepType]: ComponentType<StepProps<Type>> } = {
  say: SayFields,
  play: PlayFields,
  gather: GatherFields,
  branch: BranchFields,
  transfer: TransferFields,
  record: RecordFields,
  stream: StreamFields,
  set: SetFields,
  optOut: OptOutFields,
  hangup: HangupFields,
}

function HangupFields() {
  const { fields: t } = useMessages(builderMessages)
  return <Text size="sm">{t.hangup}</Text>
}
