import { Button, Group, Loader, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLanguage, useMessages } from '../../language/language-provider.tsx'
import { useFieldRules } from '../../parts/forms/field-rules.ts'
import { FormError, FormFooter } from '../../parts/forms/form-footer.tsx'
import { fieldAmong, useFormRequest } from '../../parts/forms/use-form-request.ts'
import { useApiMutation, useApiQuery } from '../../session/api-hooks.ts'
import { audioMessages } from './audio.messages.ts'
import { AudioPlayer } from './audio-player.tsx'

const MAX_NAME = 500
const MAX_NUMBER = 50
const REFETCH_MS = 1000

/** Calls a phone and records an audio there. */
export function RecordDialog({ onClose }: { onClose(): void }) {
  const { record: t } = useMessages(audioMessages)
  const { language } = useLanguage()
  const rules = useFieldRules()
  const start = useApiMutation('/api/audio/record')
  const [id, setId] = useState<string>()
  const form = useForm({
    initialValues: { name: '', phoneNumber: '' },
    validate: {
      name: rules.text({ minLength: 1, maxLength: MAX_NAME, isRequired: true }),
      phoneNumber: rules.text({ minLength: 1, maxLength: MAX_NUMBER, isRequired: true }),
    },
  })
  const { send, ...request } = useFormRequest(form, fieldAmong(['name', 'phoneNumber']))
  const submit = form.onSubmit(({ name, phoneNumber }) =>
    send(async () => {
      const said = { text: t.said, language: language === 'zh' ? 'zh-CN' : 'en-US' }
      const body = { name: name.trim(), phoneNumber: phoneNumber.trim(), ...said }
      setId((await start.mutateAsync({ body })).id)
    }),
  )
  return (
    <Modal opened onClose={onClose} title={t.title} size="sm">
      {id === undefined ? (
        <form onSubmit={submit} noValidate>
          <Stack gap="sm">
            <Text size="sm" c="dimmed">
              {t.intro}
            </Text>
            <TextInput label={t.name} withAsterisk data-autofocus {...form.getInputProps('name')} />
            <TextInput label={t.phoneNumber} type="tel" withAsterisk {...form.getInputProps('phoneNumber')} />
            <FormFooter {...request} action={t.action} onCancel={onClose} />
          </Stack>
        </form>
      ) : (
        <Progress id={id} onAgain={() => setId(undefined)} onClose={onClose} />
      )}
    </Modal>
  )
}

interface ProgressProps {
  id: string
  onAgain(): void
  onClose(): void
}

/** How the recording goes, until it can be heard or has failed. */
function Progress({ id, onAgain, onClose }: ProgressProps) {
  const { record: t } = useMessages(audioMessages)
  const queries = useQueryClient()
  const [isOver, setOver] = useState(false)
  const { data, error } = useApiQuery(
    '/api/audio/record/{id}',
    { params: { path: { id } } },
    isOver ? {} : { refetchEveryMs: REFETCH_MS },
  )
  const isDone = data?.status === 'kept' || data?.status === 'failed'
  if (isDone && !isOver) setOver(true)
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ queryKey: ['/api/audio/list'] })
  }, [isOver, queries])
  if (error) return <FormError error={error} />
  if (!data) return <Loader size="sm" />
  const failure = data.failure && t.failures[data.failure]
  return (
    <Stack gap="sm">
      <Group gap="xs" wrap="nowrap">
        {!isDone && <Loader size="xs" />}
        <Text size="sm" role="status">
          {t.statuses[data.status]?.(data.phoneNumber) ?? data.status}
          {failure && ` ${failure(data.cause ?? '')}`}
        </Text>
      </Group>
      {data.audioId !== null && <AudioPlayer id={data.audioId} name={data.name} />}
      <Group gap="xs" justify="flex-end">
        {data.status === 'failed' && (
          <Button variant="default" onClick={onAgain}>
            {t.again}
          </Button>
        )}
        <Button variant={data.status === 'kept' ? 'filled' : 'default'} onClick={onClose}>
          {t.close}
        </Button>
      </Group>
    </Stack>
  )
}
