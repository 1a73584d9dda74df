import type { Schemas } from '@carillon/client'
import { limits } from '@carillon/client/limits'
import { Checkbox, MultiSelect, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMessages } from '../../language/language-provider.tsx'
import { useFieldRules } from '../../parts/forms/field-rules.ts'
import { FormDialog } from '../../parts/forms/form-dialog.tsx'
import { fieldAmong, useFormRequest } from '../../parts/forms/use-form-request.ts'
import { useApiMutation, useApiQuery } from '../../session/api-hooks.ts'
import { webhookMessages } from './webhooks.messages.ts'

type Webhook = Schemas['Webhook']
type Event = Webhook['events'][number]

interface WebhookDialogProps {
  /** The one to change; without it, a new one is added. */
  webhook: Webhook | undefined
  onClose(): void
  /** Called with the secret of a new one. */
  onSecret(secret: string): void
}

const MAX_OFFERED_TASKS = 200

export function WebhookDialog({ webhook, onClose, onSecret }: WebhookDialogProps) {
  const { form: t } = useMessages(webhookMessages)
  const rules = useFieldRules()
  const add = useApiMutation('/api/webhook/add')
  const update = useApiMutation('/api/webhook/update')
  const form = useForm({
    initialValues: {
      url: webhook?.url ?? '',
      description: webhook?.description ?? '',
      events: webhook?.events ?? (['call.ended'] satisfies Event[] as Event[]),
      taskIds: webhook?.taskIds ?? [],
      withContactFields: webhook?.withContactFields ?? false,
    },
    validate: {
      url: rules.text(limits.NewWebhook.url),
      description: rules.text(limits.NewWebhook.description),
      events: (events) => (events.length === 0 ? t.eventsMissing : null),
    },
  })
  const fields = ['url', 'description', 'events', 'taskIds'] as const
  const { send, ...request } = useFormRequest(form, fieldAmong(fields))
  const submit = form.onSubmit((body) =>
    send(async () => {
      if (webhook) {
        await update.mutateAsync({ body: { id: webhook.id, ...body } })
        onClose()
      } else onSecret((await add.mutateAsync({ body })).secret)
    }),
  )
  return (
    <FormDialog
      onClose={onClose}
      title={webhook ? t.titleEdit : t.titleAdd}
      isDirty={form.isDirty()}
      onSubmit={submit}
      {...request}
      action={webhook ? t.save : t.create}
    >
      <TextInput
        label={t.url}
        description={t.urlHint}
        placeholder={t.urlPlaceholder}
        type="url"
        withAsterisk
        required
        data-autofocus
        {...form.getInputProps('url')}
      />
      <TextInput label={t.description} {...form.getInputProps('description')} />
      <Checkbox.Group label={t.events} withAsterisk {...form.getInputProps('events')}>
        <Stack gap="xs" mt="xs">
          {Object.entries(t.eventNames).map(([event, name]) => (
            <Checkbox key={event} size="xs" value={event} label={name} description={event} />
          ))}
        </Stack>
      </Checkbox.Group>
      <TaskChoice chosen={form.values.taskIds} inputProps={form.getInputProps('taskIds')} />
      <Checkbox
        size="xs"
        label={t.withContactFields}
        {...form.getInputProps('withContactFields', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}

function TaskChoice({ chosen, inputProps }: { chosen: string[]; inputProps: object }) {
  const { form: t } = useMessages(webhookMessages)
  const { data } = useApiQuery('/api/task/list', { params: { query: { pageSize: MAX_OFFERED_TASKS } } })
  const offered = (data?.rows ?? []).map(({ id, taskName }) => ({ value: id, label: taskName }))
  const others = chosen.filter((id) => !offered.some(({ value }) => value === id))
  return (
    <MultiSelect
      label={t.tasks}
      description={t.tasksHint}
      placeholder={chosen.length === 0 ? t.allTasks : ''}
      searchable
      clearable
      data={[...offered, ...others.map((id) => ({ value: id, label: id }))]}
      {...inputProps}
    />
  )
}
