// The operations on a task. Those that its state allows are buttons, on a phone the first two; the others are in a menu, with the reason.
import type { Schemas } from '@carillon/client'
import { TaskStatus } from '@carillon/client/task-states'
import {
  IconArchive,
  IconCalendarTime,
  IconCopy,
  IconEdit,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlayerTrackNext,
  IconRepeat,
  IconSend,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useMessages } from '../../../language/language-provider.tsx'
import { useConfirm } from '../../../parts/confirm.tsx'
import { ExportMenu } from '../../../parts/files/export-menu.tsx'
import { lazyDialog, lazyPart } from '../../../parts/lazy-part.tsx'
import { useNotify } from '../../../parts/notify.ts'
import { type PageAction, PageActions } from '../../../parts/page-actions.tsx'
import { useUndo } from '../../../parts/undo.tsx'
import { useApiMutation } from '../../../session/api-hooks.ts'
import { useClient } from '../../../session/console-context.tsx'
import { useRightReason } from '../../../session/use-right-reason.ts'
import { useSystem } from '../../../session/use-system.ts'
import { operationsMessages } from '../operations.messages.ts'
import { isAllowed, type TaskOperation } from '../task-state.ts'
import { tasksMessages } from '../tasks.messages.ts'
import { useOperationReason } from '../use-operation-reason.ts'
import { useContinue } from './use-continue.ts'

const PublishDialog = lazyDialog(async () => (await import('../publish/publish-dialog.tsx')).PublishDialog, {
  isOpen: false,
})
const RecallDialog = lazyDialog(async () => (await import('./recall-dialog.tsx')).RecallDialog, {
  isOpen: false,
})
const ResumeDialog = lazyPart(async () => (await import('./resume-dialog.tsx')).ResumeDialog)
const StopDialog = lazyPart(async () => (await import('./stop-dialog.tsx')).StopDialog)
const RescheduleDialog = lazyPart(async () => (await import('./reschedule-dialog.tsx')).RescheduleDialog)

interface TaskActionsProps {
  task: Schemas['TaskDetail']
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

/** Beside the exports and the menu. */
const BUTTONS_ON_PHONE = 2

export function TaskActions({ task, selected, onRecalled }: TaskActionsProps) {
  const t = useMessages(tasksMessages)
  const notify = useNotify()
  const confirm = useConfirm()
  const { remove } = useUndo()
  const client = useClient()
  const [, navigate] = useLocation()
  const more = useMessages(operationsMessages)
  const writeReason = useRightReason()('operate')
  const duplicate = useApiMutation('/api/task/duplicate')
  const disabledReasonOf = useOperationReason(task.status)
  const continuation = useContinue(task)
  const [dialog, setDialog] = useState<'publish' | 'resume' | 'stop' | 'recall' | 'reschedule'>()
  /** Somebody has to say whether people are called now. */
  const areCallsReal = useSystem()?.gateway.isSimulated === false
  const asksWhere = areCallsReal && task.isSimulated === true
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
    // A draft has called nobody.
    if (task.status === TaskStatus.DRAFT) {
      remove({
        ids: [task.id],
        message: t.done.close,
        act: (options) => client.post('/api/task/close', { ...options, body: { id: task.id } }),
        failed: 'closeTask',
      })
      navigate('/tasks')
      return
    }
    if (await confirm({ ...t.closeQuestion, action: t.operations.close, isDangerous: true }))
      await move('close')
  }

  async function copy(): Promise<void> {
    try {
      const { id, taskName } = await duplicate.mutateAsync({ body: { id: task.id } })
      notify.done(more.duplicated(taskName))
      navigate(`/tasks/${id}`)
    } catch (error) {
      notify.failed(error, 'duplicateTask')
    }
  }

  const operations: { name: TaskOperation; Icon: typeof IconSend; onClick(): void }[] = [
    { name: 'publish', Icon: IconSend, onClick: () => setDialog('publish') },
    { name: 'pause', Icon: IconPlayerPause, onClick: () => move('pause') },
    {
      name: 'resume',
      Icon: IconPlayerPlay,
      onClick: () => (asksWhere ? setDialog('resume') : move('resume')),
    },
    { name: 'stop', Icon: IconPlayerStop, onClick: () => setDialog('stop') },
    { name: 'recall', Icon: IconRepeat, onClick: () => setDialog('recall') },
    { name: 'update', Icon: IconEdit, onClick: () => navigate(`/tasks/${task.id}/edit`) },
    { name: 'reschedule', Icon: IconCalendarTime, onClick: () => setDialog('reschedule') },
    { name: 'continue', Icon: IconPlayerTrackNext, onClick: continuation.onClick },
    { name: 'close', Icon: IconArchive, onClick: close },
  ]
  // Closing is final and never urgent; continuing makes another task.
  const isButton = ({ name }: { name: TaskOperation }) =>
    name !== 'close' && name !== 'continue' && isAllowed(name, task.status)
  const buttons = operations.filter(isButton).map(
    ({ name, Icon, onClick }): PageAction => ({
      id: name,
      label: t.operations[name],
      icon: <Icon size={14} aria-hidden />,
      variant: name === 'publish' || name === 'resume' ? 'filled' : 'default',
      isBusy: name in moves && moves[name as keyof typeof moves].isPending,
      disabledReason: disabledReasonOf(name),
      onClick,
    }),
  )
  const menuActions: PageAction[] = [
    {
      id: 'duplicate',
      label: more.duplicate,
      icon: <IconCopy size={14} aria-hidden />,
      disabledReason: writeReason,
      onClick: copy,
    },
    ...operations
      .filter((each) => !isButton(each))
      .sort((a, b) => Number(isAllowed(b.name, task.status)) - Number(isAllowed(a.name, task.status)))
      .map(({ name, Icon, onClick }) => ({
        id: name,
        label: (name === 'continue' && continuation.label) || t.operations[name],
        icon: <Icon size={14} aria-hidden />,
        disabledReason:
          disabledReasonOf(name) ?? (name === 'continue' ? continuation.disabledReason : undefined),
        onClick,
      })),
  ]

  return (
    <>
      <PageActions
        buttons={buttons}
        onPhone={buttons.slice(0, BUTTONS_ON_PHONE).map(({ id }) => id)}
        more={menuActions}
      >
        <ExportMenu
          choices={exportChoices.map(({ id, status }) => ({
            id,
            title: t.detail.export[id],
            of: [task.taskName, ...(id === 'all' ? [] : [t.detail.export[id]])],
            download: (style) =>
              client.download('/api/task/{id}/export', {
                params: { path: { id: task.id }, query: { ...style, status } },
              }),
          }))}
        />
      </PageActions>
      <PublishDialog taskId={task.id} isOpen={dialog === 'publish'} onClose={() => setDialog(undefined)} />
      {dialog === 'resume' && <ResumeDialog taskId={task.id} onClose={() => setDialog(undefined)} />}
      {dialog === 'stop' && <StopDialog taskId={task.id} onClose={() => setDialog(undefined)} />}
      {dialog === 'reschedule' && <RescheduleDialog taskId={task.id} onClose={() => setDialog(undefined)} />}
      <RecallDialog
        taskId={task.id}
        selected={selected}
        isOpen={dialog === 'recall'}
        onClose={() => setDialog(undefined)}
        onRecalled={onRecalled}
      />
    </>
  )
}
