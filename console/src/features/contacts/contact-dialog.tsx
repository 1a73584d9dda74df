import { Group, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMessages } from '../../language/language-provider.tsx'
import type { Contact } from '../../parts/forms/custom-fields.ts'
import { FormDialog } from '../../parts/forms/form-dialog.tsx'
import { RowEditor } from '../../parts/forms/row-editor.tsx'
import { TimeField } from '../../parts/forms/time-field.tsx'
import { useFormRequest } from '../../parts/forms/use-form-request.ts'
import { useWarningBeforeUnload } from '../../parts/forms/use-warning-before-unload.ts'
import { useNotify } from '../../parts/notify.ts'
import { useApiMutation } from '../../session/api-hooks.ts'
import { useSystem } from '../../session/use-system.ts'
import {
  type ContactFormValues,
  emptyContact,
  fromContact,
  newField,
  placeOfError,
  toContactChange,
  toNewContact,
  useContactRules,
} from './contact-form-values.ts'
import { contactsMessages } from './contacts.messages.ts'

interface ContactDialogProps {
  dataSourceId: string
  /** The contact to edit; undefined to add one. */
  contact: Contact | undefined
  fieldNames: string[]
  onClose(): void
}

/** Adds or edits a contact. Closes after saving; on an error it keeps all input. */
export function ContactDialog({ dataSourceId, contact, fieldNames, onClose }: ContactDialogProps) {
  const { form: t, add: addAction } = useMessages(contactsMessages)
  const notify = useNotify()
  const timeZone = useSystem()?.timeZone ?? ''
  const add = useApiMutation('/api/dataSource/{id}/contact/add')
  const update = useApiMutation('/api/dataSource/{id}/contact/update')
  const form = useForm<ContactFormValues>({
    initialValues: contact ? fromContact(contact, fieldNames) : emptyContact(fieldNames),
    validate: useContactRules(),
  })
  const { send, ...request } = useFormRequest(form, (error) => placeOfError(error, form.values))
  const known = form.values.fields.filter(({ isNew }) => !isNew)
  const isDirty = form.isDirty()
  useWarningBeforeUnload(isDirty)

  const submit = form.onSubmit((values) =>
    send(async () => {
      const params = { path: { id: dataSourceId } }
      if (contact) await update.mutateAsync({ params, body: toContactChange(contact, values) })
      else await add.mutateAsync({ params, body: toNewContact(values) })
      notify.done(contact ? t.saved : t.added)
      onClose()
    }),
  )

  return (
    <FormDialog
      onClose={onClose}
      title={contact ? t.titleEdit : t.titleAdd}
      isDirty={isDirty}
      onSubmit={submit}
      {...request}
      action={contact ? t.save : addAction}
    >
      <TextInput
        label={t.phoneNumber}
        description={t.phoneHint}
        type="tel"
        withAsterisk
        required
        data-autofocus
        {...form.getInputProps('phoneNumber')}
      />
      <div>
        <Group grow align="flex-start" gap="sm">
          <TimeField label={t.callTime} {...form.getInputProps('callTime')} />
          <TimeField label={t.callUntil} {...form.getInputProps('callUntil')} />
        </Group>
        <Text size="xs" c="dimmed" mt="2xs">
          {t.timesHint(timeZone)}
        </Text>
      </div>
      <div>
        <Title order={3} size="h2">
          {t.fields}
        </Title>
        <Text size="xs" c="dimmed">
          {t.fieldsHint}
        </Text>
      </div>
      {known.map(({ key, name }, index) => (
        <TextInput key={key} label={name} {...form.getInputProps(`fields.${index}.value`)} />
      ))}
      <RowEditor
        rows={form.values.fields.slice(known.length)}
        inputs={({ name }, index) => (
          <>
            <TextInput
              aria-label={t.name(known.length + index + 1)}
              placeholder={t.namePlaceholder}
              w="40%"
              {...form.getInputProps(`fields.${known.length + index}.name`)}
            />
            <TextInput
              aria-label={t.value(name)}
              placeholder={t.valuePlaceholder}
              flex={1}
              {...form.getInputProps(`fields.${known.length + index}.value`)}
            />
          </>
        )}
        addLabel={t.addField}
        removeLabel={({ name }) => t.removeField(name)}
        onAdd={() => form.insertListItem('fields', newField())}
        onRemove={(index) => form.removeListItem('fields', known.length + index)}
      />
    </FormDialog>
  )
}
