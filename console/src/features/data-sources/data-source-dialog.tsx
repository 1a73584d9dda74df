import type { Schemas } from '@carillon/client'
import { limits } from '@carillon/client/limits'
import { Autocomplete, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMessages } from '../../language/language-provider.tsx'
import { type CountryCode, CountrySelect } from '../../parts/forms/country-select.tsx'
import { useFieldRules } from '../../parts/forms/field-rules.ts'
import { FormDialog } from '../../parts/forms/form-dialog.tsx'
import { GrowingTextarea } from '../../parts/forms/growing-textarea.tsx'
import { useContactFields } from '../../parts/forms/use-contact-fields.ts'
import { fieldAmong, useFormRequest } from '../../parts/forms/use-form-request.ts'
import { useNotify } from '../../parts/notify.ts'
import { useApiMutation } from '../../session/api-hooks.ts'
import { dataSourcesMessages } from './data-sources.messages.ts'

interface DataSourceDialogProps {
  /** The data source to edit; undefined to create one. */
  dataSource?: Schemas['DataSource']
  onClose(): void
  onCreated?(id: string): void
}

const fields = ['dataSourceName', 'dataSourceDesc', 'nameField', 'country'] as const

export function DataSourceDialog({ dataSource, onClose, onCreated }: DataSourceDialogProps) {
  const { form: t } = useMessages(dataSourcesMessages)
  const notify = useNotify()
  const rules = useFieldRules()
  const add = useApiMutation('/api/dataSource/add')
  const update = useApiMutation('/api/dataSource/update')
  const form = useForm({
    initialValues: {
      dataSourceName: dataSource?.dataSourceName ?? '',
      dataSourceDesc: dataSource?.dataSourceDesc ?? '',
      nameField: dataSource?.nameField ?? '',
      country: (dataSource?.country ?? null) as CountryCode | null,
    },
    validate: {
      dataSourceName: rules.text(limits.NewDataSource.dataSourceName),
      dataSourceDesc: rules.text(limits.NewDataSource.dataSourceDesc),
    },
  })
  const { send, ...request } = useFormRequest(form, fieldAmong(fields))
  const isDirty = form.isDirty()
  const fieldNames = useContactFields(dataSource?.id ?? '').filter((name) => name !== 'phoneNumber')

  const submit = form.onSubmit(({ nameField, country, ...values }) =>
    send(async () => {
      const name = nameField.trim()
      if (dataSource) {
        const { duplicateCount = 0 } = await update.mutateAsync({
          body: { id: dataSource.id, ...values, nameField: name || null, country },
        })
        notify.done(duplicateCount > 0 ? t.savedWithDuplicates(duplicateCount) : t.saved)
      } else {
        const { id } = await add.mutateAsync({
          body: { ...values, ...(name && { nameField: name }), country },
        })
        notify.done(t.created)
        onCreated?.(id)
      }
      onClose()
    }),
  )

  return (
    <FormDialog
      onClose={onClose}
      title={dataSource ? t.titleEdit : t.titleNew}
      isDirty={isDirty}
      onSubmit={submit}
      {...request}
      action={dataSource ? t.save : t.create}
    >
      <TextInput
        label={t.name}
        withAsterisk
        required
        data-autofocus
        {...form.getInputProps('dataSourceName')}
      />
      <GrowingTextarea
        label={t.description}
        minRows={2}
        maxRows={8}
        {...form.getInputProps('dataSourceDesc')}
      />
      <Autocomplete
        label={t.nameField}
        description={dataSource ? t.nameFieldHint : t.nameFieldHintNew}
        data={fieldNames}
        size="xs"
        maxLength={64}
        {...form.getInputProps('nameField')}
      />
      <CountrySelect
        description={t.countryHint}
        size="xs"
        value={form.values.country}
        onChange={(country) => form.setFieldValue('country', country)}
        error={form.errors['country']}
      />
    </FormDialog>
  )
}
