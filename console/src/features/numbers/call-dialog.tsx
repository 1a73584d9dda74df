import { Modal, Select, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { FormFooter } from '../../parts/forms/form-footer.tsx'
import { toTimestamp } from '../../parts/forms/local-time.ts'
import { TimeField } from '../../parts/forms/time-field.tsx'
import { useNotify } from '../../parts/notify.ts'
import { useApiMutation, useApiQuery } from '../../session/api-hooks.ts'
import { numbersMessages } from './numbers.messages.ts'

interface CallDialogProps {
  isOpen: boolean
  phoneNumber: string
  onClose(): void
}

const MAX_TASKS = 50

/** One call to the number, with the flow of a task, now or later. */
export function CallDialog({ isOpen, phoneNumber, onClose }: CallDialogProps) {
  const { call: t } = useMessages(numbersMessages)
  const notify = useNotify()
  const ask = useApiMutation('/api/call')
  const [search, setSearch] = useState('')
  const [taskId, setTaskId] = useState<string | null>(null)
  const [time, setTime] = useState('')
  const [needle] = useDebouncedValue(search, 200)
  const { data } = useApiQuery(
    '/api/task/list',
    { params: { query: { pageSize: MAX_TASKS, ...(needle !== '' && { taskName: needle }) } } },
    { isEnabled: isOpen, keepsPrevious: true },
  )

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (taskId === null) return
    const callTime = time === '' ? {} : { callTime: toTimestamp(time) }
    try {
      await ask.mutateAsync({ body: { phoneNumber, taskId, ...callTime } })
      notify.done(time === '' ? t.done : t.planned)
      onClose()
    } catch {
      // The form shows the error.
    }
  }

  return (
    <Modal opened={isOpen} onClose={onClose} title={t.title(phoneNumber)}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm">{t.text}</Text>
          <Select
            label={t.task}
            required
            searchable
            searchValue={search}
            onSearchChange={setSearch}
            nothingFoundMessage={t.noTask}
            data={(data?.rows ?? []).map(({ id, taskName }) => ({ value: id, label: taskName }))}
            value={taskId}
            onChange={setTaskId}
          />
          <TimeField label={t.time} description={t.timeHint} value={time} onChange={setTime} />
          <FormFooter error={ask.error} action={t.action} isBusy={ask.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}
