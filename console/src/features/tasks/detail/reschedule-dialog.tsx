import type { Schemas } from '@carillon/client'
import { limits } from '@carillon/client/limits'
import { Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFieldRules } from '../../../parts/field-rules.ts'
import { FormFooter } from '../../../parts/form-footer.tsx'
import { useNotify } from '../../../parts/notify.ts'
import { useApiMutation, useApiQuery } from '../../../session/api-hooks.ts'
import { TimeInput } from '../form/time-input.tsx'
import { IntervalInput, maxInterval } from '../interval-input.tsx'
import { readNumber } from '../interval-units.ts'
import { operationsMessages } from '../operations.messages.ts'
import { changedSettings, fromTaskSettings, type RescheduleValues } from '../reschedule-values.ts'
import { tasksMessages } from '../tasks.messages.ts'

interface RescheduleDialogProps {
  taskId: string
  onClose(): void
}

/** Changes a paused task. The form begins anew each time, with the settings as they are then. */
export function RescheduleDialog({ taskId, onClose }: RescheduleDialogProps) {
  const t = useMessages(operationsMessages)
  const init = { params: { path: { id: taskId } } }
  const { data } = useApiQuery('/api/task/{id}/settings', init)
  return (
    <Modal opened onClose={onClose} title={t.rescheduleTitle}>
      {data && <RescheduleForm settings={data} onClose={onClose} />}
    </Modal>
  )
}

// Without the libraries of the task form, which would double what this page loads for its dialogs.
function RescheduleForm({ settings, onClose }: { settings: Schemas['TaskSettings']; onClose(): void }) {
  const t = useMessages(operationsMessages)
  const { form: words, priorities } = useMessages(tasksMessages)
  const rules = useFieldRules()
  const notify = useNotify()
  const reschedule = useApiMutation('/api/task/reschedule')
  const [values, setValues] = useState(() => fromTaskSettings(settings))
  const { maxDialCount, callInterval, dailyStartTime } = limits.RescheduleRequest
  const errors = {
    maxDialCount: rules.integer(maxDialCount)(values.maxDialCount),
    callInterval: rules.integer({ ...callInterval, maximum: maxInterval(values.intervalUnit) })(
      values.callInterval,
    ),
    dailyStartTime: rules.time(dailyStartTime)(values.dailyStartTime),
    dailyEndTime: rules.time(dailyStartTime)(values.dailyEndTime),
  }
  const inputOf = <Name extends keyof RescheduleValues>(name: Name) => ({
    value: values[name],
    onChange: (value: RescheduleValues[Name] | null) =>
      value !== null && setValues((before) => ({ ...before, [name]: value })),
  })

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (Object.values(errors).some((error) => error !== null)) return
    const changed = changedSettings(settings, values)
    const isSame = Object.keys(changed).length === 0
    try {
      if (!isSame) await reschedule.mutateAsync({ body: { id: settings.id, ...changed } })
      notify.done(isSame ? t.rescheduleNone : t.rescheduled)
      onClose()
    } catch {
      // The form shows the error and keeps the input.
    }
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text size="sm">{t.rescheduleText}</Text>
        <Select
          label={words.priority}
          allowDeselect={false}
          data={priorities.map((label, index) => ({ value: String(index + 1), label }))}
          {...inputOf('priority')}
        />
        <TextInput
          label={words.maxDialCount}
          inputMode="numeric"
          value={values.maxDialCount}
          error={errors.maxDialCount}
          onChange={({ currentTarget }) => inputOf('maxDialCount').onChange(readNumber(currentTarget.value))}
        />
        <IntervalInput
          label={words.callInterval}
          unit={values.intervalUnit}
          onUnit={inputOf('intervalUnit').onChange}
          error={errors.callInterval}
          {...inputOf('callInterval')}
        />
        <Group grow gap="sm" preventGrowOverflow={false} wrap="wrap" align="flex-start">
          <TimeInput
            label={words.dailyStartTime}
            error={errors.dailyStartTime}
            {...inputOf('dailyStartTime')}
          />
          <TimeInput label={words.dailyEndTime} error={errors.dailyEndTime} {...inputOf('dailyEndTime')} />
        </Group>
        <FormFooter
          error={reschedule.error}
          action={t.reschedule}
          isBusy={reschedule.isPending}
          onCancel={onClose}
        />
      </Stack>
    </form>
  )
}
