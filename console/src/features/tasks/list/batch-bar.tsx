import type { Schemas } from '@carillon/client'
import { Button, Group, Text } from '@mantine/core'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { ActionButton } from '../../../parts/action-button.tsx'
import { useConfirm } from '../../../parts/confirm.tsx'
import { useScopeReason } from '../../../session/use-scope-reason.ts'
import { operationsMessages } from '../operations.messages.ts'
import { isAllowed } from '../task-state.ts'
import { tasksMessages } from '../tasks.messages.ts'
import { type BatchOperation, batchOperations, useBatch } from './use-batch.ts'

interface BatchBarProps {
  selected: Schemas['TaskSummary'][]
  onDone(): void
}

/** What can be done with the selected tasks; the number says for how many of them. */
export function BatchBar({ selected, onDone }: BatchBarProps) {
  const t = useMessages(operationsMessages)
  const { operations } = useMessages(tasksMessages)
  const format = useFormat()
  const confirm = useConfirm()
  const writeReason = useScopeReason()('write')
  const { isBusy, run } = useBatch()

  async function start(operation: BatchOperation, ids: string[]): Promise<void> {
    if (operation === 'stop' || operation === 'close') {
      const question = {
        title: t.batchQuestion[operation](format.number(ids.length)),
        text: t.batchText[operation],
        action: operations[operation],
        isDangerous: true,
      }
      if (!(await confirm(question))) return
    }
    await run(operation, ids)
    onDone()
  }

  return (
    <Group gap="xs" role="toolbar" aria-label={t.batch} mb="xs">
      <Text size="sm" fw={500} aria-live="polite">
        {t.selected(format.number(selected.length))}
      </Text>
      {batchOperations.map((operation) => {
        const ids = selected.filter(({ status }) => isAllowed(operation, status)).map(({ id }) => id)
        if (ids.length === 0) return null
        return (
          <ActionButton
            key={operation}
            size="compact-sm"
            loading={isBusy}
            disabledReason={writeReason}
            onClick={() => void start(operation, ids)}
          >
            {`${operations[operation]} (${format.number(ids.length)})`}
          </ActionButton>
        )
      })}
      <Button variant="subtle" size="compact-sm" onClick={onDone}>
        {t.clearSelection}
      </Button>
    </Group>
  )
}
