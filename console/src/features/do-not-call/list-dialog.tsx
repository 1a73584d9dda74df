import type { Schemas } from '@carillon/client'
import { limits } from '@carillon/client/limits'
import { Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMessages } from '../../language/language-provider.tsx'
import { useFieldRules } from '../../parts/forms/field-rules.ts'
import { FormDialog } from '../../parts/forms/form-dialog.tsx'
import { GrowingTextarea } from '../../parts/forms/growing-textarea.tsx'
import { fieldAmong, useFormRequest } from '../../parts/forms/use-form-request.ts'
import { useNotify } from '../../parts/notify.ts'
import { useApiMutation } from '../../session/api-hooks.ts'
import { doNotCallMessages } from './do-not-call.messages.ts'

interface ListDialogProps {
  /** The list to edit; undefined to create one. */
  list?: Schemas['DoNotCallList']
  onClose(): void
  onCreated?(id: string): void
}

const fields = ['name', 'description', 'isGlobal'] as const

export function ListDialog({ list, onClose, onCreated }: ListDialogProps) {
  const { form: t } = useMessages(doNotCallMessages)
  const notify = useNotify()
  const rules = useFieldRules()
  const add = useApiMutation('/api/doNotCall/add')
  const update = useApiMutation('/api/doNotCall/update')
  const form = useForm({
    initialValues: {
      name: list?.name ?? '',
      description: list?.description ?? '',
      isGlobal: list?.isGlobal ?? true,
    },
    validate: {
      name: rules.text(limits.NewDoNotCallList.name),
      description: rules.text(limits.NewDoNotCallList.description),
    },
  })
  const { send, ...request } = useFormRequest(form, fieldAmong(fields))
  const isDirty = form.isDirty()

  const submit = form.onSubmit((values) =>
    send(async () => {
      if (list) {
        await update.mutateAsync({ body: { id: list.id, ...values } })
        notify.done(t.saved)
      } else {
        const { id } = await add.mutateAsync({ body: values })
        notify.done(t.created)
        onCreated?.(id)
      }
      onClose()
    }),
  )

  return (
    <FormDialog
      onClose={onClose}
      title={list ? t.titleEdit : t.titleNew}
      isDirty={isDirty}
      onSubmit={submit}
      {...request}
      action={list ? t.save : t.create}
    >
      <TextInput label={t.name} withAsterisk required data-autofocus {...form.getInputProps('name')} />
      <GrowingTextarea label={t.description} minRows={2} maxRows={8} {...form.getInputProps('description')} />
      <Checkbox
        label={t.isGlobal}
        description={t.isGlobalHint}
        {...form.getInputProps('isGlobal', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
