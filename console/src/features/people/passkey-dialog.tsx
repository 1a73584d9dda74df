import type { Schemas } from '@carillon/client'
import { limits } from '@carillon/client/limits'
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMessages } from '../../language/language-provider.tsx'
import { useFieldRules } from '../../parts/forms/field-rules.ts'
import { FormDialog } from '../../parts/forms/form-dialog.tsx'
import { fieldAmong, useFormRequest } from '../../parts/forms/use-form-request.ts'
import { useNotify } from '../../parts/notify.ts'
import { useApiMutation } from '../../session/api-hooks.ts'
import { usePasskeys } from '../../session/passkeys.ts'
import { browserOf } from './browser-name.ts'
import { peopleMessages } from './people.messages.ts'

interface PasskeyDialogProps {
  edited: Schemas['Passkey'] | 'new'
  onClose(): void
}

/** Names a passkey: a new one is then made on the device. */
export function PasskeyDialog({ edited, onClose }: PasskeyDialogProps) {
  const { passkeys: t, save } = useMessages(peopleMessages)
  const rules = useFieldRules()
  const notify = useNotify()
  const passkeys = usePasskeys()
  const start = useApiMutation('/api/passkey/start')
  const add = useApiMutation('/api/passkey/add')
  const update = useApiMutation('/api/passkey/update')
  const isNew = edited === 'new'
  const form = useForm({
    initialValues: { name: isNew ? browserOf(navigator.userAgent) : edited.name },
    validate: { name: rules.text(limits.NewPasskey.name) },
  })
  const { send, ...request } = useFormRequest(form, fieldAmong(['name']))
  const submit = form.onSubmit(({ name }) =>
    send(async () => {
      if (isNew) {
        const made = await passkeys.make(await start.mutateAsync({}))
        await add.mutateAsync({ body: { name, ...made } })
        notify.done(t.added(name))
      } else await update.mutateAsync({ body: { id: edited.id, name } })
      onClose()
    }),
  )
  return (
    <FormDialog
      onClose={onClose}
      title={isNew ? t.add : t.renameOf(edited.name)}
      onSubmit={submit}
      {...request}
      action={isNew ? t.next : save}
    >
      <TextInput
        label={t.columns.name}
        description={t.nameHint}
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('name')}
      />
    </FormDialog>
  )
}
