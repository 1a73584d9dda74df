import { Checkbox } from '@mantine/core'
import { useMessages } from '../../../../language/language-provider.tsx'
import type { StepOf } from '../../flow.ts'
import { announcesMessages } from './announces.messages.ts'

type Announces = StepOf<'say'>['announces']

interface AnnouncesFieldProps {
  isSaidByAgent?: boolean
  value: Announces
  onChange(announces: Announces): void
}

/** What the callee is told by a step. */
export function AnnouncesField({ isSaidByAgent = false, value = [], onChange }: AnnouncesFieldProps) {
  const t = useMessages(announcesMessages)
  return (
    <Checkbox.Group
      label={isSaidByAgent ? t.agentLabel : t.label}
      description={t.hint}
      value={value}
      onChange={(chosen) => onChange(chosen.length === 0 ? undefined : (chosen as NonNullable<Announces>))}
    >
      {Object.entries(t.saysThat).map(([each, said]) => (
        <Checkbox key={each} mt="xs" value={each} label={said} />
      ))}
    </Checkbox.Group>
  )
}
