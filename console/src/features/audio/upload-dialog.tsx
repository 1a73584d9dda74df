import { FileInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useMessages } from '../../language/language-provider.tsx'
import { useFieldRules } from '../../parts/forms/field-rules.ts'
import { FormDialog } from '../../parts/forms/form-dialog.tsx'
import { fieldAmong, useFormRequest } from '../../parts/forms/use-form-request.ts'
import { useNotify } from '../../parts/notify.ts'
import { useClient } from '../../session/console-context.tsx'
import { audioMessages } from './audio.messages.ts'
import type { Audio } from './use-audios.ts'

interface UploadDialogProps {
  onClose(): void
  onUploaded?(audio: Audio): void
}

const MAX_NAME = 500

export function UploadDialog({ onClose, onUploaded }: UploadDialogProps) {
  const t = useMessages(audioMessages)
  const client = useClient()
  const queries = useQueryClient()
  const notify = useNotify()
  const rules = useFieldRules()
  const form = useForm<{ file: File | null; name: string }>({
    initialValues: { file: null, name: '' },
    validate: {
      file: (file) => (file === null ? t.dialog.fileRequired : null),
      name: rules.text({ minLength: 1, maxLength: MAX_NAME, isRequired: true }),
    },
  })
  const { send, ...request } = useFormRequest(form, fieldAmong(['file', 'name']))
  const submit = form.onSubmit(({ file, name }) =>
    send(async () => {
      if (!file) return
      const audio = await client.uploadAudio(name.trim(), file)
      await queries.invalidateQueries()
      notify.done(t.uploaded(audio.name))
      onUploaded?.(audio)
      onClose()
    }),
  )
  return (
    <FormDialog
      onClose={onClose}
      title={t.dialog.title}
      size="sm"
      // Inside the form of a task, only this one is submitted.
      onSubmit={(event) => {
        event.stopPropagation()
        submit(event)
      }}
      {...request}
      action={t.dialog.action}
    >
      <FileInput
        size="xs"
        label={t.dialog.file}
        placeholder={t.dialog.filePlaceholder}
        accept=".wav,.mp3,.ogg,audio/wav,audio/mpeg,audio/ogg"
        withAsterisk
        {...form.getInputProps('file')}
        onChange={(file) => {
          form.setFieldValue('file', file)
          if (file && form.values.name === '')
            form.setFieldValue('name', file.name.replace(/\.\w+$/, '').slice(0, MAX_NAME))
        }}
      />
      <TextInput
        label={t.dialog.name}
        description={t.dialog.nameHint}
        withAsterisk
        {...form.getInputProps('name')}
      />
    </FormDialog>
  )
}
