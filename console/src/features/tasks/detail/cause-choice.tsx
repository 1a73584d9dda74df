import type { Schemas } from '@carillon/client'
import { Checkbox, Stack } from '@mantine/core'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { useApiQuery } from '../../../session/api-hooks.ts'
import { denialMessages } from '../denial.messages.ts'
import { operationsMessages } from '../operations.messages.ts'
import { tasksMessages } from '../tasks.messages.ts'

export type RecallCause = NonNullable<Schemas['RecallRequest']['causes']>[number]

interface CauseChoiceProps {
  taskId: string
  chosen: RecallCause[]
  onChange(causes: RecallCause[]): void
}

/** Contacts that are done, by what their last calls ended with, with their numbers. */
export function CauseChoice({ taskId, chosen, onChange }: CauseChoiceProps) {
  const t = useMessages(operationsMessages)
  const { causes: callCauses } = useMessages(tasksMessages)
  const denials = useMessages(denialMessages)
  const format = useFormat()
  const { data } = useApiQuery('/api/task/{id}/contacts/counts', { params: { path: { id: taskId } } })
  const words: Record<string, string | undefined> = { ...denials, ...callCauses }
  const rows = (data?.causes ?? []).flatMap(({ state, cause, contacts }) => {
    const outcome = t.recallStates[state as keyof typeof t.recallStates]
    return outcome === undefined ? [] : [{ cause: cause as RecallCause, contacts, outcome }]
  })
  return (
    <Checkbox.Group
      label={t.byOutcome}
      value={chosen}
      onChange={(values) => onChange(values as RecallCause[])}
    >
      <Stack gap={8} mt={6}>
        {rows.map(({ cause, contacts, outcome }) => (
          <Checkbox
            key={`${outcome} ${cause}`}
            value={cause}
            size="xs"
            label={`${outcome} – ${words[cause] ?? cause} (${format.number(contacts)})`}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
