import type { Schemas } from '@carillon/client'
import { useState } from 'react'
import { useMessages } from '../../../../language/language-provider.tsx'
import { useFormat } from '../../../../language/use-format.ts'
import { ActionButton } from '../../../../parts/action-button.tsx'
import { lazyDialog } from '../../../../parts/lazy-part.tsx'
import { SelectionBar } from '../../../../parts/tables/selection-bar.tsx'
import { operationsMessages } from '../../operations.messages.ts'
import { tasksMessages } from '../../tasks.messages.ts'
import { useOperationReason } from '../../use-operation-reason.ts'

const RecallDialog = lazyDialog(async () => (await import('../recall-dialog.tsx')).RecallDialog, {
  isOpen: false,
})

export interface ContactSelectionBarProps {
  task: Schemas['TaskDetail']
  selected: ReadonlySet<string>
  /** The contacts of the page that is shown. */
  shown: string[]
  onClear(): void
}

/** Contacts stay selected across the pages of both lists. */
export function ContactSelectionBar(props: ContactSelectionBarProps) {
  const { task, selected, shown, onClear } = props
  const t = useMessages(operationsMessages)
  const { operations } = useMessages(tasksMessages)
  const format = useFormat()
  const disabledReasonOf = useOperationReason(task.status)
  const [isRecalling, setRecalling] = useState(false)
  const here = new Set(shown.filter((id) => selected.has(id))).size
  return (
    <>
      <SelectionBar
        label={t.contactBatch}
        count={selected.size}
        elsewhere={selected.size - here}
        onClear={onClear}
      >
        <ActionButton
          size="compact-sm"
          disabledReason={disabledReasonOf('recall')}
          onClick={() => setRecalling(true)}
        >
          {t.counted(operations.recall, format.number(selected.size))}
        </ActionButton>
      </SelectionBar>
      <RecallDialog
        taskId={task.id}
        selected={selected}
        isOpen={isRecalling}
        onClose={() => setRecalling(false)}
        onRecalled={onClear}
      />
    </>
  )
}
