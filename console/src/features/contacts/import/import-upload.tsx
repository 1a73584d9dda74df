import { ApiError } from '@carillon/client/errors'
import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { useFormat } from '../../../language/use-format.ts'
import { useWarningBeforeUnload } from '../../../parts/forms/use-warning-before-unload.ts'
import { partsMessages } from '../../../parts/parts.messages.ts'
import { useClient } from '../../../session/console-context.tsx'
import type { ImportStep, StepNamed } from './import-step.ts'
import { useImportTarget, useImportWords } from './import-target.ts'

const MAX_FILE_BYTES = 200 * 1024 * 1024

interface ImportUploadProps {
  step: StepNamed<'upload'>
  onStep(step: ImportStep): void
}

export function ImportUpload({ step: { file, reading }, onStep }: ImportUploadProps) {
  const t = useImportWords()
  const parts = useMessages(partsMessages)
  const format = useFormat()
  const client = useClient()
  const { kind, id: targetId } = useImportTarget()
  const [fraction, setFraction] = useState(0)
  const goTo = useEffectEvent(onStep)
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    async function upload(): Promise<ImportStep> {
      try {
        // The service would close the connection, which looks like a network error.
        if (file.size > MAX_FILE_BYTES) throw fileTooLarge()
        const options = { signal, onProgress: setFraction, ...reading }
        const { id } =
          kind === 'doNotCall'
            ? await client.uploadDoNotCallImport(targetId, file, options)
            : await client.uploadImport(targetId, file, options)
        return { name: 'job', id, file, reading: reading ?? {} }
      } catch (error) {
        return { name: 'failed-upload', file, reading: reading ?? {}, error }
      }
    }
    void upload().then((next) => {
      if (!signal.aborted) goTo(next)
    })
    return () => leaving.abort()
  }, [client, kind, targetId, file, reading])
  useWarningBeforeUnload(true)

  const isSent = fraction === 1
  return (
    <Stack gap="sm">
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {t.uploading(file.name)}
      </Text>
      <Progress.Root size="lg">
        <Progress.Section
          value={fraction * 100}
          striped={isSent}
          animated={isSent}
          aria-label={t.uploading(file.name)}
        />
      </Progress.Root>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" aria-live="polite">
          {isSent ? t.readingPreview : format.percent(Math.floor(fraction * 100) / 100)}
        </Text>
        <Button variant="default" onClick={() => onStep({ name: 'choice' })}>
          {parts.cancel}
        </Button>
      </Group>
    </Stack>
  )
}

function fileTooLarge(): ApiError {
  const params = { reason: 'too_many_bytes', maxBytes: MAX_FILE_BYTES }
  return new ApiError(413, '', { errors: [{ field: 'file', code: 'file_too_large', params }] })
}
