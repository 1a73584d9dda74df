import type { Schemas } from '@carillon/client'
import { limits } from '@carillon/client/limits'
import { Loader, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { ErrorState } from '../../../parts/errors/error-state.tsx'
import { useFieldRules } from '../../../parts/forms/field-rules.ts'
import { FormFooter } from '../../../parts/forms/form-footer.tsx'
import { fieldAmong, useFormRequest } from '../../../parts/forms/use-form-request.ts'
import { useNotify } from '../../../parts/notify.ts'
import { useApiMutation, useApiQuery } from '../../../session/api-hooks.ts'
import { useSystem } from '../../../session/use-system.ts'
import { GoalFields } from '../form/goal-fields.tsx'
import { ScheduleFields, WindowFields } from '../form/hours-fields.tsx'
import { usePermissionRules } from '../form/permission-values.ts'
import { isSameTime, TimeInput } from '../form/time-input.tsx'
import { operationsMessages } from '../operations.messages.ts'
import { IntervalInput, maxInterval } from '../settings/interval-input.tsx'
import { readNumber } from '../settings/interval-units.ts'
import { changesOf, fromTaskSettings, type RescheduleValues } from '../settings/reschedule-values.ts'
import { type SettingChange, useChangeText } from '../settings/setting-texts.ts'
import { tasksMessages } from '../tasks.messages.ts'

interface RescheduleDialogProps {
  taskId: string
  onClose(): void
}

/** Changes a paused task. The form begins anew each time, with the settings as they are then. */
export function RescheduleDialog({ taskId, onClose }: RescheduleDialogProps) {
  const t = useMessages(operationsMessages)
  const init = { params: { path: { id: taskId } } }
  const { data, error, refetch } = useApiQuery('/api/task/{id}/settings', init)
  return (
    <Modal opened onClose={onClose} title={t.rescheduleTitle} size="lg">
      {data && <RescheduleForm settings={data} onClose={onClose} />}
      {!data && (error ? <ErrorState error={error} onRetry={refetch} /> : <Loader size="sm" />)}
    </Modal>
  )
}

/** By field; of a row by `goalRows.0.count` and so on. */
type Errors = Record<string, string | null>

// Without the libraries of the task form, which would double what this page loads for its dialogs.
function RescheduleForm({ settings, onClose }: { settings: Schemas['TaskSettings']; onClose(): void }) {
  const t = useMessages(operationsMessages)
  const { form: words, priorities } = useMessages(tasksMessages)
  const notify = useNotify()
  const timeZone = useSystem()?.timeZone ?? ''
  const reschedule = useApiMutation('/api/task/reschedule')
  const [values, setValues] = useState(() => fromTaskSettings(settings))
  const [refused, setRefused] = useState<Errors>({})
  const invalid = useInvalid(values)
  const errors = { ...refused, ...invalid }
  const { send, ...request } = useFormRequest(
    { setFieldError: (field, text) => setRefused({ [field]: text }) },
    fieldAmong(Object.keys(values)),
  )
  const changes = changesOf(settings, values)
  function change(changed: Partial<RescheduleValues>): void {
    setRefused({})
    setValues((before) => ({ ...before, ...changed }))
  }
  const inputOf = <Name extends keyof RescheduleValues>(name: Name) => ({
    value: values[name],
    error: errors[name] ?? null,
    onChange: (value: RescheduleValues[Name] | null) => value !== null && change({ [name]: value }),
  })
  const hours = { values, errors, onChange: change }
  const isInvalid = Object.keys(invalid).length > 0

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isInvalid) return
    const changed = Object.fromEntries(changes.map(({ field, after }) => [field, after]))
    await send(async () => {
      if (changes.length > 0) await reschedule.mutateAsync({ body: { id: settings.id, ...changed } })
      notify.done(changes.length > 0 ? t.rescheduled : t.rescheduleNone)
      onClose()
    })
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text size="sm">{t.rescheduleText}</Text>
        <div className="field-row">
          <Select
            label={words.priority}
            allowDeselect={false}
            data={priorities.map((label, index) => ({ value: String(index + 1), label }))}
            {...inputOf('priority')}
          />
          <TextInput
            label={words.maxDialCount}
            inputMode="numeric"
            {...inputOf('maxDialCount')}
            onChange={({ currentTarget }) => change({ maxDialCount: readNumber(currentTarget.value) })}
          />
        </div>
        <IntervalInput
          label={words.callInterval}
          unit={values.intervalUnit}
          onUnit={inputOf('intervalUnit').onChange}
          {...inputOf('callInterval')}
        />
        <div>
          <div className="field-row">
            <TimeInput label={words.dailyStartTime} {...inputOf('dailyStartTime')} />
            <TimeInput label={words.dailyEndTime} {...inputOf('dailyEndTime')} />
          </div>
          <Text size="xs" c="dimmed" mt="2xs">
            {values.windowZone === 'recipient' ? words.windowHintRecipient : words.windowHint(timeZone)}
          </Text>
        </div>
        <WindowFields {...hours} />
        <ScheduleFields {...hours} />
        <GoalFields {...hours} />
        <Changes changes={isInvalid ? [] : changes} />
        <FormFooter {...request} failed="rescheduleTask" action={t.reschedule} onCancel={onClose} />
      </Stack>
    </form>
  )
}

/** Only the fields with a fault. */
function useInvalid(values: RescheduleValues): Errors {
  const { form: words } = useMessages(tasksMessages)
  const rules = useFieldRules()
  const permission = usePermissionRules()
  const { maxDialCount, callInterval, dailyStartTime } = limits.RescheduleRequest
  const interval = rules.integer({ ...callInterval, maximum: maxInterval(values.intervalUnit) })
  const time = rules.time(dailyStartTime)
  const errors: Errors = {
    maxDialCount: rules.integer(maxDialCount)(values.maxDialCount),
    callInterval: interval(values.callInterval),
    dailyStartTime: time(values.dailyStartTime),
    dailyEndTime:
      time(values.dailyEndTime) ??
      (isSameTime(values.dailyStartTime, values.dailyEndTime) ? words.windowEqual : null),
    weekdays: permission.weekdays(values.weekdays),
    scheduledEndTime: permission.scheduledEndTime(values.scheduledEndTime, values),
    goalSuccesses: permission.goalSuccesses(values.goalSuccesses),
  }
  for (const [index, row] of values.goalRows.entries()) {
    errors[`goalRows.${index}.name`] = permission.goalRows.name(row.name)
    errors[`goalRows.${index}.count`] = permission.goalRows.count(row.count)
  }
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== null))
}

/** What saving would change, before it is sent. */
function Changes({ changes }: { changes: SettingChange[] }) {
  const t = useMessages(operationsMessages)
  const textOf = useChangeText()
  return (
    <section className="changes" aria-label={t.changes} aria-live="polite">
      <Text size="sm" fw={600}>
        {changes.length > 0 ? t.changes : t.noChanges}
      </Text>
      {changes.length > 0 && (
        <dl>
          {changes.map(textOf).map(({ label, before, after }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {before} → <b>{after}</b>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
