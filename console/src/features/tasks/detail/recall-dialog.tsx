import { Modal, Radio, Select, Stack, Text } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { FormFooter } from '../../../parts/form-footer.tsx'
import { useNotify } from '../../../parts/notify.ts'
import { useApiMutation } from '../../../session/api-hooks.ts'
import { operationsMessages } from '../operations.messages.ts'
import { tasksMessages } from '../tasks.messages.ts'
import { CauseChoice, type RecallCause } from './cause-choice.tsx'

interface RecallDialogProps {
  taskId: string
  failedCount: number
  selected: ReadonlySet<string>
  isOpen: boolean
  onClose(): void
  onRecalled(): void
}

const LOWEST_PRIORITY = '5'

export function RecallDialog({
  taskId,
  failedCount,
  selected,
  isOpen,
  onClose,
  onRecalled,
}: RecallDialogProps) {
  const { recallDialog: t, priorities } = useMessages(tasksMessages)
  const format = useFormat()
  const notify = useNotify()
  const recall = useApiMutation('/api/task/{id}/recall')
  const [choice, setChoice] = useState('failed')
  const [priority, setPriority] = useState(LOWEST_PRIORITY)
  const [causes, setCauses] = useState<RecallCause[]>([])
  const more = useMessages(operationsMessages)
  // biome-ignore lint/correctness/useExhaustiveDependencies: preselects only when the dialog opens, so that the user's choice stays
  useEffect(() => {
    if (!isOpen) return
    setChoice(selected.size > 0 ? 'selected' : 'failed')
    setCauses([])
  }, [isOpen])

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (choice === 'causes' && causes.length === 0) return
    const chosen =
      choice === 'selected' ? { contactIds: [...selected] } : choice === 'causes' ? { causes } : {}
    try {
      const { recallCount } = await recall.mutateAsync({
        params: { path: { id: taskId } },
        body: { ...chosen, priority: Number(priority) },
      })
      notify.done(recallCount > 0 ? t.done(format.number(recallCount)) : t.none)
      onRecalled()
      onClose()
    } catch {
      // The form shows the error.
    }
  }

  return (
    <Modal opened={isOpen} onClose={onClose} title={t.title}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Radio.Group label={t.which} value={choice} onChange={setChoice}>
            <Stack gap={8} mt={6}>
              <Radio value="failed" label={t.allFailed(format.number(failedCount))} size="xs" />
              <Radio
                value="selected"
                label={t.selected(format.number(selected.size))}
                size="xs"
                disabled={selected.size === 0}
              />
              <Radio value="causes" label={more.byOutcome} size="xs" />
            </Stack>
          </Radio.Group>
          {choice === 'causes' && <CauseChoice taskId={taskId} chosen={causes} onChange={setCauses} />}
          {selected.size === 0 && (
            <Text size="xs" c="dimmed">
              {t.selectHint}
            </Text>
          )}
          <Select
            label={t.priority}
            allowDeselect={false}
            data={priorities.map((label, index) => ({ value: String(index + 1), label }))}
            value={priority}
            onChange={(value) => value && setPriority(value)}
            description={priority === LOWEST_PRIORITY ? more.priorityAloud.last : more.priorityAloud.other}
          />
          {choice === 'causes' && causes.length === 0 && (
            <Text size="xs" c="dimmed">
              {more.nothingChosen}
            </Text>
          )}
          <FormFooter error={recall.error} action={t.action} isBusy={recall.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}
