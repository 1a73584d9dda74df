import { limits } from '@carillon/client/limits'
import { Button, Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMessages } from '../../../language/language-provider.tsx'
import { ActionButton } from '../../../parts/action-button.tsx'
import { Card } from '../../../parts/card.tsx'
import { DraftNotice } from '../../../parts/forms/draft-notice.tsx'
import { FormError } from '../../../parts/forms/form-footer.tsx'
import { GrowingTextarea } from '../../../parts/forms/growing-textarea.tsx'
import { useDraft } from '../../../parts/forms/use-draft.ts'
import { fieldAmong, useFormRequest } from '../../../parts/forms/use-form-request.ts'
import { useWarningBeforeUnload } from '../../../parts/forms/use-warning-before-unload.ts'
import { lazyPart } from '../../../parts/lazy-part.tsx'
import { partsMessages } from '../../../parts/parts.messages.ts'
import { useRightReason } from '../../../session/use-right-reason.ts'
import { useSystem } from '../../../session/use-system.ts'
import { toDraft } from '../../flows/flow-draft.ts'
import { useFlowView } from '../../flows/use-flow-view.ts'
import { IntervalInput } from '../settings/interval-input.tsx'
import { tasksMessages } from '../tasks.messages.ts'
import { DataSourceSelect } from './data-source-select.tsx'
import { CallSkeleton, PermissionSkeleton } from './task-form-skeleton.tsx'
import { type TaskFormValues, taskFields, toBody, useTaskRules } from './task-form-values.ts'
import { TimeInput } from './time-input.tsx'

const CallCard = lazyPart(async () => (await import('../../flows/call-card.tsx')).CallCard, <CallSkeleton />)
const PermissionCard = lazyPart(
  async () => (await import('./permission-card.tsx')).PermissionCard,
  <PermissionSkeleton />,
)

interface TaskFormProps {
  /** Of what is typed until it is saved. */
  draftName: string
  initial: TaskFormValues
  /** The data source of a task cannot be changed. */
  isExisting: boolean
  /** Why it cannot be saved. */
  saveReason?: string | undefined
  /** Why the list mode cannot be changed. */
  listModeReason?: string | undefined
  save(values: TaskFormValues): Promise<void>
  onCancel(): void
}

/** Validates like the API. Shows an API error at the field it is about, and keeps all input. */
export function TaskForm(props: TaskFormProps) {
  const { draftName, initial, isExisting, saveReason, listModeReason, save, onCancel } = props
  const { form: t, priorities } = useMessages(tasksMessages)
  const parts = useMessages(partsMessages)
  const rightReason = useRightReason()('operate')
  const timeZone = useSystem()?.timeZone ?? ''
  const rules = useTaskRules()
  const form = useForm<TaskFormValues>({ initialValues: initial, validate: rules })
  const { send, isBusy, error } = useFormRequest(form, fieldAmong(taskFields))
  useWarningBeforeUnload(form.isDirty() && !isBusy)

  const draft = useDraft({
    name: draftName,
    initial,
    base: JSON.stringify(toBody(initial)),
    form,
    revive: (values) => ({ ...values, flow: values.flow && toDraft(values.flow) }),
  })

  const submit = form.onSubmit((values) =>
    send(async () => {
      await save(values)
      draft.forget()
    }),
  )

  const isAtRecipient = form.values.windowZone === 'recipient'
  const { NewTask } = limits
  const isPicture = useFlowView().view === 'picture' && form.values.flow !== null
  return (
    <form onSubmit={submit} noValidate>
      <div className="task-form in-order" data-wide={isPicture || undefined}>
        {draft.isRestored && <DraftNotice isOutdated={draft.isOutdated} onDiscard={draft.discard} />}
        <Card title={t.what}>
          <Stack gap="sm">
            <TextInput
              label={t.taskName}
              withAsterisk
              required
              data-autofocus
              key="name"
              {...form.getInputProps('taskName')}
            />
            <GrowingTextarea label={t.taskDesc} minRows={2} maxRows={8} {...form.getInputProps('taskDesc')} />
            {!isExisting && (
              <DataSourceSelect
                withAsterisk
                required
                {...form.getInputProps('dataSourceId')}
                value={form.values.dataSourceId}
              />
            )}
          </Stack>
        </Card>
        <CallCard
          call={form.values}
          onChange={({ flow, successWhen, maxAgents }) => form.setValues({ flow, successWhen, maxAgents })}
          dataSourceId={form.values.dataSourceId}
        >
          <GrowingTextarea
            label={t.listenNotice}
            description={t.listenNoticeHint}
            maxRows={4}
            {...form.getInputProps('listenNotice')}
          />
          <Select
            label={t.recording}
            allowDeselect={false}
            data={[
              { value: 'false', label: t.recordAlways },
              { value: 'true', label: t.needsRecordingNotice },
            ]}
            value={String(form.values.needsRecordingNotice)}
            onChange={(value) => form.setFieldValue('needsRecordingNotice', value === 'true')}
          />
        </CallCard>
        <Card title={t.rules}>
          <Stack gap="sm">
            <Select
              label={t.priority}
              description={t.priorityHint}
              allowDeselect={false}
              data={priorities.map((label, index) => ({ value: String(index + 1), label }))}
              {...form.getInputProps('priority')}
            />
            <Group grow align="flex-start" gap="sm" preventGrowOverflow={false} wrap="wrap">
              <NumberInput
                label={t.maxDialCount}
                min={NewTask.maxDialCount.minimum}
                max={NewTask.maxDialCount.maximum}
                clampBehavior="none"
                allowDecimal={false}
                miw={180}
                {...form.getInputProps('maxDialCount')}
              />
              <IntervalInput
                label={t.callInterval}
                unit={form.values.intervalUnit}
                onUnit={(unit) => form.setFieldValue('intervalUnit', unit)}
                {...form.getInputProps('callInterval')}
              />
            </Group>
            <div>
              <Group grow align="flex-start" gap="sm" preventGrowOverflow={false} wrap="wrap">
                <TimeInput label={t.dailyStartTime} {...form.getInputProps('dailyStartTime')} />
                <TimeInput label={t.dailyEndTime} {...form.getInputProps('dailyEndTime')} />
              </Group>
              <Text size="xs" c="dimmed" mt="2xs">
                {isAtRecipient ? t.windowHintRecipient : t.windowHint(timeZone)}
              </Text>
            </div>
            <Select
              label={t.listMode}
              description={listModeReason}
              disabled={listModeReason !== undefined}
              allowDeselect={false}
              data={[
                { value: 'snapshot', label: t.snapshot },
                { value: 'live', label: t.live },
              ]}
              {...form.getInputProps('listMode')}
            />
          </Stack>
        </Card>
        <PermissionCard form={form} />
        <FormError error={error} failed={isExisting ? 'saveTask' : 'createTask'} />
        <Group gap="xs">
          <ActionButton
            type="submit"
            variant="filled"
            loading={isBusy}
            disabledReason={rightReason ?? saveReason}
          >
            {isExisting ? t.save : t.create}
          </ActionButton>
          <Button
            variant="default"
            onClick={() => {
              draft.forget()
              onCancel()
            }}
          >
            {parts.cancel}
          </Button>
        </Group>
      </div>
    </form>
  )
}
