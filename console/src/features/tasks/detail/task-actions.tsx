// The operations on a task. One that the state or the token forbids is shown disabled, with the reason.
import type { Schemas } from '@carillon/client'
import {
  IconArchive,
  IconEdit,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconRepeat,
  IconSend,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useMessages } from '../../../language/language-provider.tsx'
import { ActionButton } from '../../../parts/action-button.tsx'
import { useConfirm } from '../../../parts/confirm.tsx'
import { ExportMenu } from '../../../parts/export-menu.tsx'
import { useNotify } from '../../../parts/notify.ts'
import { useApiMutation } from '../../../session/api-hooks.ts'
import { useClient } from '../../../session/console-context.tsx'
import { PublishDialog } from '../publish/publish-dialog.tsx'
import { isAllowed, type TaskOperation } from '../task-state.ts'
import { tasksMessages } from '../tasks.messages.ts'
import { useOperationReason } from '../use-operation-reason.ts'
import { RecallDialog } from './recall-dialog.tsx'
import { StopDialog } from './stop-dialog.tsx'

interface TaskActionsProps {
  task: Schemas['TaskDetail']
  failedCount: number
  /** The ids of contacts selected in one of the lists. */
  selected: ReadonlySet<string>
  onRecalled(): void
}

const exportChoices = [
  { id: 'all', status: 0 },
  { id: 'success', status: 1 },
  { id: 'failed', status: 2 },
  { id: 'notDialed', status: 3 },
] as const

export function TaskActions({ task, failedCount, selected, onRecalled }: TaskActionsProps) {
  const t = useMessages(tasksMessages)
  const notify = useNotify()
  const confirm = useConfirm()
  const client = useClient()
  const [, navigate] = useLocation()
  const disabledReasonOf = useOperationReason(task.status)
  const [dialog, setDialog] = useState<'publish' | 'stop' | 'recall'>()
  const moves = {
    pause: useApiMutation('/api/task/pause'),
    resume: useApiMutation('/api/task/resume'),
    close: useApiMutation('/api/task/close'),
  }

  async function move(operation: keyof typeof moves): Promise<void> {
    try {
      await moves[operation].mutateAsync({ body: { id: task.id } })
      notify.done(t.done[operation])
    } catch (error) {
      notify.failed(error, `${operation}Task`)
    }
  }

  async function close(): Promise<void> {
    if (await confirm({ ...t.closeQuestion, action: t.operations.close, isDangerous: true }))
      await move('close')
  }

  const button = (operation: TaskOperation, Icon: typeof IconSend, onClick: () => void, isMain = false) => (
    <ActionButton
      variant={isMain && isAllowed(operation, task.status) ? 'filled' : 'default'}
      leftSection={<Icon size={14} aria-hidden />}
      disabledReason={disabledReasonOf(operation)}
      loading={operation in moves && moves[operation as keyof typeof moves].isPending}
      onClick={onClick}
    >
      {t.operations[operation]}
    </ActionButton>
  )

  return (
    <>
      {button('publish', IconSend, () => setDialog('publish'), true)}
      {button('pause', IconPlayerPause, () => move('pause'))}
      {button('resume', IconPlayerPlay, () => move('resume'), true)}
      {button('stop', IconPlayerStop, () => setDialog('stop'))}
      {button('recall', IconRepeat, () => setDialog('recall'))}
      {button('update', IconEdit, () => navigate(`/tasks/${task.id}/edit`))}
      {button('close', IconArchive, close)}
      <ExportMenu
        choices={exportChoices.map(({ id, status }) => ({
          id,
          title: t.detail.export[id],
          download: (exportFormat) =>
            client.download('/api/task/{id}/export', {
              params: { path: { id: task.id }, query: { format: exportFormat, status } },
            }),
        }))}
      />
      <PublishDialog taskId={task.id} isOpen={dialog === 'publish'} onClose={() => setDialog(undefined)} />
      <StopDialog taskId={task.id} isOpen={dialog === 'stop'} onClose={() => setDialog(undefined)} />
      <RecallDialog
        taskId={task.id}
        failedCount={failedCount}
        selected={selected}
        isOpen={dialog === 'recall'}
        onClose={() => setDialog(undefined)}
        onRecalled={onRecalled}
      />
    </>
  )
}
