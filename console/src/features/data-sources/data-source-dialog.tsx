import type { Schemas } from '@carillon/client'
import { limits } from '@carillon/client/limits'
import { Alert, Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useMessages } from '../../language/language-provider.tsx'
import { fieldOfError } from '../../parts/field-of-error.ts'
import { useFieldRules } from '../../parts/field-rules.ts'
import { useNotify } from '../../parts/notify.ts'
import { partsMessages } from '../../parts/parts.messages.ts'
import { useErrorText } from '../../parts/use-error-text.ts'
import { useApiMutation } from '../../session/api-hooks.ts'
import { dataSourcesMessages } from './data-sources.messages.ts'

export interface DataSourceDialogProps {
  /** The data source to edit; undefined to create one. */
  dataSource?: Schemas['DataSource']
  onClose(): void
  onCreated?(id: string): void
}

const fields = ['dataSourceName', 'dataSourceDesc'] as const

export function DataSourceDialog({ dataSource, onClose, onCreated }: DataSourceDialogProps) {
  const { form: t } = useMessages(dataSourcesMessages)
  const parts = useMessages(partsMessages)
  const notify = useNotify()
  const textOf = useErrorText()
  const rules = useFieldRules()
  const add = useApiMutation('/api/dataSource/add')
  const update = useApiMutation('/api/dataSource/update')
  const [failure, setFailure] = useState<string>()
  const form = useForm({
    initialValues: {
      dataSourceName: dataSource?.dataSourceName ?? '',
      dataSourceDesc: dataSource?.dataSourceDesc ?? '',
    },
    validate: {
      dataSourceName: rules.text(limits.NewDataSource.dataSourceName),
      dataSourceDesc: rules.text(limits.NewDataSource.dataSourceDesc),
    },
  })
  const isDirty = form.isDirty()

  const submit = form.onSubmit(async (values) => {
    setFailure(undefined)
    try {
      if (dataSource) {
        await update.mutateAsync({ body: { id: dataSource.id, ...values } })
        notify.done(t.saved)
      } else {
        const { id } = await add.mutateAsync({ body: values })
        notify.done(t.created)
        onCreated?.(id)
      }
      onClose()
    } catch (error) {
      const field = fieldOfError(error, fields)
      if (field) form.setFieldError(field, textOf(error))
      else setFailure(textOf(error))
    }
  })

  return (
    <Modal
      opened
      onClose={onClose}
      title={dataSource ? t.titleEdit : t.titleNew}
      closeOnClickOutside={!isDirty}
      closeOnEscape={!isDirty}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <TextInput
            label={t.name}
            withAsterisk
            required
            data-autofocus
            {...form.getInputProps('dataSourceName')}
          />
          <Textarea
            label={t.description}
            autosize
            minRows={2}
            maxRows={8}
            {...form.getInputProps('dataSourceDesc')}
          />
          {failure !== undefined && (
            <Alert color="red" variant="outline" title={parts.failed} role="alert">
              {failure}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {parts.cancel}
            </Button>
            <Button type="submit" loading={add.isPending || update.isPending}>
              {dataSource ? t.save : t.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
