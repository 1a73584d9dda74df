import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { toTimestamp } from '../../parts/forms/local-time.ts'
import { TimeField } from '../../parts/forms/time-field.tsx'
import { useNotify } from '../../parts/notify.ts'
import { useApiMutation, useApiQuery } from '../../session/api-hooks.ts'
import { NumberDialog, type NumberDialogProps } from './number-dialog.tsx'
import { numbersMessages } from './numbers.messages.ts'

const MAX_TASKS = 50

/** One call to the number, with the flow of a task, now or later. */
export function CallDialog(dialog: NumberDialogProps) {
  const { isOpen, phoneNumber } = dialog
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

  async function submit(): Promise<void> {
    // Typed, and not chosen: the dialog stays.
    if (taskId === null) throw new Error('no task was chosen')
    const callTime = time === '' ? {} : { callTime: toTimestamp(time) }
    await ask.mutateAsync({ body: { phoneNumber, taskId, ...callTime } })
    notify.done(time === '' ? t.done : t.planned)
  }

  return (
    <NumberDialog dialog={dialog} words={t} onSubmit={submit} error={ask.error} isBusy={ask.isPending}>
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
    </NumberDialog>
  )
}
