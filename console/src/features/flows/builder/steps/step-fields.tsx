import { Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMessages } from '../../../../language/language-provider.tsx'
import type { DraftStep } from '../../flow-draft.ts'
import { builderMessages } from '../builder.messages.ts'
import { useIsWrong } from '../builder-context.ts'
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
  return (
    <Stack gap="sm">
      <FieldsOfType step={step} onChange={onChange} />
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

function FieldsOfType({ step, onChange }: Omit<StepFieldsProps, 'onRename'>): ReactNode {
  const { fields: t } = useMessages(builderMessages)
  const merge = (change: Partial<DraftStep>) => onChange({ ...step, ...change } as DraftStep)
  switch (step.type) {
    case 'say':
      return <SayFields step={step} onChange={merge} />
    case 'play':
      return <PlayFields step={step} onChange={merge} />
    case 'gather':
      return <GatherFields step={step} onChange={merge} />
    case 'branch':
      return <BranchFields step={step} onChange={merge} />
    case 'transfer':
      return <TransferFields step={step} onChange={merge} />
    case 'record':
      return <RecordFields step={step} onChange={merge} />
    case 'stream':
      return <StreamFields step={step} onChange={merge} />
    case 'set':
      return <SetFields step={step} onChange={merge} />
    case 'optOut':
      return <OptOutFields step={step} onChange={merge} />
    case 'hangup':
      return <Text size="sm">{t.hangup}</Text>
  }
}
