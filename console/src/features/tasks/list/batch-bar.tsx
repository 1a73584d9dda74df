import type { Schemas } from '@carillon/client'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { ActionButton } from '../../../parts/action-button.tsx'
import { useConfirm } from '../../../parts/confirm.tsx'
import { SelectionBar } from '../../../parts/tables/selection-bar.tsx'
import { useRightReason } from '../../../session/use-right-reason.ts'
import { operationsMessages } from '../operations.messages.ts'
import { isAllowed } from '../task-state.ts'
import { tasksMessages } from '../tasks.messages.ts'
import { type BatchOperation, batchOperations, useBatch } from './use-batch.ts'
import { useNameList } from './use-name-list.ts'

type Task = Schemas['TaskSummary']

interface BatchBarProps {
  selected: Task[]
  /** How many of them are not on this page. */
  elsewhere: number
  onDone(): void
}

/** What can be done with the selected tasks; the number says for how many of them. */
export function BatchBar({ selected, elsewhere, onDone }: BatchBarProps) {
  const t = useMessages(operationsMessages)
  const { operations } = useMessages(tasksMessages)
  const format = useFormat()
  const confirm = useConfirm()
  const nameList = useNameList()
  const writeReason = useRightReason()('operate')
  const run = useBatch()
  // The tasks as they were when the operation began: until it is over, no button comes or goes.
  const [moving, setMoving] = useState<Task[]>()

  async function start(operation: BatchOperation, tasks: Task[]): Promise<void> {
    if (operation === 'stop' || operation === 'close') {
      const names = nameList(tasks.map(({ taskName }) => taskName))
      const question = {
        title: t.batchQuestion[operation](format.number(tasks.length)),
        text: t.reason(names, t.batchText[operation]),
        action: operations[operation],
        isDangerous: true,
      }
      if (!(await confirm(question))) return
    }
    setMoving(selected)
    const done = await run(operation, tasks)
    setMoving(undefined)
    // If nothing was changed, it can be tried again.
    if (done > 0) onDone()
  }

  const possible = batchOperations
    .map((operation) => ({
      operation,
      tasks: (moving ?? selected).filter(({ status }) => isAllowed(operation, status)),
    }))
    .filter(({ tasks }) => tasks.length > 0)
  return (
    <SelectionBar label={t.batch} count={selected.length} elsewhere={elsewhere} onClear={onDone}>
      {possible.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.batchNone}
        </Text>
      )}
      {possible.map(({ operation, tasks }) => (
        <ActionButton
          key={operation}
          size="compact-sm"
          loading={moving !== undefined}
          disabledReason={writeReason}
          onClick={() => void start(operation, tasks)}
        >
          {t.counted(operations[operation], format.number(tasks.length))}
        </ActionButton>
      ))}
    </SelectionBar>
  )
}
